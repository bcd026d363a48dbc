"""Sentences to constituency trees."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scpn.errors import ModelError

if TYPE_CHECKING:
    from scpn.parsing.protocol import Parser
    from scpn.pretrained.precision import Precision
    from scpn.runtime import Device


def load_parser(name_or_path: str | Path | None = None, *, device: "Device" = None) -> "Parser":
    """Load a parser.

    Args:
        name_or_path: A folder written by `scpn train parser`, the name of a bundled parser, or
            anything benepar can load (`benepar_en3`, a folder, a file), looked for in this
            order. None is the bundled one.
        device: Where to run it.

    Raises:
        ModelError: There is no such model, or it is damaged or of another kind.
    """
    from scpn.parsing.benepar_backend import BeneparParser, is_own_folder, load_benepar_model
    from scpn.pretrained import bundled_folder
    from scpn.pretrained.folder import CONFIG_NAME

    if name_or_path is None:
        bundled = bundled_folder("parser")
        if bundled is None:
            raise ModelError("this installation has no bundled parser; name one with --parser")
        return BeneparParser.load(bundled, device=device)
    path = Path(name_or_path)
    if is_own_folder(path):
        return BeneparParser.load(path, device=device)
    bundled = bundled_folder(name_or_path)
    if bundled is not None:
        return BeneparParser.load(bundled, device=device)
    if path.is_dir() and not (path / CONFIG_NAME).is_file():
        raise ModelError(f"{str(path)!r} is not a parser folder: it has no {CONFIG_NAME}")
    return load_benepar_model(str(name_or_path), device=device)


@dataclass(frozen=True)
class ParserLoader:
    """Loads a parser when it is called; can be sent to another process.

    Attributes:
        name: Bundled name, folder or benepar model; None is the bundled default.
        device: Where to run it.
        workers: Processes that load one each, and share the cores.
    """

    name: str | None
    device: "Device" = None
    workers: int = 1

    def __call__(self) -> "Parser":
        """Load it."""
        from scpn.runtime import share_cores

        share_cores(self.workers)
        return load_parser(self.name, device=self.device)


def save_parser(parser: "Parser", folder: Path, *, half: bool = True) -> None:
    """Write one of our own parsers into an existing folder that `load_parser` reads.

    Args:
        parser: From `load_parser`.
        folder: Must exist.
        half: Store half-precision numbers; those of a pretrained encoder's parser, which are
            many, as bytes.

    Raises:
        ModelError: It is one of benepar's own models.
    """
    from scpn.parsing.benepar_backend import BeneparParser, save_chart_parser
    from scpn.parsing.encoder_parser import EncoderChartParser

    if not isinstance(parser, BeneparParser):
        raise ModelError(
            f"the parser {parser.name!r} is benepar's own and is not copied; "
            "name it where it is used"
        )
    small: Precision = "byte" if isinstance(parser.model, EncoderChartParser) else "half"
    save_chart_parser(
        parser.model,
        folder,
        state=parser.model.state_dict(),
        precision=small if half else "single",
    )
