"""Full parses that a person wrote: down to parts of speech, and with a form."""

from nltk.tree import Tree

from scpn.errors import UsageError, nearest
from scpn.templates.template import Template
from scpn.trees.labels import KNOWN_LABELS, POS_TAGS
from scpn.trees.reader import read_parse
from scpn.trees.transform import normalize, pos_tags

_SHOWN = 40  # characters of a label that is quoted


def read_full_parse(text: str) -> Tree:
    """Read a full parse that a person typed or edited, such as `(S(NP(PRP))(VP(VBD)))`.

    Function tags, indices and the wrapper `(ROOT ...)` are dropped.

    Raises:
        TreeSyntaxError: Brackets or labels are malformed; with the position.
        UsageError: A label is unknown, a phrase is left empty, as in a template, or there is only
            one label.
    """
    tree = normalize(read_parse(text))
    for node in tree.subtrees():
        label = node.label()
        if label not in KNOWN_LABELS:
            near = nearest(label.upper(), KNOWN_LABELS)
            raise UsageError(f"unknown label {label[:_SHOWN]!r}{near}")
    empty = next((tag for tag in pos_tags(tree) if tag not in POS_TAGS), None)
    if empty is not None:
        raise UsageError(
            f"the phrase {empty} has nothing in it, but a full parse goes down to parts of speech; "
            "only a template ends at phrases"
        )
    Template.of(tree)
    return tree
