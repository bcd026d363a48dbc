"""`scpn templates`: list template sets, mine templates from data, suggest some for a sentence."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.errors import UsageError
from scpn.templates.settings import NUM_RANKED, TemplateMiningSettings

if TYPE_CHECKING:
    from nltk.tree import Tree

    from scpn.templates.suggestion import Suggestion

app = new_app(
    help="List, mine and suggest templates: the top two levels of a parse.\n\n"
    "Example: scpn templates list scpn-2018",
    no_args_is_help=True,
)

_JSON = typer.Option("--json", help="Print JSON.")


@app.command("list")
def list_templates(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="SET", help="Name or file of a template set; by default all sets are listed."
        ),
    ] = None,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Print the template sets, or the templates of one set.

    Example: scpn templates list scpn-2018
    """
    from scpn.templates.sets import TemplateSet, available_sets, load_template_set

    def record(templates: TemplateSet) -> dict[str, object]:
        fields = {key: getattr(templates, key) for key in ("name", "version", "origin", "licence")}
        return {**fields, "templates": [str(template) for template in templates.templates]}

    if name is not None:
        chosen = load_template_set(name)
        if as_json:
            typer.echo(json.dumps(record(chosen), ensure_ascii=False))
        else:
            typer.echo("\n".join(map(str, chosen.templates)))
        return
    sets = [load_template_set(known) for known in available_sets()]
    if as_json:
        typer.echo(json.dumps([record(known) for known in sets], ensure_ascii=False))
        return
    for known in sets:
        typer.echo(f"{known.name:<16}{len(known.templates):>4} templates  {known.origin}")


@app.command()
@takes_settings
def mine(
    files: Annotated[
        list[Path],
        typer.Argument(help="Labeled .parquet files, folders of them, or files of trees."),
    ],
    *,
    output: Annotated[
        Path | None, typer.Option(help="Write a template set (.yaml) instead of printing.")
    ] = None,
    statistics: Annotated[
        Path | None,
        typer.Option(
            help="Also write the counts that 'suggest' reads (.json or .json.gz); "
            "labeled files only."
        ),
    ] = None,
    settings: TemplateMiningSettings,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Find the most frequent templates of labeled pairs, or of files with one tree per line.

    Both sentences of a pair count.

    Example: scpn templates mine shards/ --top 20 --output top-20.yaml --statistics pairs.json.gz
    """
    from scpn.templates.mining import mine_templates

    mined = mine_templates(files, statistics=statistics, settings=settings)
    if output is not None:
        mined.to_set(output.stem).save(output)
    elif as_json:
        rows = [{"template": str(template), "count": count} for template, count in mined.ranked]
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        typer.echo("\n".join(f"{count}\t{template}" for template, count in mined.ranked))


@app.command()
def suggest(
    sentence: Annotated[
        str | None, typer.Argument(help="Sentence; not needed with --parse.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Number of templates.")] = NUM_RANKED,
    parse: Annotated[
        str | None, typer.Option(help="Parse of the sentence, instead of the sentence.")
    ] = None,
    tokenized: Annotated[
        bool,
        typer.Option("--tokenized", help="The sentence is already split into treebank tokens."),
    ] = False,
    parser: Annotated[
        str | None, typer.Option(help="Name or folder of the parser; by default the bundled one.")
    ] = None,
    statistics: Annotated[
        Path | None,
        typer.Option(help="Counts from 'scpn templates mine'; by default the bundled ones."),
    ] = None,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Rank templates for a sentence: those that rules and edits reach, then the frequent ones.

    Forms that lose a phrase rank lower, forms that only move one higher, and forms with a slot that
    the sentence has nothing for last. Columns: probability, pairs seen, template, what reaches
    it. The sentence's own form comes last, marked.

    Example: scpn templates suggest "I call you when I am home."
    """
    from scpn.paraphraser.suggestion import rank_forms
    from scpn.templates.statistics import load_statistics
    from scpn.trees.reader import read_parse

    if (sentence is None) == (parse is None):
        raise UsageError("give either a SENTENCE or --parse PARSE, one of the two")
    counts = load_statistics(statistics)
    tree = read_parse(parse) if parse is not None else _parse(sentence or "", parser, tokenized)
    suggestions = rank_forms(tree, counts, top=top)
    if as_json:
        rows = [
            {**asdict(suggestion), "template": str(suggestion.template)}
            for suggestion in suggestions
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False))
        return
    for suggestion in suggestions:
        typer.echo(
            f"{suggestion.probability:8.2%} {suggestion.count:8d}  {suggestion.template}"
            f"{_remark(suggestion)}"
        )


def _remark(suggestion: "Suggestion") -> str:
    if suggestion.is_own_form:
        return "  (its own form)"
    if suggestion.reached_by:
        return f"  by {' and '.join(suggestion.reached_by)}"
    return "  (needs new words)" if suggestion.is_invented else ""


def _parse(sentence: str, parser: str | None, tokenized: bool) -> "Tree":
    """Parse one sentence the way the training data was parsed: lower-cased treebank tokens."""
    from scpn.parsing import load_parser
    from scpn.tokenization.treebank import tokenize

    tokens = sentence.split() if tokenized else tokenize(sentence)
    if not tokens:
        raise UsageError("the sentence is empty; give at least one word")
    (tree,) = load_parser(parser).parse([[token.lower() for token in tokens]])
    return tree
