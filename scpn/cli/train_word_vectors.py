"""`scpn train word-vectors`: vectors of words from plain text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer


def word_vectors_command(
    text: Annotated[
        list[Path], typer.Argument(help="Text, one sentence a line; .xz and .gz included.")
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="File, .safetensors.")],
    size: Annotated[int, typer.Option(min=1, help="Dimensions.")] = 100,
    num_words: Annotated[int, typer.Option(min=1, help="Words, the most frequent ones.")] = 30_000,
    min_count: Annotated[int, typer.Option(min=1, help="Rarer words get no vector.")] = 5,
    window: Annotated[
        int,
        typer.Option(
            min=0,
            help="Contexts are the words so many places around, for meaning; 0: those one and two "
            "places away, each place apart, for syntax.",
        ),
    ] = 0,
    contexts: Annotated[int, typer.Option(min=1, help="Words that count as contexts.")] = 4_000,
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Treebank tokens.")] = False,
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

    with Console(stderr=True).status("counting words and their neighbours"):
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
