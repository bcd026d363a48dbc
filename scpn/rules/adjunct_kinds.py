"""Which phrases may leave their place: adjuncts told from arguments, by word and by verb.

The strict rules know times and a few openings. Here more is taken for an adjunct: places named by
a noun for a place, causes, comparisons, purposes and all adverbial clauses.
"""

import re

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    EVENTS,
    PRONOUNS,
    THIRD_PERSON,
    TIME_NOUNS,
    first_tag,
    has_label,
    has_time_head,
    head_noun,
    is_time,
    shape,
    word_set,
    words,
)

_OPENINGS = (
    "according to|despite|in spite of|because of|thanks to|due to|instead of|in addition to|"
    "in response to|as a result of|in case of|apart from|aside from|unlike|as part of|"
    "with the help of|with the exception of|on behalf of|in contrast to|compared to|"
    "compared with|in comparison with|regardless of|in the absence of|in the case of|"
    "in the event of|as usual|for the first time|for the last time|for this reason|"
    "for some reason|for that reason|for example|for instance|in fact|of course|in general|"
    "on average|on the other hand|for the most part|at the same time|in the meantime|"
    "in the end|at first|at last|in recent years|in recent months|in recent weeks|"
    "over the years|at the time|at that time|at this time|in the past|in the future|"
    "as a child|by the way|in reality|in practice|in theory|in particular|since then|by then|"
    "until now|so far|as a result|by now|once again|at least once|at all times|from time to time|"
    "at the moment|at this point|at the age of|from my point of view|in my opinion|in this way|"
    "on the contrary|by contrast|in turn|as a consequence"
)
_OPENS = re.compile(rf"({_OPENINGS})( |$)")
_WHOLE = re.compile(rf"({_OPENINGS})$")
_NEEDS_OBJECT = re.compile(r".*( to| of| with)$|despite$|unlike$")
_CONJUNCTIONS = word_set(
    "when whenever if because although though while since before after unless until once whereas as"
)
_LONG_CONJUNCTIONS = re.compile(
    "as soon as|as long as|even though|even if|now that|in case|just as|just when|so that|"
    "every time|each time|the moment|the first time|right after|right before|shortly after|"
    "shortly before|soon after|whether or not|even when|provided that|in order that"
)
_PLACES = word_set(
    "room house home kitchen bathroom bedroom garden yard street road highway sidewalk park beach "
    "field forest wood woods mountain mountains hill river lake sea ocean water pool island city "
    "town village country countries state states county area region district neighborhood world "
    "europe africa asia america office school university college hospital church station airport "
    "store shop market mall supermarket restaurant cafe bar hotel theater theatre cinema museum "
    "library gym stadium court building apartment hall hallway corridor stage square desert snow "
    "sky grass zoo farm institute institutes countries cities "
    "places hills barn ranch prison jail factory lab laboratory studio classroom playground "
    "background foreground distance crowd parade festival conference ceremony background film "
    "movie book novel story article paper episode season chapter report study series show video "
    "interview survey experiment census picture photo photograph image scene game letter speech "
    "statement poem song album play website internet web forum north south east west center "
    "centre middle downtown suburbs countryside valley coast shore harbor bay bridge corner wall "
    "roof balcony porch tunnel subway platform army navy parliament congress senate kingdom empire "
    "province territory capital canyon pond stream garage basement attic cave palace castle temple"
)
_SCENES = _PLACES | word_set(
    "couch bed bench table chair sofa desk floor ground fence tree trees sand boat ship plane "
    "train bus car truck container box bowl plate cup basket window doorway door counter shelf "
    "rock rocks cliff ledge steps stairs staircase tent blanket rug carpet mat puddle creek dock "
    "pier track tracks path trail driveway lot court ring arena pile mirror sink tub oven stove "
    "wave waves"
)
_OCCASIONS = word_set(
    "war battle election elections match final contest competition race trial olympics games "
    "championship championships tournament"
)
_PLACE_PREPOSITIONS = word_set("in on at near under behind inside outside across throughout along")
_TIME_PREPOSITIONS = word_set("in on at since until during after before by within throughout over")
# Verbs whose place is an argument: it says where to, or fills the frame of the verb.
_NEEDS_PLACE = word_set(
    "put puts putting place places placed placing set sets setting leave leaves left keep keeps "
    "kept live lives lived living stay stays stayed remain remains remained reside resides resided "
    "go goes went gone going come comes came coming get gets got getting move moves moved arrive "
    "arrives arrived land landed hang hangs hung throw throws threw thrown throwing drop dropped "
    "include includes included including involve involved involves participate participated engage "
    "engaged invest invested believe believes believed succeed result resulted results lie lies "
    "lay located situated found based rooted born buried hold holds held holding have has had "
    "having share write writes wrote written enter entered join joined store stored stick stuck "
    "base center focus focused concentrate depend depends rely relies work works jump jumps jumped "
    "jumping fall falls fell fallen falling pour poured load loaded install installed hide hid "
    "hidden lean leans leaning sit sits sat sitting stand stands stood standing step steps dress "
    "dressed covered cover walk walks walked walking ride look looks looked looking stare be been "
    "being climb climbs climbing become became becomes begin began cast lost lose spend spent "
    "attend pass passed specialize specialized split divide divided turn turned bring brought take "
    "takes took taken send sent call called vote voted act acted pay paid add added"
)
# Objects that make one phrase with what follows: "play a role in", "have an effect on".
_BINDS_NEXT = word_set(
    "role part place interest faith change changes increase decrease rise drop effect impact "
    "influence trust confidence eye eyes attention light emphasis focus pressure help hand hands "
    "advantage pleasure pride trouble problem problems difficulty success experience belief "
    "share stake hope hopes door look information details money time love care view views"
)
_NEEDS_TIME = word_set(
    "last lasts lasted date dates dated schedule scheduled wait waits waited waiting remain "
    "remained extend extended run runs spend spent spends be been being is are was were 's 're 'm"
)
_TIME_ADVERBS = frozenset(
    ["soon", "right now", "lately", "afterwards", "later", "these days", "recently"]
)
_DURATIONS = word_set("for over until by within")
_CONTROLS = word_set(
    "ask asks asked tell tells told want wants wanted allow allows allowed help helps helped force "
    "forces forced get gets got expect expects expected need needs needed like likes liked love "
    "loves loved prefer order ordered persuade persuaded convince convinced encourage encouraged "
    "encourages enable enables enabled cause causes caused lead leads led teach teaches taught "
    "invite invited advise advised remind reminded reminds warn warned urge urged permit permitted "
    "require requires required believe believed consider considered know known find finds found "
    "choose chose chosen appoint appointed elect elected hire hired have has had having take takes "
    "took taking cost costs be is are was were been being 's seem seems seemed appear appears "
    "appeared make makes made let give gives gave given leave left pay paid challenge challenged "
    "intend intended plan planned try tried trying try tries wish hope hoped agree agreed decide "
    "decided refuse refused manage managed fail failed happen happened tend tends continue "
    "continued begin began start started threaten promise promised offer offered go goes going "
    "look looks looking wait waits waited waiting motion say said live lived show shown claim "
    "prove proved seek used bring set grow grew come say assign "
    "assigned instruct command direct oblige"
)
_INFINITIVE_NOUNS = word_set(
    "time money way ways chance right ability power reason opportunity plan plans decision attempt "
    "effort efforts place permission desire need something anything nothing someone everything "
    "much enough lot people person place thing things one ones authority freedom courage order "
    "option job work duty steps step tool tools trouble impulse urge intention tendency readiness "
    "proposal request threat promise invitation refusal failure wish hope pressure tried agreement"
)


def is_adverbial_clause(node: Tree) -> bool:
    """Whether a clause opens with a conjunction and has a subject: "when it rained"."""
    if node.label() != "SBAR" or shape(node)[-1:] != ["S"] or has_label(node, "``", "''", ":"):
        return False
    labels = shape(node[-1])
    if "NP" not in labels or labels[-1] != "VP" or len(words(node)) < 3:
        return False
    opening = conjunction_of(node)
    return opening in _CONJUNCTIONS or _LONG_CONJUNCTIONS.fullmatch(opening) is not None


def conjunction_of(node: Tree) -> str:
    """What an adverbial clause opens with, "" for other phrases: "even though"."""
    if node.label() != "SBAR" or len(node) < 2:
        return ""
    return " ".join(word for child in list(node)[:-1] for word in words(child))


def is_reduced_clause(node: Tree) -> bool:
    """ "when asked", "while waiting for us", "before leaving": no subject of its own."""
    text = words(node)
    if node.label() not in ("SBAR", "PP") or shape(node)[-1:] != ["S"] or len(text) < 2:
        return False
    opens = text[0] in ("when", "while", "before", "after", "by", "without", "since", "if", "once")
    return opens and shape(node[-1]) == ["VP"] and first_tag(node[-1]) in ("VBG", "VBN")


def is_purpose(node: Tree, verb: str, between: list[Tree]) -> bool:
    """Whether "to ..." says what for, judged by the verb and what stands between them."""
    text = words(node)
    if text[:3] == ["in", "order", "to"] or text[:3] == ["so", "as", "to"]:
        return True
    if node.label() != "S" or shape(node) != ["VP"] or text[0] != "to" or len(text) < 3:
        return False
    if verb in _CONTROLS or not between or text[1] in ("be", "have"):
        return False
    last = between[-1]
    if last.label() not in ("NP", "PP") or sum(len(words(part)) for part in between) < 2:
        return False
    nouns = {word for part in between for word in words(part)}
    return not nouns & _INFINITIVE_NOUNS and not has_label(last, "JJR", "JJS")


def is_circumstance_phrase(node: Tree) -> bool:
    """Whether a phrase opens like a circumstance: "despite the rain", "on average"."""
    if node.label() not in ("PP", "ADVP"):
        return False
    text = " ".join(words(node))
    match = _OPENS.match(text)
    if match is None or set(words(node)) & (THIRD_PERSON - {"this", "that", "these", "those"}):
        return False
    return _WHOLE.fullmatch(text) is not None or _NEEDS_OBJECT.fullmatch(match[1]) is not None


def is_time_phrase(node: Tree) -> bool:
    """Whether a phrase says when, more widely than `scpn.rules.clauses.is_time`."""
    if is_time(node):
        return words(node)[0] not in _DURATIONS
    text = words(node)
    if node.label() == "PP" and shape(node) == ["PP", "PP"]:
        return text[0] == "from" and all(has_time_head(part[-1]) for part in node)
    if node.label() == "PP" and shape(node) == ["IN", "NP"] and text[0] in _TIME_PREPOSITIONS:
        if has_label(node, "SBAR", "VP", "S", ":") or set(text) & PRONOUNS:
            return False
        if text[0] in _DURATIONS and text[0] != "over":
            return False
        word = head_noun(node[1])[0]
        if text[0] in ("after", "before", "during", "since"):
            return word in EVENTS or has_time_head(node[1]) or text[0] == "during"
        return has_time_head(node[1]) and (text[0] != "over" or "past" in text or "last" in text)
    if node.label() in ("NP", "ADVP") and 2 <= len(text) <= 4 and text[-1] in TIME_NOUNS:
        return text[0] in ("last", "next", "this", "that", "every", "each", "one") or (
            text[:2] in (["the", "next"], ["the", "following"], ["the", "same"])
        )
    if node.label() == "ADVP" and " ".join(text) in _TIME_ADVERBS:
        return True
    return len(text) <= 4 and len(text) > 1 and text[-1] in ("later", "earlier", "ago")


def is_scene_phrase(node: Tree) -> bool:
    """Whether a phrase could say where something is in a picture: "on a couch"."""
    text = words(node)
    opens = text[0] in _PLACE_PREPOSITIONS or text[:3] == ["in", "front", "of"]
    opens = opens or text[:2] == ["next", "to"]
    if node.label() != "PP" or shape(node)[-1:] != ["NP"] or not opens or is_time_phrase(node):
        return False
    if has_label(node, "SBAR", "S", "VP", ":", ",", "``") or set(text) & PRONOUNS:
        return False
    word, tag = head_noun(node[-1])
    return tag in ("NN", "NNS") and word in _SCENES


def is_place_phrase(node: Tree) -> bool:
    """Whether a phrase says where, with a noun that names a place or a name after "in"."""
    text = words(node)
    if node.label() != "PP" or shape(node) != ["IN", "NP"] or text[0] not in _PLACE_PREPOSITIONS:
        return False
    if has_label(node, "SBAR", "S", "VP", ":", "CC", "``") or set(text) & PRONOUNS:
        return False
    word, tag = head_noun(node[1])
    if tag in ("NNP", "NNPS"):
        return text[0] in ("in", "at", "near", "throughout") and len(text) <= 5
    return tag in ("NN", "NNS") and (
        word in _PLACES or (text[0] in ("in", "at") and word in _OCCASIONS)
    )


def is_duration(node: Tree) -> bool:
    """Whether a phrase says how long: "for two years", "for several months"."""
    text = words(node)
    if node.label() != "PP" or shape(node) != ["IN", "NP"] or text[0] != "for" or len(text) > 5:
        return False
    return text[-1] in TIME_NOUNS and text[-1].endswith("s") and has_time_head(node[1])


def place_is_argument(verb: str, between: list[Tree], *, has_auxiliary: bool) -> bool:
    """Whether the verb, or the object next to the place, asks for it."""
    if not between:
        return not has_auxiliary or verb in _NEEDS_PLACE or verb in BE
    nouns = {head_noun(part)[0] for part in between if part.label() == "NP"}
    if nouns & _BINDS_NEXT:
        return True
    rich = any(part.label() in ("NP", "PP", "S", "SBAR", "ADJP") for part in between)
    if verb in BE:
        return not any(part.label() in ("NP", "ADJP") for part in between)
    return verb in _NEEDS_PLACE or not rich


def time_is_argument(verb: str, between: list[Tree]) -> bool:
    """Whether the verb asks for the time: "it lasted until noon", "the party is on friday"."""
    return verb in _NEEDS_TIME and not between
