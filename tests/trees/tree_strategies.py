"""Random trees for the property tests."""

from hypothesis import strategies as st
from nltk.tree import Tree

from scpn.trees.labels import PHRASE_LABELS, POS_TAGS

PHRASES = st.sampled_from(PHRASE_LABELS)
TAGS = st.sampled_from(POS_TAGS)

# Words made of pieces that the bracket codes could be confused with, and any other word.
_TRICKY = st.lists(
    st.sampled_from(["(", ")", "[", "{", "}", "-", "\\", "LRB", "-LRB", "-LRB-", "RSB-", "B", "x"]),
    min_size=1,
    max_size=6,
).map("".join)
WORDS = st.one_of(
    _TRICKY,
    st.text(min_size=1, max_size=8).filter(lambda word: word.split() == [word]),
)


def trees_over(leaves: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    def phrase(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.builds(Tree, PHRASES, st.lists(children, min_size=1, max_size=4))

    return phrase(st.recursive(leaves, phrase, max_leaves=15))


PARSES = trees_over(TAGS.map(lambda tag: Tree(tag, [])))
TREES = trees_over(st.builds(lambda tag, word: Tree(tag, [word]), TAGS, WORDS))
