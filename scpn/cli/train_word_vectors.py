"""`scpn train word-vectors`: vectors of words from plain text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer


def word_vectors_command(
    text: Annotated[
        list[Path], typer.Argument(help="Text with one sentence per line, plain, .gz or .xz.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file, .safetensors.")],
    size: Annotated[int, typer.Option(min=1, help="Dimensions of a vector.")] = 100,
    num_words: Annotated[
        int, typer.Option(min=1, help="Number of words, the most frequent ones.")
    ] = 30_000,
    min_count: Annotated[
        int, typer.Option(min=1, help="Words that occur less often get no vector.")
    ] = 5,
    window: Annotated[
        int,
        typer.Option(
            min=0,
            help="Context words on each side, for meaning; 0 counts the places one and two "
            "words away separately, for syntax.",
        ),
    ] = 0,
    contexts: Annotated[
        int, typer.Option(min=1, help="Number of words that count as contexts.")
    ] = 4_000,
    tokenized: Annotated[
        bool, typer.Option("--tokenized", help="The text is already split into treebank tokens.")
    ] = False,
) -> None:
    """Learn word vectors from plain text for `scpn train parser` and `embeddings`.

    Example: scpn train word-vectors text.txt.xz more.txt -o vectors.safetensors

    For sentence encoders: --window 5 --contexts 20000 --size 300
    """
    from rich.console import Console

    from scpn.fileio import read_lines
    from scpn.tokenization.treebank import split_tokens, tokenize
    from scpn.word_vectors import build_word_vectors

    split = split_tokens if tokenized else tokenize

    def sentences() -> Iterator[list[str]]:
        for path in text:
            for _, line in read_lines(path):
                yield split(line)

    with Console(stderr=True).status("counting words and their neighbors"):
        vectors = build_word_vectors(
            sentences(),
            num_words=num_words,
            num_contexts=contexts,
            size=size,
            min_count=min_count,
            window=window,
        )
    vectors.save(output)
    typer.echo(f"{output}: {len(vectors.words)} words, {vectors.vectors.shape[1]} dimensions")
