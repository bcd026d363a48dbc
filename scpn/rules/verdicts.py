"""Verdicts of reviews: a bare judgment made a sentence, a sentence made an exclamation.

A fragment such as "a fine place for lunch" says what something is; which thing, the reader knows.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import NEGATIONS, first_tag, has_label, is_tag, shape, word_set, words
from scpn.rules.frame import COMMA, build, match_statement, split_stop
from scpn.rules.inflection import base_form
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import pronoun

# Of these a fragment says what something is, not what there is.
_JUDGED = word_set(
    "film movie story comedy drama romance thriller documentary tale piece work waste mix blend "
    "triumph mess reminder exercise experience performance success failure attempt version book "
    "novel song album show series episode ending idea job treat joy pleasure disappointment place "
    "spot restaurant hotel bar store shop deal product price value buy purchase choice way gem "
    "phone camera player router machine toy game gift item unit device picture venue cafe joint "
    "salon bakery diner buffet club theater masterpiece classic sequel remake adaptation satire "
    "farce fable epic melodrama debut effort delight bore disaster portrait study ride feature "
    "solution tool service location atmosphere flick yarn chiller parable meditation combination"
)
# Adjectives that only a judge uses; a fragment needs one, so that "a red phone" stays alone.
_PRAISE = word_set(
    "great good nice excellent awesome amazing terrible bad horrible perfect wonderful fantastic "
    "poor awful superior superb lovely decent solid beautiful outstanding mediocre cheap fabulous "
    "brilliant weak incredible boring handy sturdy ridiculous disappointing worthless useless "
    "fine cute cool reliable funny clever charming dull moving touching stirring engaging "
    "entertaining compelling fascinating gripping smart stupid silly sad powerful delightful "
    "pleasant unpleasant rare thought-provoking intriguing interesting fun absorbing memorable "
    "forgettable tedious stylish ambitious gorgeous stunning tasty delicious favorite best worst "
    "intelligent witty sweet warm gentle enjoyable impressive remarkable dreadful pretentious "
    "predictable original fresh inventive sensitive heartfelt worthy admirable quirky"
)
_STRONG = word_set(
    "great excellent awesome amazing terrible horrible perfect wonderful fantastic awful superb "
    "lovely beautiful brilliant incredible ridiculous nice stupid silly fabulous delightful "
    "strange fascinating stunning gorgeous shame pity mess waste disaster joy relief pleasure "
    "bad good clever charming dreadful"
)
_COUNTABLE = word_set(
    "place spot restaurant hotel bar store shop phone camera player movie film book show product "
    "experience story atmosphere selection location deal price item job gift value game toy buy "
    "way guy location choice slice lunch dinner breakfast meal dish burger pizza sandwich salad"
)
_ASSERTIVE = word_set("very really so absolutely truly such pretty")
_IS = Tree("VBZ", ["is"])


def supply_it_is(tree: Tree) -> Iterator[Tree]:
    """ "a fine place for lunch ." -> "it is a fine place for lunch ."."""
    parts = _verdict(tree)
    if parts is None:
        return
    before, verdict, stop = parts
    if words(verdict)[0] in ("this", "that", "these", "those", "what", "such"):
        return
    opening = [*before, COMMA] if before else []
    yield build([*opening, pronoun("it"), Tree("VP", [_IS, _with_article(verdict)]), *stop])


def supply_article(tree: Tree) -> Iterator[Tree]:
    """ "nice little place ." -> "a nice little place ."."""
    parts = _verdict(tree)
    if parts is None or parts[0]:
        return
    _, verdict, stop = parts
    full = _with_article(verdict)
    if full is not verdict:
        whole = list(full) if shape(full)[0] == "NP" else [*full]
        yield build([*whole, *stop], "NP")


def exclaim(tree: Tree) -> Iterator[Tree]:
    """ "this is a wonderful phone ." -> "what a wonderful phone this is !"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = frame.predicate
    be = words(predicate)[0]
    if len(predicate) != 2 or be not in ("is", "was", "'s") or len(words(frame.subject)) > 4:
        return
    thing = predicate[1]
    text = [word for word in words(thing) if word not in _ASSERTIVE]
    if thing.label() != "NP" or has_label(tree, ",", "CC", "SBAR", "S", ":", "JJR", "JJS", "EX"):
        return
    if words(thing)[0] not in ("a", "an", "such") or set(words(tree)) & NEGATIONS:
        return
    if not set(text[1:4]) & _STRONG or len(text) > 7 or "CD" in shape(thing):
        return
    if len(text) < 3 and text[-1] not in _STRONG:
        return
    known = _without_degree(thing)
    if known is None:
        return
    what = Tree("WHNP", [Tree("WP", ["what"]), *known])
    verb = _IS if be == "'s" else predicate[0]
    clause = Tree("S", [frame.subject, Tree("VP", [verb])])
    yield build([what, clause, Tree(".", ["!"])], "SBARQ")


def state_exclamation(tree: Tree) -> Iterator[Tree]:
    """ "what a wonderful phone this is !" -> "this is a wonderful phone !"."""
    text = words(tree)
    if text[:1] != ["what"] or text[1:2] not in (["a"], ["an"]) or text[-1] not in ("!", "."):
        return
    cut = split_stop(tree)
    if cut is None or tree.label() not in ("NP", "SBARQ", "FRAG", "S", "SBAR"):
        return
    children, stop = cut
    if tree.label() == "NP" and not has_label(tree, "SBAR", "S", ",", "CC", "VP"):
        leaves = list(tree.subtrees(is_tag))[1 : len(text) - len(stop)]
        if 2 <= len(leaves) <= 6:
            yield build([pronoun("it"), Tree("VP", [_IS, Tree("NP", leaves)]), *stop])
    elif len(children) == 2 and children[0].label() == "WHNP":
        noun, clause = children
        if shape(clause) == ["NP", "VP"] and words(clause[1]) in (["is"], ["was"]):
            thing = Tree("NP", list(noun)[1:])
            yield build([clause[0], Tree("VP", [clause[1][0], thing]), *stop])


def count_liked(tree: Tree) -> Iterator[Tree]:
    """ "he hates many things ." -> "there are many things that he hates ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = frame.predicate
    if shape(predicate) not in (["VBZ", "NP"], ["VBP", "NP"], ["VBD", "NP"]):
        return
    verb, thing = predicate
    known = words(thing)[0] in ("many", "several", "few", "some") and shape(thing)[-1:] == ["NNS"]
    if not known or not all(is_tag(part) for part in thing) or len(words(thing)) > 4:
        return
    base = base_form(words(verb)[0], verb.label())
    if base in (None, "have", "be", "take", "make", "get", "do") or len(words(frame.subject)) > 4:
        return
    be = Tree("VBD", ["were"]) if verb.label() == "VBD" else Tree("VBP", ["are"])
    inner = Tree("S", [frame.subject, Tree("VP", [verb])])
    clause = Tree("SBAR", [Tree("WHNP", [Tree("WDT", ["that"])]), inner])
    there = Tree("NP", [Tree("EX", ["there"])])
    yield build([there, Tree("VP", [be, Tree("NP", [thing, clause])]), *frame.stop])


def _verdict(tree: Tree) -> tuple[list[Tree], Tree, tuple[Tree, ...]] | None:
    """An opening ("overall"), the judgment and the stop of a fragment."""
    cut = split_stop(tree)
    if tree.label() not in ("NP", "FRAG") or cut is None or not cut[0]:
        return None
    children, stop = cut
    before: list[Tree] = []
    if children[0].label() == "ADVP" and words(children[0]) in (["overall"], ["definitely"]):
        before = [children.pop(0)] if words(children[0]) == ["overall"] else []
        if children and children[0].label() == ",":
            children.pop(0)
    if not children or has_label(tree, "``", ":", "-LRB-", "PRP", "WP") or words(tree)[-1] == "?":
        return None
    if tree.label() == "FRAG" and len(children) != 1:
        return None
    verdict = children[0] if len(children) == 1 else Tree("NP", children)
    base = verdict
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    if verdict.label() != "NP" or "CC" in shape(verdict) or "," in shape(verdict):
        return None
    return (before, verdict, stop) if _judges(base) else None


def _judges(base: Tree) -> bool:
    text, last = words(base), base[-1]
    if not is_tag(last) or last.label() != "NN" or len(text) < 2 or base[0].label() == "NP":
        return False
    if text[0] in ("a", "an", "the", "my", "our", "one", "another"):
        judged = set(text) & _PRAISE
        named = text[0] not in ("the", "one") or bool(judged & {"best", "worst", "perfect"})
        return named and text[-1] in _JUDGED and bool(judged or text[-1] in _STRONG)
    bare = text[-1] in _COUNTABLE and first_tag(base) in ("JJ", "RB") and text[0] != "just"
    return bare and bool(set(text[:-1]) & _PRAISE - {"best", "worst", "favorite"})


def _with_article(verdict: Tree) -> Tree:
    """The judgment with "a" where it has no article."""
    place: tuple[int, ...] = ()
    while not is_tag(verdict[(*place, 0)]) and verdict[(*place, 0)].label() == "NP":
        place = (*place, 0)
    first = words(verdict)[0]
    if first_tag(verdict) not in ("JJ", "RB"):
        return verdict
    full = verdict.copy(deep=True)
    article = Tree("DT", ["an" if first[0] in "aeiou" else "a"])
    (full[place] if place else full).insert(0, article)
    return full


def _without_degree(thing: Tree) -> list[Tree] | None:
    """The tags of "a very good phone" without "very" or "such"; None if the article misfits."""
    tags = [part for part in thing.subtrees(is_tag) if words(part)[0] not in _ASSERTIVE]
    if len(tags) < 2 or words(tags[0])[0] not in ("a", "an"):
        return None
    vowel = words(tags[1])[0][0] in "aeiou"
    return [Tree("DT", ["an" if vowel else "a"]), *tags[1:]]


VERDICTS: Mapping[str, Rewrite] = {
    "verdict-it-is": supply_it_is,
    "verdict-article": supply_article,
    "verdict-exclaim": exclaim,
    "verdict-state": state_exclamation,
    "liked-count": count_liked,
}
"""Loose rules of this module by their names."""
