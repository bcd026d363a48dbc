"""Edits of the source's own tree as a writer: the cheapest that reach the form asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import EDIT, RULE, Control, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.rules.edits import Edit, Editor
from scpn.rules.rewriting import WRITER_RULES
from scpn.rules.rule import WriterRule
from scpn.trees.transform import remove_words

MOST_DRAFTS = 6
"""Drafts of one request at most, the cheapest: each is parsed."""

MAX_COST = 4.0
"""Edits of more moves are not written."""


@dataclass(frozen=True)
class EditWriter:
    """Moves constituents of sentences until they have the form asked for.

    Attributes:
        seconds: Told the time taken.
        rules: Rules by name; edits begin with what one of them makes as well.
    """

    seconds: StageSeconds
    rules: Mapping[str, WriterRule] = field(default_factory=lambda: WRITER_RULES)

    def write(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Draft]]:
        """See `Writer.write`; the forms of one sentence share its editor."""
        editors: dict[tuple[str, ...], Editor] = {}
        drafts = []
        with self.seconds.timed("edits"):
            for request in requests:
                words = tuple(request.words)
                if words not in editors:
                    editors[words] = Editor(request.source_tree, rules=self.rules)
                drafts.append([_draft(each) for each in _edits(editors[words], request.control)])
        return drafts


def _edits(editor: Editor, control: Control) -> list[Edit]:
    """The edits worth writing; of a full parse every label counts."""
    form = control.target
    return [
        each
        for each in editor.edit(form.root, form.children, limit=MOST_DRAFTS)
        if each.cost <= MAX_COST
        and (control.parse is None or remove_words(each.tree) == control.parse)
    ]


def _draft(each: Edit) -> Draft:
    by = RULE + each.rule if each.rule else ""
    by = "+".join([*filter(None, [by]), *([EDIT] if each.is_moved else [])])
    words = [str(leaf) for leaf in each.tree.leaves()]
    return Draft(words, remove_words(each.tree), by, cost=each.cost)
