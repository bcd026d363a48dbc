"""`scpn train word-vectors`: vectors of words from plain text."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli.derived import takes_settings
from scpn.training.settings import WordVectorSettings


@takes_settings
def word_vectors_command(
    text: Annotated[
        list[Path], typer.Argument(help="Text with one sentence per line, plain, .gz or .xz.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file, .safetensors.")],
    settings: WordVectorSettings,
) -> None:
    """Learn word vectors from plain text for `scpn train parser` and `embeddings`.

    Example: scpn train word-vectors text.txt.xz more.txt -o vectors.safetensors

    For sentence encoders: --window 5 --contexts 20000 --size 300
    """
    from rich.console import Console

    from scpn.training.word_vectors import train_word_vectors

    with Console(stderr=True).status("counting words and their neighbors"):
        vectors = train_word_vectors(text, output, settings=settings)
    typer.echo(f"{output}: {len(vectors.words)} words, {vectors.vectors.shape[1]} dimensions")
