"""Options that several commands have, each written once.

A capitalized name is a whole annotation. The others are called, for a command may show them in a
panel of its own: `Annotated[bool, resume(panel="Files")]`.
"""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

ENCODER = "NAME|FOLDER|sentence-transformers:PATH"
"""How an encoder is named."""
FORMS = "Forms"
"""Panel of the forms that paraphrases shall have."""


def option(help_: str, *names: str, panel: str | None = None, **more: Any) -> Any:
    """An option, in a panel of the help page; `more` is what `typer.Option` takes."""
    return typer.Option(*names, help=help_, rich_help_panel=panel, **more)


# Sentences and files.
Sentences = Annotated[
    list[str] | None,
    typer.Argument(metavar="[SENTENCE]...", help="Sentences; '-' is standard input."),
]
SENTENCE_FILE = ".txt (one a line), .tsv, .csv, .jsonl, also .xz or .gz; '-' is standard input."
"""What a file of sentences may be."""
sentence_file = partial(
    option,
    SENTENCE_FILE,
    "--input",
    "-i",
    metavar="FILE",
)
column = partial(
    option,
    "Column (numbers from 1) or JSON key of the sentence; else text, sentence or source.",
    metavar="NAME|NUMBER|KEY",
)
input_format = partial(option, "If the name does not say.", metavar="txt|tsv|csv|jsonl")
limit = partial(option, "Sentences to read.", min=1)
resume = partial(option, "Continue a run that stopped.", "--resume")
overwrite = partial(option, "Replace an output file.", "--overwrite")
Tokenized = Annotated[bool, option("Sentences are treebank tokens already.", "--tokenized")]
workers = partial(option, "Processes that paraphrase, each with its own models.", min=1)
device = partial(option, "Torch device, such as cuda.")

# Encoders.
encoder = partial(option, "Encoder; else the bundled one.", metavar=ENCODER)
sentences_at_a_time = partial(option, "Sentences computed together.", min=1)
EmbeddedAtATime = Annotated[int, option("Sentences embedded together.", min=1)]
PairJudge = Annotated[
    str | None, option("Scores the pairs; else the bundled judge.", metavar=ENCODER)
]

# Forms of paraphrases, and models.
Template = Annotated[
    list[str] | None, option("Form, such as '(S(NP)(VP)(.))'.", "--template", "-t", panel=FORMS)
]
Templates = Annotated[
    str | None,
    option("All of a template set, or a file with one a line.", panel=FORMS, metavar="SET|FILE"),
]
model = partial(option, "Models; else the bundled ones.", metavar="NAME|FOLDER")
similarity_model = partial(
    option,
    "Judge of meaning; else the bundled one.",
    metavar="FOLDER|sentence-transformers:PATH|none",
)

# Back-translation.
forward = partial(
    option,
    "Translator from English: a folder or a name such as Helsinki-NLP/opus-mt-en-cs, or a program "
    "that translates lines. Once for each language.",
    metavar="NAME|FOLDER|process:COMMAND",
)
backward = partial(
    option,
    "The translator into English, in the same order.",
    metavar="NAME|FOLDER|process:COMMAND",
)

# Pairs of sentences.
PairInputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT...",
        help="[NAME=]FILE.tsv | .jsonl | .parquet (also .xz, .gz), [NAME=]A.txt::B.txt, or "
        "[NAME=]hf:DATASET[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN.",
        show_default=False,
    ),
]

# Trainings.
ModelFolder = Annotated[Path, option("Folder of the model and its checkpoint.", "--output", "-o")]
ConfigFile = Annotated[Path | None, option("YAML file of settings.", "--config", "-c")]
ResumeTraining = Annotated[bool, option("Continue the run in the output folder.", "--resume")]
Cpu = Annotated[bool, option("Use the CPU even if there is a GPU.", "--cpu")]
