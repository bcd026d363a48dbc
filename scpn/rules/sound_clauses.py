"""What is heard, cut into clauses: "a dog barks and a man talking" holds a dog and a man, each
with what it does.

Captions of sounds are hard to parse ("barks" is seen as a noun), so they are read word by word: a
noun, a verb of a known list, and what follows up to the next joint.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.clauses import is_tag, word_set
from scpn.rules.frame import split_stop
from scpn.rules.inflection import gerund, third_person

_VERBS = word_set(
    "bark speak talk run idle hum buzz blow rev honk ring chirp sing play laugh cry meow growl "
    "snore sizzle fry gurgle rush flow trickle splash drip pour hiss whistle beep click tick tap "
    "knock bang squeak creak slam open close pass approach accelerate drive move fly shout yell "
    "scream cheer clap applaud cough sneeze burp whimper howl crow quack cluck oink neigh bleat "
    "croak caw tweet coo rustle crinkle crackle whir vibrate drill hammer rattle clank clang "
    "clatter squeal screech roar rumble thunder fall echo murmur mumble whisper giggle chuckle "
    "chatter converse type spray flush shoot explode gallop trot walk clop eat chew breathe sniff "
    "pant scrape rub bounce roll operate toot blare wail travel chime swish boil crunch ping race "
    "occur sigh cock chug swim jump bray ride vocalize"
)
_GERUNDS = {gerund(base): base for base in _VERBS}
_THIRD = {third_person(base): base for base in _VERBS}
_PLURALS = word_set("people men women children kids multiple several two three many")
_NOUN_TAGS = ("NN", "NNS", "NNP", "NNPS", "VBZ")
_BEFORE_NOUN = word_set("a an the some several multiple many two three another loud")
_JOINTS = word_set("and , then while as with followed by")
_KNOWN_JOINTS = (
    "and", ",", ", and", "while", ", while", "as", ", as", "then", ", then", "and then",
    ", and then", "followed by", ", followed by", "with", ", with",
)  # fmt: skip
_TALK = word_set(
    "i you he she we they it was were to that who which not n't or but being when if every always "
    "usually often before after"
)
_LONGEST = 30


@dataclass(frozen=True)
class Heard:
    """Something that is heard.

    Attributes:
        joint: What joins it to what comes before: "", "and", ", followed by" ...
        noun: What makes the sound; empty if it is that of the clause before.
        adverbs: Between noun and verb.
        verb: The base of the verb.
        rest: What follows the verb.
        plural: Whether the noun is plural.
    """

    joint: str
    noun: tuple[Tree, ...]
    adverbs: tuple[Tree, ...]
    verb: str
    rest: tuple[Tree, ...]
    plural: bool


def hear(tree: Tree) -> tuple[list[Heard], str] | None:
    """Cut a caption into what is heard, and say how it was told: "finite", "going", "noun".

    None for a sentence that is not wholly made of such clauses. Of one told in several ways the
    first counts.
    """
    cut = split_stop(tree)
    if cut is None:
        return None
    tags = [part for child in cut[0] for part in _tags(child)]
    texts = [_word(tag) for tag in tags]
    if not 2 <= len(tags) <= _LONGEST or set(texts) & _TALK or texts[0] in _JOINTS:
        return None
    # With a period it may be a sentence about all dogs, or about one that was named before.
    if cut[1] and texts[0] not in (_BEFORE_NOUN - {"the"}) | {"people"}:
        return None
    heard: list[Heard] = []
    ways: list[str] = []
    for joint, piece in _pieces(tags):
        found = _read(joint, piece, heard[-1] if heard else None)
        if found is None:
            return None
        heard.append(found[0])
        ways.append(found[1])
    return (heard, ways[0]) if heard[0].noun else None


def _tags(node: Tree) -> list[Tree]:
    return [node] if is_tag(node) else list(node.subtrees(is_tag))


def _word(tag: Tree) -> str:
    return str(tag[0])


def _pieces(tags: Sequence[Tree]) -> list[tuple[str, list[Tree]]]:
    """The words between joints; a piece without a verb belongs to the one beside it."""
    pieces: list[tuple[list[Tree], list[Tree]]] = [([], [])]
    for tag in tags:
        joint, piece = pieces[-1]
        if _word(tag) in _JOINTS and piece:
            pieces.append(([tag], []))
        elif _word(tag) in _JOINTS and pieces[1:]:
            joint.append(tag)
        else:
            piece.append(tag)
    merged: list[tuple[list[Tree], list[Tree]]] = []
    for joint, piece in pieces:
        words_of_joint = " ".join(map(_word, joint))
        if merged and _belongs(merged[-1][1], words_of_joint, piece):
            merged[-1][1].extend([*joint, *piece])
        else:
            merged.append((joint, list(piece)))
    return [(" ".join(map(_word, joint)), piece) for joint, piece in merged]


def _belongs(last: Sequence[Tree], joint: str, piece: Sequence[Tree]) -> bool:
    """Whether a piece goes on with the last: "a man | and woman talk", "talks | and loudly"."""
    if _place_of_verb(last) is None:
        noun = last[-1].label() == "NN" or _word(last[-1]) in _PLURALS
        plain = {tag.label() for tag in last} <= {"DT", "JJ", "CD", "NN", "NNS"}
        listed = noun and plain and len(last) <= 3 and not _word(last[-1]).endswith("s")
        return joint == "and" and listed and bool(_place_of_verb(piece))
    if _place_of_verb(piece) is not None or not piece:
        return False
    manner = piece[0].label() in ("RB", "RBR", "IN", "TO") or _word(piece[0]).endswith("ly")
    return joint == "with" or (joint in ("and", ",") and manner)


def _place_of_verb(piece: Sequence[Tree]) -> int | None:
    """Where the verb of a piece stands: behind its noun, or first of all."""
    for place, tag in enumerate(piece):
        word = _word(tag)
        if word in ("is", "are"):
            return place if place else None
        form = word in _GERUNDS or word in _THIRD or (word in _VERBS and place > 0)
        if not form:
            continue
        before = piece[place - 1] if place else None
        if before is None:
            return 0
        if before.label() == "RB" and place > 1:
            before = piece[place - 2]
        noun = before.label() in _NOUN_TAGS or _word(before) in _PLURALS
        noun = noun or (before.label() == "JJ" and piece[0].label() == "DT" and place > 1)
        if noun and not (word in _VERBS and not _is_plural(piece[:place])):
            return place
    return None


def _is_plural(noun: Sequence[Tree]) -> bool:
    text = [_word(tag) for tag in noun if tag.label() != "RB"]
    if "of" in text and text[0] not in ("a", "group"):
        text = text[: text.index("of")]
    if not text:
        return False
    last = text[-1]
    counted = last in _PLURALS or (last.endswith("s") and not last.endswith("ss"))
    return "and" in text or counted


def _read(joint: str, piece: list[Tree], last: Heard | None) -> tuple[Heard, str] | None:
    """One clause and how it is told."""
    place = _place_of_verb(piece)
    if place is None or (joint and joint not in _KNOWN_JOINTS) or bool(joint) != (last is not None):
        return None
    noun, verb, rest = list(piece[:place]), piece[place], list(piece[place + 1 :])
    adverbs = [noun.pop()] if noun and noun[-1].label() == "RB" else []
    way = "noun" if _word(verb) in _GERUNDS else "finite"
    if _word(verb) in ("is", "are"):
        if rest and rest[0].label() == "RB":
            adverbs.append(rest.pop(0))
        if not rest or _word(rest[0]) not in _GERUNDS:
            return None
        verb, way = rest.pop(0), "going"
    if not noun and (joint not in ("and", "then", "and then", ", and then") or last is None):
        return None
    if way == "noun" and {"sound", "sounds", "noise"} & {_word(tag) for tag in noun}:
        return None  # in "the sound of a man singing" no sound sings
    if noun and noun[0].label() in ("IN", "RB", "VBG", "VBN", "VBD"):
        return None
    if _goes_on(rest) or {"sound", "sounds", "noise", "noises"} & {_word(tag) for tag in rest[:1]}:
        return None
    if joint.endswith("with") and way != "noun":
        return None
    word = _word(verb)
    base = _GERUNDS.get(word) or _THIRD.get(word) or word
    plural = _is_plural(noun) if noun else last is not None and last.plural
    return Heard(joint, tuple(noun), tuple(adverbs), base, tuple(rest), plural), way


def _goes_on(rest: Sequence[Tree]) -> bool:
    """Whether what follows the verb holds another clause that was not seen."""
    for before, tag in zip([None, *rest], rest, strict=False):
        if tag.label() in ("VBD", "VBZ", "VBP", "VB", "MD"):
            return True
        behind_noun = before is not None and before.label() in _NOUN_TAGS
        if behind_noun and (_word(tag) in _GERUNDS or _word(tag) in _THIRD):
            return True
    return False
