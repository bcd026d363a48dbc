"""Loads sentence encoders: bundled ones, those of a folder, those of sentence-transformers."""

from pathlib import Path

from scpn.embeddings.protocol import SentenceEncoder
from scpn.errors import ModelError
from scpn.pretrained import bundled_folder
from scpn.runtime import Device

BUNDLED_NAME = "judge"
FOREIGN_PREFIX = "sentence-transformers:"


def load_encoder(
    name_or_path: str | Path | None = None, *, device: Device = None
) -> SentenceEncoder:
    """Load a sentence encoder.

    Args:
        name_or_path: A folder written by `scpn train embeddings`, the name of a bundled encoder,
            or `sentence-transformers:PATH` for a model of that library (a folder or a name on the
            Hugging Face hub). None is the bundled judge.
        device: Where to run it.

    Raises:
        ModelError: There is no such model, or it is damaged or of another kind.
        UsageError: The library of a foreign model is not installed.
    """
    text = BUNDLED_NAME if name_or_path is None else str(name_or_path)
    if text.startswith(FOREIGN_PREFIX):
        from scpn.embeddings.foreign import load_sentence_transformer

        return load_sentence_transformer(text.removeprefix(FOREIGN_PREFIX), device=device)
    from scpn.embeddings.encoder import Encoder

    path = Path(text)
    if name_or_path is not None and path.is_dir():
        return Encoder.load(path, device=device)
    bundled = bundled_folder(text)
    if bundled is not None:
        return Encoder.load(bundled, device=device)
    if name_or_path is None:
        raise ModelError("this installation has no bundled judge; name an encoder")
    raise ModelError(
        f"no sentence encoder {text!r}: it is no folder and no bundled model; give a folder from "
        f"`scpn train embeddings` or {FOREIGN_PREFIX}PATH"
    )
