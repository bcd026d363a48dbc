"""The paraphraser without control, which the controlled one is compared with."""

from pathlib import Path

from scpn.errors import UsageError
from scpn.models.model import ControlledModel
from scpn.paraphraser.paraphraser import Paraphraser
from scpn.runtime import Device


def load_uncontrolled(
    folder: str | Path, beside: Paraphraser, *, device: Device = None
) -> Paraphraser:
    """Load a paraphraser trained without control, to be checked by the parser of another.

    Args:
        folder: Folder that `scpn train paraphraser` wrote.
        beside: What it is compared with; its parser is shared.
        device: Where to run.

    Raises:
        ModelError: There is no such model, or it is damaged.
        UsageError: It looks at the control.
    """
    network = ControlledModel.load(Path(folder), "paraphraser", device=device)
    config = network.config
    chosen = config.transformer if config.kind == "transformer" else config.recurrent
    if chosen.control != "none":
        raise UsageError(
            f"{folder} is a paraphraser with control {chosen.control!r}; one without is trained "
            f"with: scpn train paraphraser network.{config.kind}.control=none"
        )
    return Paraphraser(beside.parser, beside.parse_generator, network)
