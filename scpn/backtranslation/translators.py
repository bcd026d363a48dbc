"""Translators by name."""

from collections.abc import Sequence

from scpn.backtranslation.marian import MarianTranslator
from scpn.backtranslation.process import ProcessTranslator
from scpn.backtranslation.translator import RoundTrip, Translator
from scpn.errors import UsageError
from scpn.runtime import Device, resolve_device

_PROCESS = "process:"


def load_translator(spec: str, *, device: Device = None) -> Translator:
    """Load a translator.

    Args:
        spec: `process:COMMAND`, see `ProcessTranslator`; else a folder or a repository on the hub,
            see `MarianTranslator.load`.
        device: Where a model runs.

    Raises:
        UsageError: There is no such program.
        ModelError: There is no such model, or it is damaged or of another kind.
    """
    if spec.startswith(_PROCESS):
        return ProcessTranslator(spec.removeprefix(_PROCESS))
    return MarianTranslator.load(spec, device=device)


def check_translators(forward: Sequence[str], backward: Sequence[str]) -> None:
    """Check that there is a translator for each way.

    Raises:
        UsageError: There are more of the one kind than of the other.
    """
    if len(forward) != len(backward):
        raise UsageError(
            "back-translation needs a model for each way; give as many --backward as --forward"
        )


def load_trips(
    forward: Sequence[str], backward: Sequence[str], *, device: Device = None
) -> list[RoundTrip]:
    """Load pairs of translators, as `load_translator` does.

    Raises:
        UsageError: There is not one for each way, or there is no such program or device.
        ModelError: There is no such model, or it is damaged or of another kind.
    """
    check_translators(forward, backward)
    device = resolve_device(device)  # a wrong one is refused even if only programs translate
    return [
        RoundTrip(load_translator(there, device=device), load_translator(back, device=device))
        for there, back in zip(forward, backward, strict=True)
    ]
