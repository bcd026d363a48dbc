"""Reported speech and opinions: who says or thinks so moves, or becomes a phrase or an adverb."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    THIRD_PERSON,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, is_statement, match_statement, number_of, split_stop
from scpn.rules.rule import Rewrite

_REPORTS = word_set(
    "say says said add adds added explain explains explained report reports reported announce "
    "announced announces claim claims claimed argue argues argued note notes noted admit admits "
    "admitted predict predicts predicted warn warns warned insist insists insisted conclude "
    "concluded concludes estimate estimates estimated confirm confirmed confirms state stated "
    "states suggest suggests suggested promise promised maintain maintains"
)
_OPINIONS = word_set(
    "think thinks thought believe believes believed guess suppose hope hopes feel feels reckon "
    "know knows knew realize realizes realized remember felt imagine bet assume presume suspect "
    "suspects fear fears swear hear understand"
)
_TOLD = word_set("told tells tell")
_STATES = word_set("sure afraid certain glad convinced")
_SPEAKS = word_set("say says said report reports reported explain explains explained estimate "
    "estimates estimated note notes noted")  # fmt: skip
_SPEECH = word_set("said says asked replied answered shouted cried whispered exclaimed added")
_FACTS = word_set("awake asleep ready here dead alive married open closed sick sure home afraid")
_LONG = 24


def move_speaker_to_end(tree: Tree) -> Iterator[Tree]:
    """ "the mayor said that it works ." -> "it works , the mayor said ." (and "said the mayor")."""
    report = _match_report(tree)
    if report is None:
        return
    subject, verb, content, stop = report
    if not _keeps_reference(subject, content):
        return
    speaker = [subject, verb]
    if words(subject) in (["i"], ["it"]):
        speaker = [Tree("S", speaker)]  # so parsers see it
    yield build([content, COMMA, *speaker, *stop])
    plain = len(verb) == 1 and words(verb)[0] in ("said", "says", "added", "explained", "reported")
    heavy = len(words(subject)) > 8 or has_label(subject, "SBAR", "VP")
    if plain and not is_pronoun(subject) and not heavy:
        yield build([content, COMMA, verb, subject, *stop], "SINV")


def move_speaker_to_front(tree: Tree) -> Iterator[Tree]:
    """ "it works , i think ." -> "i think it works ."."""
    cut = split_stop(tree)
    if cut is None or has_label(tree, "``", "''"):
        return
    children, stop = cut
    labels = [child.label() for child in children]
    if labels not in (["S", ",", "NP", "VP"], ["S", ",", "VP", "NP"]):
        return
    content = children[0]
    speaker, verb = (children[2], children[3]) if labels[2] == "NP" else (children[3], children[2])
    known = len(verb) == 1 and words(verb)[0] in _REPORTS | _OPINIONS
    if not known or len(words(verb)) > 1 or not is_statement(content):
        return
    if has_label(speaker, ","):
        return
    if not _keeps_reference(speaker, content) or len(words(speaker)) > 12:
        return
    that = [Tree("IN", ["that"])] if words(verb)[0] in _REPORTS else []
    report = Tree("VP", [*verb, Tree("SBAR", [*that, content])])
    yield build([speaker, report, *stop])


def report_to_source(tree: Tree) -> Iterator[Tree]:
    """ "the mayor says that it works ." -> "according to the mayor , it works ."."""
    report = _match_report(tree)
    if report is None:
        return
    subject, verb, content, stop = report
    if len(verb) > 1 or words(verb)[0] not in _SPEAKS or is_pronoun(subject):
        return
    if has_label(subject, "SBAR", ",", "VP") or not _keeps_reference(subject, content):
        return
    if words(subject)[0] in ("some", "many", "people", "someone", "everyone", "nobody", "no"):
        return
    source = Tree("PP", [Tree("VBG", ["according"]), Tree("PP", [Tree("TO", ["to"]), subject])])
    yield build([source, COMMA, *content, *stop])


def source_to_report(tree: Tree) -> Iterator[Tree]:
    """ "according to the mayor , it works ." -> "the mayor says that it works ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None:
        return
    children, stop = cut
    if [child.label() for child in children[:2]] != ["PP", ","] or len(children) < 4:
        return
    source, content = children[0], Tree("S", children[2:])
    if words(source)[:2] != ["according", "to"] or not is_statement(content):
        return
    speaker = source[-1][-1] if shape(source)[-1:] == ["PP"] else source[-1]
    number = number_of(speaker) if speaker.label() == "NP" else ""
    if not number or is_pronoun(speaker) or has_label(speaker, ",", "SBAR"):
        return
    is_name = speaker[-1].label() in ("NNP", "NNPS")  # "peter collins" is one
    says = Tree("VBZ", ["says"]) if number == "singular" or is_name else Tree("VBP", ["say"])
    clause = Tree("SBAR", [Tree("IN", ["that"]), content])
    yield build([speaker, Tree("VP", [says, clause]), *stop])


def opinion_to_phrase(tree: Tree) -> Iterator[Tree]:
    """ "i think it is great ." -> "in my opinion , it is great ."; "i hope" -> "hopefully ,"."""
    report = _match_report(tree)
    if report is None:
        return
    subject, verb, content, stop = report
    text = words(verb)
    if words(subject) != ["i"] or len(text) != 1:
        return
    if text[0] == "hope" and shape(content)[0] == "NP":
        hopefully = Tree("ADVP", [Tree("RB", ["hopefully"])])
        yield build([hopefully, COMMA, *content, *stop])
    if text[0] in ("think", "believe", "feel") and _is_evaluation(content):
        opinion = Tree("NP", [Tree("PRP$", ["my"]), Tree("NN", ["opinion"])])
        yield build([Tree("PP", [Tree("IN", ["in"]), opinion]), COMMA, *content, *stop])


def phrase_to_opinion(tree: Tree) -> Iterator[Tree]:
    """ "in my opinion , it is great ." -> "i think it is great ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or len(cut[0]) < 4 or cut[0][1].label() != ",":
        return
    opening, content = " ".join(words(cut[0][0])), Tree("S", cut[0][2:])
    verb = {"in my opinion": "think", "in my view": "think", "hopefully": "hope"}.get(opening)
    if verb is None or not is_statement(content):
        return
    predicate = Tree("VP", [Tree("VBP", [verb]), Tree("SBAR", [content])])
    yield build([Tree("NP", [Tree("PRP", ["i"])]), predicate, *cut[1]])


def seeming_to_adverb(tree: Tree) -> Iterator[Tree]:
    """ "it seems that it works ." -> "apparently , it works ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["it"] or frame.between:
        return
    predicate = frame.predicate
    if shape(predicate)[1:] != ["SBAR"] or words(predicate)[0] not in ("seems", "appears"):
        return
    clause = predicate[-1]
    content = clause[-1]
    if words(clause)[0] in ("as", "like", "if") or not is_statement(content):
        return
    if shape(content)[0] == "NP":
        adverb = Tree("ADVP", [Tree("RB", ["apparently"])])
        yield build([*frame.lead, adverb, COMMA, *content, *frame.stop])
        aside = Tree("S", [frame.subject, Tree("VP", [predicate[0]])])
        yield build([content, COMMA, aside, *frame.stop])


def move_quotation_to_front(tree: Tree) -> Iterator[Tree]:
    """ "she said , " we left . "" -> "" we left , " she said ."."""
    children = list(tree)
    if tree.label() != "S" or shape(tree) not in (["NP", "VP", ".", "''"], ["NP", "VP", ".", "``"]):
        return
    subject, predicate, stop, closing = children
    labels = shape(predicate)
    if labels not in (["VBD", ",", "``", "S"], ["VBZ", ",", "``", "S"], ["VBD", ":", "``", "S"]):
        return
    verb, _, opening, content = predicate
    if words(verb)[0] not in _SPEECH or len(words(subject)) > 8 or has_label(content, "``"):
        return
    mark = COMMA if words(stop) == ["."] else stop
    tail = [] if words(stop) == ["."] else [Tree(".", ["."])]
    report = [subject, Tree("VP", [verb])]
    yield build([opening, content, mark, closing, *report, *(tail or [stop])])


def turn_speaker(tree: Tree) -> Iterator[Tree]:
    """ "" we left , " said the king ." -> "" we left , " the king said ." and the other way."""
    labels = shape(tree)
    if labels == ["``", "S", ",", "''", "VP", "NP", "."] and tree.label() == "SINV":
        opening, content, comma, closing, verb, speaker, stop = tree
        if len(words(verb)) == 1 and words(verb)[0] in _SPEECH and not has_label(speaker, ","):
            yield build([opening, content, comma, closing, speaker, verb, stop])
            quoted = Tree("VP", [*verb, comma, opening, content])
            if words(stop) == ["."]:
                yield build([speaker, quoted, stop, closing])
    elif labels == ["``", "S", ",", "''", "NP", "VP", "."]:
        opening, content, comma, closing, speaker, verb, stop = tree
        said = len(words(verb)) == 1 and words(verb)[0] in _SPEECH
        if said and not is_pronoun(speaker) and len(words(speaker)) <= 8:
            yield build([opening, content, comma, closing, verb, speaker, stop], "SINV")


def _match_report(tree: Tree) -> tuple[Tree, Tree, Tree, tuple[Tree, ...]] | None:
    """Speaker, verb, what is said or thought, and the stop of "x says that y"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return None
    if has_label(tree, "``", "''", "PRN"):
        return None
    predicate = frame.predicate
    labels = shape(predicate)
    verb = words(predicate[0])[0]
    if labels[1:] == ["SBAR"] and verb in _REPORTS | _OPINIONS and is_tag(predicate[0]):
        head = Tree("VP", [predicate[0]])
    elif labels[1:] == ["NP", "SBAR"] and verb in _TOLD:
        head = Tree("VP", [predicate[0], predicate[1]])
    elif labels[1:] == ["ADJP"] and shape(predicate[1])[-1:] == ["SBAR"] and verb in ("am", "'m"):
        quality = Tree("ADJP", list(predicate[1])[:-1])
        if words(quality)[-1] not in _STATES:
            return None
        head = Tree("VP", [predicate[0], quality])
        predicate = predicate[1]
    else:
        return None
    clause = predicate[-1]
    content = clause[-1]
    if shape(clause) not in (["IN", "S"], ["S"]) or words(clause)[0] in ("if", "whether", "like"):
        return None
    if shape(clause)[0] == "IN" and words(clause[0]) != ["that"]:
        return None
    if not is_statement(content) or len(words(content)) > _LONG or len(words(content)) < 3:
        return None
    text = " ".join(words(content))
    if first_tag(frame.subject) in ("WDT", "WP", "EX") or " and that " in text:
        return None
    if words(frame.subject)[0] in ("that", "this", "which") or has_label(frame.subject, ","):
        return None
    if set(words(head)) & NEGATIONS:
        return None
    return frame.subject, head, content, frame.stop


def _keeps_reference(speaker: Tree, content: Tree) -> bool:
    """Whether a pronoun in the report cannot stand for the speaker, who now comes later."""
    if is_pronoun(speaker):
        return True
    if not set(words(content)) & THIRD_PERSON:
        return True
    subject = next((part for part in content if part.label() == "NP"), content)
    if set(words(subject)) & THIRD_PERSON - {"this", "that", "these", "those", "it"}:
        return False
    return not set(words(content)) & {"he", "she", "him", "her", "his", "they", "them"}


def _is_evaluation(content: Tree) -> bool:
    """Whether a clause judges: "it is great", "we should go"."""
    predicate = content[-1]
    text = words(predicate)
    if has_label(predicate, "VBN", "VBG", "VBD") or shape(content)[0] != "NP":
        return False
    if text[0] in ("should", "must", "ought"):
        return True
    if text[0] not in ("is", "are", "'s", "'re") or len(predicate) < 2:
        return False
    if predicate[1].label() == "NP":
        return text[1] in ("a", "an") and has_label(predicate[1], "JJ", "JJR")
    return predicate[1].label() == "ADJP" and not set(text) & _FACTS


REPORTS: Mapping[str, Rewrite] = {
    "speaker-end": move_speaker_to_end,
    "speaker-front": move_speaker_to_front,
    "report-source": report_to_source,
    "source-report": source_to_report,
    "opinion-phrase": opinion_to_phrase,
    "phrase-opinion": phrase_to_opinion,
    "seeming-adverb": seeming_to_adverb,
    "quotation-front": move_quotation_to_front,
    "quotation-turn": turn_speaker,
}
"""Loose rules of this module by their names."""
