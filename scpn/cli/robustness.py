"""`scpn robustness`: the whole experiment, from labelled data to a report."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from scpn.cli import options
from scpn.cli import rewriting as shared
from scpn.cli.options import option

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_EXPERIMENT, _BASELINES = "Experiment", "Baselines"


@app.command("robustness")
def robustness_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(
            help="Settings of the classifiers as key=value: bilstm.epochs=5, "
            "bag_of_words.longest=1."
        ),
    ] = None,
    *,
    train: Annotated[str, typer.Option(help="Labelled examples; trains victims, is augmented.")],
    dev: Annotated[str, typer.Option(help="Examples that are attacked.")],
    test: Annotated[str | None, typer.Option(help="Examples for test accuracy.")] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="Folder of all results; report.html, .md and .json are in it."
        ),
    ],
    templates: options.Templates = None,
    template: options.Template = None,
    text: shared.Text = None,
    text2: shared.Text2 = None,
    label: shared.Label = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Examples to read of each file.")] = None,
    sides: shared.Sides = "first",
    victim: Annotated[
        Literal["bilstm", "bag-of-words"],
        option("Family of the victim; the other one checks labels.", panel=_EXPERIMENT),
    ] = "bilstm",
    seeds: Annotated[
        str, option("Seeds, separated by commas.", metavar="1,2,3", panel=_EXPERIMENT)
    ] = "1,2,3",
    per_sentence: Annotated[
        int,
        option(
            "Paraphrases of a training example; 0 leaves augmentation out.",
            min=0,
            panel=_EXPERIMENT,
        ),
    ] = 2,
    augment_seed: Annotated[
        int | None,
        option(
            "Share one augmentation, drawn with this seed, between all seeds; saves time.",
            panel=_EXPERIMENT,
        ),
    ] = None,
    folds: Annotated[int, option("Folds of the judge of labels.", min=2, panel=_EXPERIMENT)] = 5,
    title: Annotated[str | None, option("Title of the report.", panel=_EXPERIMENT)] = None,
    config: Annotated[
        Path | None,
        option("YAML file of settings of the classifiers.", "--config", "-c", panel=_EXPERIMENT),
    ] = None,
    synonyms: Annotated[
        bool, option("Synonym replacement with WordNet.", "--synonyms", panel=_BASELINES)
    ] = False,
    wordnet: Annotated[
        Path | None, option("Folder of WordNet's files, if it is not installed.", panel=_BASELINES)
    ] = None,
    forward: Annotated[list[str] | None, options.forward(panel=_BASELINES)] = None,
    backward: Annotated[list[str] | None, options.backward(panel=_BASELINES)] = None,
    uncontrolled: Annotated[
        Path | None,
        option(
            "Folder of a paraphraser trained with network.recurrent.control=none.", panel=_BASELINES
        ),
    ] = None,
    versions: Annotated[
        int | None,
        option("Paraphrases a sentence; else as many as templates.", min=1, panel=_BASELINES),
    ] = None,
    resume: Annotated[bool, options.resume()] = False,
    cpu: options.Cpu = False,
    beam: shared.Beam = 4,
    rerank: shared.Rerank = 4,
    min_overlap: shared.MinOverlap = 0.5,
    min_similarity: shared.MinSimilarity = 0.7,
    max_lost: shared.MaxLost = 0.2,
    max_added: shared.MaxAdded = 0.0,
    tokenized: shared.Tokenized = False,
    batch_size: shared.BatchSize = 128,
    workers: shared.Workers = 1,
    device: shared.Device = None,
    model: shared.Model = None,
    similarity_model: shared.SimilarityModel = None,
) -> None:
    """Train a victim, attack it, augment its training data, train again, attack again; report.

    scpn robustness --train train.tsv --dev dev.tsv --test test.tsv --templates scpn-2018
    --synonyms -o sst2

    scpn robustness --train train.tsv --dev dev.tsv --templates top-20 --seeds 1 bilstm.epochs=3
    -o quick

    scpn robustness --train train.tsv --dev dev.tsv --templates scpn-2018 --workers 2
    --forward "process:apertium -u eng-spa" --backward "process:apertium -u spa-eng" -o against

    Stages that are done are not done again with --resume. Validity in the report is automatic; ask
    people with 'scpn rate export'.
    """
    from scpn.cli.experimenting import Baselines, RobustnessRequest, run_robustness

    def read_from(path: str) -> shared.LabeledInput:
        return shared.LabeledInput.of(path, text, text2, label, None, limit)

    request = RobustnessRequest.of(
        train=read_from(train),
        dev=read_from(dev),
        test=None if test is None else read_from(test),
        rewriting=shared.RewritingRequest.of(
            template=template,
            templates=templates,
            model=model,
            similarity_model=similarity_model,
            device=device,
            cache=output / "paraphrases.sqlite",
            no_cache=False,
            beam=beam,
            rerank=rerank,
            min_overlap=min_overlap,
            min_similarity=min_similarity,
            max_lost=max_lost,
            max_added=max_added,
            tokenized=tokenized,
            workers=workers,
            batch_size=batch_size,
        ),
        baselines=Baselines(
            synonyms=synonyms or wordnet is not None,
            wordnet=wordnet,
            forward=tuple(forward or ()),
            backward=tuple(backward or ()),
            uncontrolled=uncontrolled,
            versions=versions,
        ),
        settings={
            "kind": victim,
            "sides": sides,
            "per_sentence": per_sentence,
            "augment_seed": augment_seed,
            "folds": folds,
            "min_similarity": min_similarity,
            "min_overlap": min_overlap,
        },
        seeds=seeds,
        config=config,
        overrides=overrides or [],
        output=output,
        title=title,
        resume=resume,
        cpu=cpu,
    )  # fmt: skip
    run_robustness(request)
