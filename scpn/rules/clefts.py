"""What-clefts: "what the shop sells is old books", "what we need to do is buy tickets".

The thing in the predicate becomes what the sentence is about. Things only, since of a person one
would have to say "who", and no idioms: nobody says that what he took was place.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    has_coordinated_verbs,
    has_label,
    has_time_head,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_statement, number_of
from scpn.rules.inflection import base_form, base_of_gerund
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite

# Verbs whose object is a thing of its own, with nearly any noun.
_TAKES_THING = word_set(
    "add face win achieve play handle purchase tell insert drain expand submit conduct hold "
    "follow cause show display have signify bake practice reject accept deliver print copy "
    "measure prevent destroy block need want love like hate enjoy fear lack expect see find know "
    "say mean write read buy sell eat drink wear carry use watch produce contain offer provide "
    "create build develop prefer require remember notice describe discuss explain suggest "
    "recommend study teach cook order choose publish sing paint draw design invent discover bring "
    "send receive hear smell demand deserve seek propose advocate pick promote support import "
    "export grow make try collect steal dislike adore hide store manufacture appreciate feature"
)
# With "make" and some others only a concrete noun is meant; these are idioms.
_IDIOMS = word_set(
    "tale story truth role roles game games part hands meeting tail lead suit right idea ideas "
    "problems need interest experience point chance sense use fun mistake mistakes decision "
    "decisions way ways sure progress money difference attention place care time times end "
    "advantage lot all everything something anything nothing thing things stuff effort efforts "
    "choice living trouble help work sight word words kind sort type one ones each other another "
    "debut appearance appearances love friends most face fact look bit name hand back statement "
    "comment contribution attempt movie film"
)
_PLANS = word_set(
    "need needs needed want wants wanted have has had like love loves hope hopes hoped plan plans "
    "planned try tries tried intend intends intended going prefer decided"
)
_STATES = word_set(
    "be have know like love want need understand believe feel see hear seem become live stay "
    "remain keep get belong own think mean cost die lose miss fall realize"
)
_ACTS = word_set(
    "expand build write create make put take bring buy sell move turn carry cut open close clean "
    "change call send give pay pick push pull throw stop add remove replace use paint repair fix "
    "order book cook eat drink read watch play visit leave return invite meet marry kill attack "
    "fight study teach show ask offer help publish design develop produce explain describe "
    "compare combine reduce raise improve establish run walk jump climb drive fly look wait work "
    "talk hold wash set spend install check search travel"
)
_CLEAR = ("really", "actually", "always", "usually")
_UNCOUNTED = word_set("no any only just even also too either neither each every few little nothing")
_VAGUE = word_set(
    "a an no some many most few several all everyone nobody someone one any more each"
)
_CONCLUSIONS = word_set(
    "problem truth point reason fact thing trouble issue question idea trick difference result "
    "good news goal hope plan solution downside catch"
)
_PAIRS = frozenset(
    """look at,look for,talk about,think about,wait for,listen to,depend on,count on,believe in,
    suffer from,consist of,lead to,contribute to,work on,respond to,refer to,rely on,apply for,
    complain about,hope for,dream of,dream about,learn about,worry about,focus on,deal with,argue
    about,write about,read about,search for,ask for,pay for,sing about,grumble about,struggle with,
    start with,begin with,result in,stare at,laugh at,go with,care about,point to,stand for,insist
    on,agree on,come from,speak about,fight for,object to,turn to""".replace("\n    ", " ")
    .replace(", ", ",")
    .split(",")
)
_PP = ["IN", "NP"]
_ACTIVITIES = word_set(
    "suggest recommend advocate enjoy love hate like avoid propose prefer dislike"
)
_LIMIT = 7


def say_what_thing(tree: Tree) -> Iterator[Tree]:
    """ "the shop sells old books ." -> "what the shop sells is old books ."."""
    frame = _plain_statement(tree)
    if frame is None or frame.subject is None:
        return
    predicate = deepcopy(frame.predicate)
    holder = _lowest(predicate)
    if len(holder) < 2 or holder[1].label() != "NP" or not is_tag(holder[0]):
        return
    thing = holder.pop(1)
    tail = list(holder)[1:]
    if any(part.label() not in ("PP", "ADVP") and not has_time_head(part) for part in tail):
        return
    if sum(len(words(part)) for part in tail) > _LIMIT or not _is_thing(thing):
        return
    if any(words(part)[0] in ("too", "also", "again", "by", "of", "as", "with") for part in tail):
        return
    base = _base(holder[0])
    if base not in _TAKES_THING or (base == "have" and not _is_owner(frame)):
        return
    plural = number_of(thing) == "plural" or _is_plural(thing)
    yield _cleft(frame, predicate, thing, plural=plural)


def _is_owner(frame: Frame) -> bool:
    """Whether "we have" a thing now, which may be said as "what we have"."""
    subject = frame.subject
    now = words(frame.predicate)[0] in ("have", "'ve", "has")
    return subject is not None and is_pronoun(subject) and now and len(words(frame.predicate)) > 3


def say_what_about(tree: Tree) -> Iterator[Tree]:
    """ "they talked about old songs ." -> "what they talked about was old songs ."."""
    frame = _plain_statement(tree)
    if frame is None or frame.subject is None:
        return
    predicate = deepcopy(frame.predicate)
    holder = _lowest(predicate)
    if len(holder) != 2 or not is_tag(holder[0]) or shape(holder[1]) not in (_PP, ["TO", "NP"]):
        return
    preposition, thing = holder[1]
    pair = f"{_base(holder[0])} {words(preposition)[0]}"
    asked = thing.label() == "SBAR" and first_tag(thing) in ("WP", "WRB")
    if pair not in _PAIRS or not (asked or _is_thing(thing)):
        return
    holder.pop()
    holder.append(Tree("PP", [preposition]))
    yield _cleft(frame, predicate, thing, plural=False)


def say_what_activity(tree: Tree) -> Iterator[Tree]:
    """ "he suggested taking a taxi ." -> "what he suggested was taking a taxi ."."""
    frame = _plain_statement(tree)
    if frame is None:
        return
    predicate = deepcopy(frame.predicate)
    holder = _lowest(predicate)
    if len(holder) != 2 or holder[1].label() != "S" or shape(holder[1]) != ["VP"]:
        return
    act = holder[1]
    if first_tag(act) != "VBG" or len(words(act)) < 3 or _base(holder[0]) not in _ACTIVITIES:
        return
    holder.pop()
    yield _cleft(frame, predicate, act, plural=False)


def call_it_something(tree: Tree) -> Iterator[Tree]:
    """ "i do n't know why he left ." -> "why he left is something i do n't know ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = deepcopy(frame.predicate)
    if shape(predicate)[1:] != ["RB", "VP"] or not is_pronoun(frame.subject):
        return
    inner = predicate[2]
    if len(inner) != 2 or words(inner)[0] not in ("know", "understand", "remember", "get"):
        return
    clause = inner.pop()
    if clause.label() != "SBAR" or first_tag(clause) not in ("WP", "WRB") or has_label(tree, ","):
        return
    if not 4 <= len(words(clause)) <= 14 or shape(clause)[-1:] != ["S"]:
        return
    if first_tag(predicate) == "VBD":
        return
    said = Tree("S", [frame.subject, predicate])
    something = Tree("NP", [Tree("NP", [Tree("NN", ["something"])]), Tree("SBAR", [said])])
    yield build([clause, Tree("VP", [Tree("VBZ", ["is"]), something]), *frame.stop])


def say_what_question(tree: Tree) -> Iterator[Tree]:
    """ "i wonder why he left ." -> "what i wonder is why he left ."; also "i am hoping that"."""
    frame = _plain_statement(tree)
    if frame is None:
        return
    predicate = deepcopy(frame.predicate)
    holder = _lowest(predicate, infinitives=True)
    clause = holder[-1]
    if len(holder) != 2 or clause.label() != "SBAR" or not is_tag(holder[0]):
        return
    verb = words(holder[0])[0]
    asked = first_tag(clause) in ("WP", "WRB", "WDT") or words(clause)[0] == "whether"
    known = verb in ("know", "understand", "wonder", "see", "learn") and asked
    known = known and (verb == "wonder" or predicate is not holder)
    if not known and not (verb in ("hoping", "saying", "suggesting") and shape(clause)[-1] == "S"):
        return
    holder.pop()
    if not asked and len(clause) == 1:
        clause = Tree("SBAR", [Tree("IN", ["that"]), *clause])
    yield _cleft(frame, predicate, clause, plural=False)


def say_what_to_do(tree: Tree) -> Iterator[Tree]:
    """ "we have to buy the tickets ." -> "what we have to do is buy the tickets ."."""
    frame = _plain_statement(tree)
    if frame is None or frame.between:
        return
    predicate = deepcopy(frame.predicate)
    plan = _lowest(predicate)
    if words(plan[0])[0] not in _PLANS or len(plan) != 2 or plan[1].label() != "S":
        return
    if shape(plan[1]) != ["VP"] or shape(plan[1][0]) != ["TO", "VP"]:
        return
    act = plan[1][0][1]
    if not is_tag(act[0]) or words(act[0])[0] in _STATES or len(words(act)) < 3:
        return
    if has_coordinated_verbs(act):
        return
    plan[1][0][1] = Tree("VP", [Tree("VB", ["do"])])
    yield _cleft(frame, predicate, act, plural=False)


def say_what_was_done(tree: Tree) -> Iterator[Tree]:
    """ "she painted the old door ." -> "what she did was paint the old door ."."""
    frame = _plain_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(words(frame.predicate)) < 4:
        return
    verb, *rest = frame.predicate
    if not is_tag(verb) or not rest or words(frame.subject)[0] in ("it", "others"):
        return
    if verb.label() == "MD" and len(rest) == 1 and rest[0].label() == "VP" and len(rest[0]) > 1:
        act = rest[0]
        planned = words(verb)[0] in ("will", "'ll", "can", "should") and is_pronoun(frame.subject)
        if planned and words(act)[0] in _ACTS and is_tag(act[0]):
            doing = Tree("VP", [verb, Tree("VP", [Tree("VB", ["do"])])])
            yield _cleft(frame, doing, act, plural=False)
        return
    base = base_form(words(verb)[0], verb.label()) if verb.label() in ("VBD", "VBZ") else None
    if base not in _ACTS or any(part.label() not in ("NP", "PP", "PRT") for part in rest):
        return
    if rest[0].label() == "PP" or not is_pronoun(frame.subject):
        return  # "what ann did was work for the school" is more than a fact
    done = "did" if verb.label() == "VBD" else "does"
    outer = Tree("VP", [Tree(verb.label(), [done])])
    yield _cleft(frame, outer, Tree("VP", [Tree("VB", [base]), *rest]), plural=False)


def turn_cleft(tree: Tree) -> Iterator[Tree]:
    """ "a new phone is what i need ." -> "what i need is a new phone ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    be, clause = frame.predicate
    if words(be)[0] not in ("is", "'s", "was", "are", "were") or first_tag(clause) != "WP":
        return
    if words(clause)[0] != "what" or clause.label() != "SBAR" or len(words(clause)) > 12:
        return
    if len(words(frame.subject)) < 2 and words(frame.subject)[0] not in ("this", "that"):
        return
    full = be if words(be) != ["'s"] else Tree("VBZ", ["is"])
    yield build([*frame.lead, clause, Tree("VP", [full, frame.subject]), *frame.stop])


def conclude(tree: Tree) -> Iterator[Tree]:
    """ "the problem is that it leaks ." -> "it leaks , and that is the problem ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    parts = [part for part in frame.predicate if part.label() != ","]
    if len(parts) == 2 and parts[0].label() == "VP" and len(parts[0]) == 1:
        parts[0] = parts[0][0]
    subject = words(frame.subject)
    if subject[-1] not in _CONCLUSIONS or "only" in subject or len(parts) != 2:
        return
    content = parts[1]
    if words(parts[0])[0] not in ("is", "'s", "was") or content.label() not in ("SBAR", "S"):
        return
    if "," in shape(frame.predicate) and content.label() == "S":
        clause = Tree("SBAR", [Tree("IN", ["that"]), content])
        predicate = Tree("VP", [parts[0], clause])
        yield build([frame.subject, predicate, *frame.stop])
    if content.label() == "SBAR":
        if words(content)[0] not in ("that",) and len(content) > 1:
            return
        content = content[-1]
    if shape(content)[:1] != ["NP"] or shape(content)[-1] != "VP" or has_label(content, ","):
        return
    be = Tree("VBD", ["was"]) if words(parts[0]) == ["was"] else Tree("VBZ", ["is"])
    that = Tree("NP", [Tree("DT", ["that"])])
    second = Tree("S", [that, Tree("VP", [be, frame.subject])])
    yield build([content, COMMA, Tree("CC", ["and"]), second, *frame.stop])


def _plain_statement(tree: Tree) -> Frame | None:
    """A statement with a known subject and a plain predicate."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None:
        return None
    subject = words(frame.subject)
    text = set(words(tree))
    if frame.between and any(words(part)[0] not in _CLEAR for part in frame.between):
        return None
    if len(subject) > _LIMIT or subject[0] in _VAGUE | {"there", "who", "which", "that", "these"}:
        return None
    if has_label(frame.subject, "SBAR", ",", "CC", ":", "EX", "CD", "VP"):
        return None
    if text & (NEGATIONS - {"few"}) or text & {"please", "?", "maybe", "rather"}:
        return None
    if has_label(frame.predicate, ":", "``", "''", "PRN", ",") or "CC" in shape(frame.predicate):
        return None
    return frame


def _lowest(predicate: Tree, *, infinitives: bool = False) -> Tree:
    """The VP of the main verb, below auxiliaries (and "would like to", "want to")."""
    node = predicate
    while True:
        if not is_tag(node[0]):
            return node
        last = node[-1]
        active = words(node[0])[0] not in BE or first_tag(last) == "VBG"
        if len(node) == 2 and last.label() == "VP" and active:
            node = last
        elif infinitives and len(node) == 2 and last.label() == "S" and shape(last) == ["VP"]:
            if first_tag(last) != "TO":
                return node
            node = last[0]
        else:
            return node


def _base(verb: Tree) -> str | None:
    word, tag = words(verb)[0], verb.label()
    if tag == "VBG":
        return base_of_gerund(word)
    if tag == "VBN":
        tag = "VBD"
    return base_form(word, tag) or (word[:-2] if word.endswith("ed") else None)


def _is_thing(phrase: Tree) -> bool:
    """Whether an NP surely names a thing, in at least two words."""
    text = words(phrase)
    word, tag = head_noun(phrase)
    if has_label(phrase, "CD") or has_time_head(phrase):
        return False
    if len(text) < 2 or tag not in ("NN", "NNS") or text[0] in _UNCOUNTED | {"most", "all"}:
        return False
    if set(text) & {"only", "just", "even", "not", "as"} or has_label(phrase, ",", ":", "EX"):
        return False
    return not is_person(phrase) and word not in _IDIOMS


def _is_plural(thing: Tree) -> bool:
    return head_noun(thing)[1] == "NNS" and words(thing)[0] not in ("a", "an")


def _cleft(frame: Frame, predicate: Tree, said: Tree, *, plural: bool) -> Tree:
    """ "what" subject predicate "is" what is said."""
    first = first_tag(predicate)
    past = first == "VBD" or words(predicate)[0] == "could"
    singular = ("VBD", "was") if past else ("VBZ", "is")
    tag, form = (("VBD", "were") if past else ("VBP", "are")) if plural else singular
    clause = Tree("S", [part for part in (frame.subject, *frame.between) if part is not None])
    clause.append(predicate)
    what = Tree("SBAR", [Tree("WHNP", [Tree("WP", ["what"])]), clause])
    return build([*frame.lead, what, Tree("VP", [Tree(tag, [form]), said]), *frame.stop])


CLEFTS: Mapping[str, Rewrite] = {
    "what-thing": say_what_thing,
    "what-about": say_what_about,
    "what-activity": say_what_activity,
    "something": call_it_something,
    "what-question": say_what_question,
    "what-to-do": say_what_to_do,
    "what-done": say_what_was_done,
    "what-turn": turn_cleft,
    "conclude": conclude,
}
"""Loose rules of this module by their names."""
