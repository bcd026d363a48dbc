"""The systems behind the rows of an evaluation, and the parses of its pairs."""

from collections.abc import Callable, Sequence

from nltk.tree import Tree

from scpn.errors import ScpnError, SentenceError, UsageError
from scpn.evaluation.measures import Item, Output
from scpn.evaluation.pairs import EvaluationPair
from scpn.paraphraser import CheckedOutput, Control, FormRequest, GenerationSettings, Paraphraser
from scpn.parsing.protocol import Parser
from scpn.templates import Template
from scpn.trees.transform import remove_words

Maker = Callable[[Sequence[Item]], list[Output]]
"""Makes one output for each pair."""


def label_pairs(
    pairs: Sequence[EvaluationPair], parser: Parser, *, reparse: bool
) -> tuple[list[Item], list[tuple[int, str]]]:
    """Give each pair its two parses.

    Args:
        pairs: As read.
        parser: Parses both sides.
        reparse: False takes the parses of the file instead.

    Returns:
        The pairs with parses, and (line or row number, reason) of those that have none.

    Raises:
        UsageError: The parses of the file are asked for and it gives none.
    """
    if not reparse and (bare := next((p for p in pairs if p.source_parse is None), None)):
        raise UsageError(
            f"line {bare.number} has no parses, and the parses of the file are asked for; use "
            "--reparse to parse both sides"
        )
    parses: list[Tree | SentenceError | None]
    if reparse:
        sentences = [pair.source for pair in pairs] + [pair.target for pair in pairs]
        parses = list(parser.parse_tokens(sentences))
    else:
        parses = [pair.source_parse for pair in pairs] + [pair.target_parse for pair in pairs]
    items: list[Item] = []
    refused: list[tuple[int, str]] = []
    for index, pair in enumerate(pairs):
        try:
            items.append(_item(pair, parses[index], parses[len(pairs) + index]))
        except ScpnError as error:
            refused.append((pair.number, str(error)))
    return items, refused


def _item(pair: EvaluationPair, *parses: Tree | SentenceError | None) -> Item:
    trees = []
    for side, parse in zip(("source", "target"), parses, strict=True):
        if not isinstance(parse, Tree):
            raise SentenceError(f"{side}: {parse}")
        trees.append(remove_words(parse))
    source, target = trees
    return Item(
        pair.number,
        pair.source,
        pair.target,
        source,
        target,
        Template.of(source),
        Template.of(target),
    )


def build_makers(
    paraphraser: Paraphraser,
    uncontrolled: Paraphraser | None,
    *,
    single: GenerationSettings,
    reranking: GenerationSettings,
) -> dict[str, Maker]:
    """Return what makes the outputs of each row, by its name; see `settings.ROWS`.

    Args:
        paraphraser: What is evaluated.
        uncontrolled: The same with a paraphraser that ignores control; None leaves its row out.
        single: One parse, one output.
        reranking: Several parses, the best output.
    """
    makers: dict[str, Maker] = {
        "copy": lambda items: [Output(item.source, item.source_parse) for item in items],
        "gold": _asking(paraphraser, single, lambda item: Control(parse=item.target_parse)),
        "generated": _asking(paraphraser, single, _by_template),
        "reranked": _asking(paraphraser, reranking, _by_template),
        "generator": lambda items: _generate(paraphraser, items, single),
    }
    if uncontrolled is not None:
        # The control is not looked at, but a request has one.
        makers["uncontrolled"] = _asking(
            uncontrolled, single, lambda item: Control(parse=item.source_parse)
        )
    return makers


def _asking(
    model: Paraphraser, settings: GenerationSettings, control: Callable[[Item], Control]
) -> Maker:
    def make(items: Sequence[Item]) -> list[Output]:
        requests = [FormRequest(item.source, item.source_parse, control(item)) for item in items]
        return _decode(model, requests, settings)

    return make


def _by_template(item: Item) -> Control:
    return Control(template=item.target_template)


def _decode(
    model: Paraphraser, requests: Sequence[FormRequest], settings: GenerationSettings
) -> list[Output]:
    """Decode; a request that fails does not harm the others."""
    try:
        found = model.decode(requests, settings=settings)
    except (SentenceError, UsageError) as error:
        if len(requests) == 1:
            return [Output.missing(str(error))]
        return [output for request in requests for output in _decode(model, [request], settings)]
    return [_best(candidates) for candidates in found]


def _best(candidates: Sequence[CheckedOutput]) -> Output:
    if not candidates:
        return Output.missing("no output")
    best = candidates[0]
    return Output(best.words, remove_words(best.tree), best.target_parse, best.score)


def _generate(
    model: Paraphraser, items: Sequence[Item], settings: GenerationSettings
) -> list[Output]:
    """Generate parses, a batch at a time; an item that fails does not harm the others."""
    outputs: list[Output] = []
    for begin in range(0, len(items), settings.batch_size):
        batch = items[begin : begin + settings.batch_size]
        try:
            found = model.generate_parses(
                [item.source_parse for item in batch],
                [item.target_template for item in batch],
                num=1,
                settings=settings,
            )
        except UsageError as error:
            if len(batch) == 1:
                outputs.append(Output.missing(str(error)))
            else:
                for item in batch:
                    outputs += _generate(model, [item], settings)
            continue
        outputs += [
            Output([], parses[0]) if parses else Output.missing("no parse") for parses in found
        ]
    return outputs
