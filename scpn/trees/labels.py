"""The labels of the Penn Treebank family, and how spelling variants become one label.

Phrase labels and tags are those of the Penn Treebank (Bies et al. 1995), with the additions of
the English Web Treebank (ADD AFX GW HYPH NFP XX, NML) and of the speech and biomedical releases.
"""

import re

_PHRASES = """
ADJP ADVP CONJP EDITED FRAG INTJ JJP LST META NAC NML NP NX PP PRN PRT QP RRC S SBAR SBARQ SINV SQ
TYPO UCP VP WHADJP WHADVP WHNP WHPP X
"""
_TAGS = """
# $ '' , -LRB- -RRB- . : ADD AFX CC CD DT EX FW GW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS NNS PDT
POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB XX ``
"""

PHRASE_LABELS: tuple[str, ...] = tuple(_PHRASES.split())
"""Labels of phrases, in alphabetical order."""

POS_TAGS: tuple[str, ...] = tuple(_TAGS.split())
"""Part-of-speech tags, in alphabetical order."""

KNOWN_LABELS: frozenset[str] = frozenset(PHRASE_LABELS) | frozenset(POS_TAGS)
"""Every label a template may name."""

ROOT_LABELS: frozenset[str] = frozenset({"", "ROOT", "TOP", "S1", "VROOT"})
"""Labels of wrappers around a whole tree: treebanks and parsers each have their own."""

TRACE_TAG = "-NONE-"
"""Tag of empty elements: traces, dropped subjects, zero complementizers."""

FINAL_PUNCTUATION = "."
"""Tag of sentence-final punctuation: full stop, question mark, exclamation mark."""

_VARIANTS: dict[str, str] = {
    '"': "''",
    "”": "''",
    "“": "``",
    "(": "-LRB-",
    "[": "-LRB-",
    "{": "-LRB-",
    "-LCB-": "-LRB-",
    "-LSB-": "-LRB-",
    ")": "-RRB-",
    "]": "-RRB-",
    "}": "-RRB-",
    "-RCB-": "-RRB-",
    "-RSB-": "-RRB-",
}
_STEM = re.compile(r"[^-=|]+")


def normalize_label(label: str) -> str:
    """Return the plain label: no function tags, indices or alternatives; one spelling each.

    `NP-SBJ-1`, `NP=2` and `NP|NX` become `NP`; `-LRB-`, `-RRB-` and `-NONE-` stay; every bracket
    tag becomes `-LRB-` or `-RRB-`, and a straight quote (which does not say whether it opens or
    closes) becomes `''`. Idempotent.
    """
    match = None if label in _VARIANTS else _STEM.match(label)
    stem = match.group() if match else label
    return _VARIANTS.get(stem, stem)
