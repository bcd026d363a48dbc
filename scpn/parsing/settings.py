"""How sentences are read and parsed, and how their trees are written."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from scpn.settings import Settings, setting

Form = Literal["tree", "parse", "drawing"]


@dataclass(frozen=True)
class ParsingSettings(Settings):
    """How sentences are read and parsed, and how their trees are written."""

    panel: ClassVar[str] = "Parsing"

    tokenized: bool = setting(False, "Sentences are already split into treebank tokens.")
    # The networks that paraphrase read lower-cased text.
    lower: bool = setting(False, "Lower-case sentences before parsing.")
    form: Form = setting(
        "tree",
        "What is written of a tree. tree: one line with the words; parse: one line without words; "
        "drawing: several lines.",
    )
    batch_size: int = setting(1000, "Sentences parsed per batch.", min=1)
