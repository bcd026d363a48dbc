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

new_app = partial(
    typer.Typer,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
"""Makes the application of a command."""


def option(help_: str, *names: str, panel: str | None = None, **more: Any) -> Any:
    """An option, in a panel of the help page; `more` is what `typer.Option` takes."""
    return typer.Option(*names, help=help_, rich_help_panel=panel, **more)


# Sentences and files.
Sentences = Annotated[
    list[str] | None,
    typer.Argument(metavar="SENTENCE", help="Sentences; '-' reads standard input."),
]
SENTENCE_FILE = (
    "File of sentences: .txt (one per line), .tsv, .csv, .jsonl (plain, .gz or .xz) or .parquet; "
    "'-' reads standard input."
)
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
    "Column (name, or number from 1) or JSON key of the sentence; by default text, sentence "
    "or source.",
    metavar="NAME|NUMBER|KEY",
)
input_format = partial(
    option, "Format of the input, if its name does not tell.", metavar="txt|tsv|csv|jsonl|parquet"
)
limit = partial(option, "Read at most this many sentences.", min=1)
resume = partial(option, "Continue an unfinished run.", "--resume")
overwrite = partial(option, "Replace the output if it exists.", "--overwrite")
workers = partial(option, "Worker processes, each with its own models.", min=1)
device = partial(option, "Torch device, such as cpu or cuda; by default a GPU if there is one.")

# Encoders.
encoder = partial(option, "Sentence encoder; by default the bundled one.", metavar=ENCODER)
pair_judge = partial(
    option, "Encoder that scores the pairs; by default the bundled judge.", metavar=ENCODER
)

# Forms of paraphrases, and models.
Template = Annotated[
    list[str] | None,
    option(
        "Form to paraphrase into, such as '(S(NP)(VP)(.))'; repeatable.",
        "--template",
        "-t",
        panel=FORMS,
    ),
]
Templates = Annotated[
    str | None,
    option("Template set, or a file with one template per line.", panel=FORMS, metavar="SET|FILE"),
]
model = partial(
    option, "Name or folder of the models; by default the bundled ones.", metavar="NAME|FOLDER"
)
similarity_model = partial(
    option,
    "Judge of meaning; by default the bundled one.",
    metavar="FOLDER|sentence-transformers:PATH|none",
)

critic = partial(
    option, "Critic that decides acceptance; by default the bundled one.", metavar="FOLDER|none"
)

# Back-translation.
forward = partial(
    option,
    "Translator from English: a name such as Helsinki-NLP/opus-mt-en-cs, a folder, or a "
    "program that translates lines. Once per language.",
    metavar="NAME|FOLDER|process:COMMAND",
)
backward = partial(
    option,
    "Translator back into English, in the same order.",
    metavar="NAME|FOLDER|process:COMMAND",
)

# Pairs of sentences.
PairInputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT",
        help="[NAME=]FILE.tsv | .csv | .jsonl (also .gz, .xz) | .parquet, "
        "[NAME=]A.txt::B.txt, or [NAME=]hf:DATASET[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN.",
        show_default=False,
    ),
]

# Trainings.
ModelFolder = Annotated[Path, option("Folder for the model and its checkpoint.", "--output", "-o")]
ConfigFile = Annotated[Path | None, option("YAML file of settings.", "--config", "-c")]
ResumeTraining = Annotated[
    bool, option("Continue the unfinished training in the output folder.", "--resume")
]
Cpu = Annotated[bool, option("Use the CPU even if there is a GPU.", "--cpu")]
