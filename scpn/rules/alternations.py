"""Alternations of arguments: voice, datives, particles, "there", clefts, genitives, quotations.

Each rule takes a parsed sentence and returns a new tree, or None where it does not apply. The
verbs and nouns an alternation is known to be safe for are listed; others are left alone. Verbs are
listed with their forms, so no library of inflection (lemminflect) is needed.
"""

from collections.abc import Callable
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    PRONOUNS,
    THIRD_PERSON,
    first_tag,
    has_coordinated_verbs,
    has_label,
    has_time_head,
    head_noun,
    is_pronoun,
    main_predicate,
    match_clause,
    sentence,
    shape,
    word_set,
    words,
)


def _forms(verbs: str) -> list[str]:
    """Regular forms of verbs, also of such as end in "e": "wipe wipes wiped wiping"."""
    return [
        f"{verb} {verb}s {verb}es {verb.removesuffix('e')}ed {verb.removesuffix('e')}ing"
        for verb in verbs.split()
    ]


_DATIVE = word_set(
    "give gives gave given giving send sends sent sending show shows showed shown "
    "showing offer offers offered offering hand hands handed handing lend lends lent "
    "teach teaches taught"
)
# "give a kick to him", "give birth to him": themes that stay where they are.
_BOUND_THEMES = word_set(
    "look kiss smile hug push kick call ring try go break hand lift ride shock fright "
    "trouble time pleasure pain cold creeps rise birth way start hope reason life "
    "courage strength confidence idea impression feeling sense chance opportunity "
    "headache credit boost edge advantage thing thought attention nod glance stare wave "
    "shove beating side lot bit deal head shake cleaning wash name"
)
_REPORTS = word_set("said says added replied answered explained announced reported")
_SPEECH = word_set("said says asked replied answered shouted cried whispered exclaimed called")
_BELIEFS = word_set(
    "say says said think thinks thought know knows knew believe believes hope hopes "
    "hoped guess suppose"
)  # fmt: skip
_RELATIONS = word_set(
    "capital president king queen population economy government prime minister history "
    "author director founder leader owner son daughter wife husband mother father "
    "brother sister parliament mayor editor constitution"
)
_PARTICLE_VERBS: dict[str, tuple[str, ...]] = {
    "up": (
        *_forms("pick look wake clean fill open wrap pack back warm mess roll end call"),
        "set sets setting give gives gave given bring brings brought break breaks broke build",
        "builds built blow blew tear tore eat ate hang hung cut hold held put puts",
    ),
    "down": (
        *_forms("turn knock close slow calm pull burn lock"),
        "put puts putting write writes wrote written cut shut bring brought take takes took let",
    ),
    "off": (
        *_forms("turn call kick pull drop"),
        "take takes took taken taking set sets shut put puts putting",
    ),
    "out": (
        *_forms("check point carry work figure pull pass turn fill print wipe rule sort try"),
        "take takes took taken taking find finds found throw throws threw thrown bring brought",
        "put puts give gave hand handed handing",
    ),
    "away": ("throw throws threw thrown take takes took taken give gives gave put puts",),
    "back": (*_forms("pay"), "bring brings brought take takes took send sends sent put give gave"),
    "on": (*_forms("turn switch"), "put puts putting"),
}
_EVALUATIONS = word_set(
    "easy hard difficult important impossible good nice great dangerous necessary fun "
    "wrong better best wonderful useful essential interesting rude safe unwise foolish"
)
_FACTS = word_set("clear true obvious possible likely unlikely strange surprising evident certain")
_INDEFINITE = word_set("a an two three four five six seven eight nine ten some several many")
_IS = word_set("is are was were 's")
_LOCATIONS = word_set("in on at under near behind inside above beside")


def shift_dative_to(tree: Tree) -> Tree | None:
    """ "she gave him the book ." -> "she gave the book to him ."."""

    def change(verb_phrase: Tree) -> bool:
        if shape(verb_phrase)[1:3] != ["NP", "NP"] or words(verb_phrase[0])[0] not in _DATIVE:
            return False
        receiver, theme = verb_phrase[1], verb_phrase[2]
        if not _is_theme(theme) or has_label(receiver, "SBAR", ",", "VP", "POS"):
            return False
        if (
            head_noun(receiver)[0] in ("it", "this", "that", "")
            or words(receiver)[0].endswith("self")
            or len(words(receiver)) > 5
        ):
            return False
        verb_phrase[1:3] = [theme, Tree("PP", [Tree("TO", ["to"]), receiver])]
        return True

    return _change_predicate(tree, change)


def shift_dative_object(tree: Tree) -> Tree | None:
    """ "she gave the book to him ." -> "she gave him the book ."."""

    def change(verb_phrase: Tree) -> bool:
        if shape(verb_phrase)[1:3] != ["NP", "PP"] or words(verb_phrase[0])[0] not in _DATIVE:
            return False
        theme, goal = verb_phrase[1], verb_phrase[2]
        if not _is_theme(theme) or words(goal)[0] != "to" or not is_pronoun(goal[-1]):
            return False
        if words(goal)[-1] == "it":
            return False
        verb_phrase[1:3] = [goal[-1], theme]
        return True

    return _change_predicate(tree, change)


def shift_particle(tree: Tree) -> Tree | None:
    """ "she picked up the book ." -> "she picked the book up ."."""

    def change(verb_phrase: Tree) -> bool:
        if shape(verb_phrase)[1:3] != ["PRT", "NP"] or not _is_light(verb_phrase[2]):
            return False
        if not _is_particle_verb(words(verb_phrase[0])[0], words(verb_phrase[1])[0]):
            return False
        verb_phrase[1:3] = [verb_phrase[2], verb_phrase[1]]
        return True

    return _change_predicate(tree, change)


def join_particle(tree: Tree) -> Tree | None:
    """ "she picked the book up ." -> "she picked up the book ."."""

    def change(verb_phrase: Tree) -> bool:
        if shape(verb_phrase)[1:3] != ["NP", "PRT"] or not _is_light(verb_phrase[1]):
            return False
        if not _is_particle_verb(words(verb_phrase[0])[0], words(verb_phrase[2])[0]):
            return False
        if not has_label(verb_phrase[1], "NN", "NNS"):
            return False
        verb_phrase[1:3] = [verb_phrase[2], verb_phrase[1]]
        return True

    return _change_predicate(tree, change)


def insert_there(tree: Tree) -> Tree | None:
    """ "a man is riding a horse ." -> "there is a man riding a horse ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.before or clause.between:
        return None
    predicate = clause.predicate
    if len(predicate) != 2 or words(predicate[0])[0] not in _IS - {"'s"}:
        return None
    rest = predicate[1]
    progressive = rest.label() == "VP" and first_tag(rest) == "VBG"
    located = rest.label() == "PP" and words(rest)[0] in _LOCATIONS and shape(rest)[-1] == "NP"
    if (
        not (progressive or located)
        or has_coordinated_verbs(rest)
        or not _is_indefinite(clause.subject)
    ):
        return None
    if not _agrees(clause.subject, words(predicate[0])[0]):
        return None
    if has_label(clause.subject, "SBAR", ",") or words(rest)[0] in ("being", "going"):
        return None
    there = Tree("NP", [Tree("EX", ["there"])])
    meant = Tree("NP", [clause.subject, rest]) if progressive else clause.subject
    complements = [meant] if progressive else [meant, rest]
    return sentence([there, Tree("VP", [predicate[0], *complements]), clause.stop])


def remove_there(tree: Tree) -> Tree | None:
    """ "there is a man riding a horse ." -> "a man is riding a horse ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.before or clause.between:
        return None
    predicate = clause.predicate
    if words(clause.subject) != ["there"] or words(predicate[0])[0] not in _IS:
        return None
    if shape(predicate)[1:] == ["NP"] and shape(predicate[1]) == ["NP", "VP"]:
        subject, rest = predicate[1]
        if first_tag(rest) != "VBG" or words(rest)[0] in ("being", "including"):
            return None
    elif shape(predicate)[1:] == ["NP", "PP"]:
        subject, rest = predicate[1], predicate[2]
        if words(rest)[0] not in _LOCATIONS or shape(rest)[-1] != "NP":
            return None
    else:
        return None
    if not _agrees(subject, words(predicate[0])[0]):
        return None
    if not _is_indefinite(subject) or has_label(subject, ",", "SBAR", "S"):
        return None
    if has_label(rest, ",", "SBAR") or has_coordinated_verbs(rest):
        return None
    verb = Tree("VBZ", ["is"]) if words(predicate[0])[0] == "'s" else predicate[0]
    return sentence([subject, Tree("VP", [verb, rest]), clause.stop])


def extrapose(tree: Tree) -> Tree | None:
    """ "it is easy to swim ." -> "to swim is easy ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.before or clause.between:
        return None
    predicate = clause.predicate
    if words(clause.subject) != ["it"] or words(predicate[0])[0] not in _IS:
        return None
    flat = list(predicate)[1:]
    if [node.label() for node in flat] == ["ADJP"] and shape(flat[0])[-1] in ("S", "SBAR"):
        flat = [Tree("ADJP", list(flat[0])[:-1]), flat[0][-1]]
    if len(flat) != 2 or flat[0].label() != "ADJP" or has_label(predicate, ",", ":", "CC"):
        return None
    quality, content = flat
    if len(words(content)) < 4:
        return None  # "it is hard to tell"
    infinitive = content.label() == "S" and words(content)[0] == "to"
    finite = content.label() == "SBAR" and words(content)[0] == "that"
    known = _EVALUATIONS if infinitive else _FACTS
    if not (infinitive or finite) or words(quality)[-1] not in known or len(words(quality)) > 2:
        return None
    if words(quality)[0] in ("too", "so", "as", "more", "less"):
        return None
    verb = Tree("VBZ", ["is"]) if words(predicate[0])[0] == "'s" else predicate[0]
    return sentence([content, Tree("VP", [verb, quality]), clause.stop])


def move_quotation(tree: Tree) -> Tree | None:
    """ "" i am here , " he said ." -> "he said , " i am here . ""."""
    if shape(tree) != ["``", "S", ",", "''", "NP", "VP", "."]:
        return None
    opening, content, comma, closing, speaker, verb, stop = tree
    if not _is_speech(speaker, verb, _SPEECH) or words(stop) != ["."]:
        return None
    return sentence([speaker, verb, comma, opening, content, stop, closing])


def move_report(tree: Tree) -> Tree | None:
    """ "the plan failed , he said ." -> "he said that the plan failed ."."""
    if shape(tree) != ["S", ",", "NP", "VP", "."]:
        return None
    content, _, speaker, verb, stop = tree
    if not _is_speech(speaker, verb, _REPORTS) or has_label(tree, "``", "''"):
        return None
    if shape(content)[:1] != ["NP"] or "VP" not in shape(content) or "CC" in shape(content):
        return None
    if set(words(content)) & {"i", "we", "you", "my", "our", "your", "me", "us"}:
        return None
    if set(words(content)) & THIRD_PERSON and not is_pronoun(speaker):
        return None
    report = Tree("VP", [*verb, Tree("SBAR", [Tree("IN", ["that"]), content])])
    return sentence([speaker, report, stop])


def invert_speaker(tree: Tree) -> Tree | None:
    """ "" i am here , " said the king ." -> "" i am here , " the king said ."."""
    if shape(tree) != ["``", "S", ",", "''", "VP", "NP", "."]:
        return None
    opening, content, comma, closing, verb, speaker, stop = tree
    if not _is_speech(speaker, verb, _SPEECH):
        return None
    return sentence([opening, content, comma, closing, speaker, verb, stop])


def move_genitive(tree: Tree) -> Tree | None:
    """ "the capital of france is big ." -> "france 's capital is big ."."""
    copy = deepcopy(tree)
    for phrase in copy.subtrees(lambda node: node.label() == "NP" and shape(node) == ["NP", "PP"]):
        thing, possessor = phrase
        if words(thing)[0] != "the" or len(words(thing)) != 2 or words(thing)[1] not in _RELATIONS:
            continue
        tags = shape(possessor[-1])
        if words(possessor)[0] != "of" or not tags or set(tags) != {"NNP"} or len(tags) > 2:
            continue
        owner = Tree("NP", [*possessor[-1], Tree("POS", ["'s"])])
        phrase[:] = [owner, thing[1]]
        return copy
    return None


def drop_that(tree: Tree) -> Tree | None:
    """ "he said that she left ." -> "he said she left ."."""

    def change(verb_phrase: Tree) -> bool:
        if len(verb_phrase) < 2 or verb_phrase[1].label() != "SBAR":
            return False
        clause = verb_phrase[1]
        if words(verb_phrase[0])[0] not in _BELIEFS or shape(clause) != ["IN", "S"]:
            return False
        if words(clause)[0] != "that" or shape(clause[1])[:2] != ["NP", "VP"]:
            return False
        del clause[0]
        return True

    return _change_predicate(tree, change)


def _is_speech(speaker: Tree, verb: Tree, verbs: frozenset[str]) -> bool:
    plain = len(verb) == 1 and words(verb)[0] in verbs and len(words(verb)) == 1
    return plain and speaker.label() == "NP" and not has_label(speaker, ",", "SBAR")


def _is_particle_verb(verb: str, particle: str) -> bool:
    return any(verb in forms.split() for forms in _PARTICLE_VERBS.get(particle, ()))


def _is_theme(phrase: Tree) -> bool:
    """A thing that can change hands: an article or number, a noun, nothing idiomatic."""
    text = words(phrase)
    if set(text) & PRONOUNS - {"my", "our", "his", "her", "their", "its"}:
        return False
    if has_label(phrase, "SBAR", "S", "VP", ",") or head_noun(phrase)[0] in _BOUND_THEMES:
        return False
    return head_noun(phrase)[1][:2] == "NN" and first_tag(phrase) in ("DT", "CD", "PRP$")


def _is_light(phrase: Tree) -> bool:
    if "nearby" in words(phrase):
        return False
    flat = all(child.label() not in ("NP", "PP", "SBAR") for child in phrase)
    if has_time_head(phrase) or has_label(phrase, "RB", "ADVP") or head_noun(phrase)[0] == "time":
        return False
    return flat and first_tag(phrase) in ("DT", "PRP$") and 2 <= len(words(phrase)) <= 4


def _agrees(subject: Tree, verb: str) -> bool:
    singular = words(subject)[0] in ("a", "an")
    return singular == (verb in ("is", "was", "'s"))


def _is_indefinite(phrase: Tree) -> bool:
    return words(phrase)[0] in _INDEFINITE and head_noun(phrase)[1] in ("NN", "NNS")


def _change_predicate(tree: Tree, change: Callable[[Tree], bool]) -> Tree | None:
    """Apply `change` to the main VP, in a copy; None if it declines or the scope is unclear."""
    clause = match_clause(tree)
    if clause is None or has_coordinated_verbs(clause.predicate):
        return None
    copy = deepcopy(tree)
    return copy if change(main_predicate(copy[-2])) else None
