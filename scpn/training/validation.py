"""What a network in training can do already: outputs for dev examples, checked by a parser."""

from collections.abc import Sequence

import torch

from scpn.data.packing import Packed
from scpn.decoding.processors import NeverSpecial, NoRepeatNgram, OneWordPerLeaf, Processor
from scpn.decoding.search import BeamSearch
from scpn.decoding.stepping import Seq2SeqStepper
from scpn.errors import ScpnError
from scpn.models.model import ControlledModel
from scpn.parsing import load_parser
from scpn.parsing.protocol import Parser
from scpn.templates import Template
from scpn.trees.linearize import from_control_tokens


class TemplateValidation:
    """Share of greedy outputs whose parse has the template of the gold parse they were given.

    Args:
        pairs: Dev pairs; None measures nothing.
        parser: Name or folder of the parser; None is the bundled one.
        num_examples: Pairs used, the first ones.
    """

    def __init__(
        self, pairs: Packed | None, *, parser: str | None = None, num_examples: int = 256
    ) -> None:
        self.pairs, self.parser_name, self.num_examples = pairs, parser, num_examples
        self._parser: Parser | None = None

    def __call__(self, model: ControlledModel) -> dict[str, float]:
        """Percent of matches; nothing for a parse generator, whose output matches by force."""
        if self.pairs is None or model.role != "paraphraser":
            return {}
        rows = range(min(self.num_examples, len(self.pairs)))
        sources = [self.pairs["source"][row] for row in rows]
        controls = [self.pairs["target_parse"][row] for row in rows]
        outputs = greedy_outputs(model, sources, controls)
        self._parser = self._parser or load_parser(self.parser_name, device=model.device)
        matches = 0
        for control, tree in zip(controls, self._parser.parse_tokens(outputs), strict=True):
            if not isinstance(tree, ScpnError):
                asked = Template.of(from_control_tokens(model.labels.decode(control)))
                matches += Template.of(tree) == asked
        return {"template_match": 100 * matches / len(controls)}


@torch.inference_mode()
def greedy_outputs(
    model: ControlledModel, sources: Sequence[list[int]], controls: Sequence[list[int]]
) -> list[list[str]]:
    """Words of the greedy output of each source under its full parse."""
    pieces = model.pieces
    assert pieces is not None
    memory = model.encode(list(sources), list(range(len(sources))), list(controls))
    processors: list[Processor] = [NeverSpecial(), NoRepeatNgram(3)]
    if model.is_aligned:
        processors.append(OneWordPerLeaf(pieces, memory.num_units.cpu()))
    stepper = Seq2SeqStepper(model.network, memory, model.alignment)
    found = BeamSearch(beam=1, max_steps=120).search(stepper, len(sources), processors=processors)
    return [pieces.decode(hypotheses[0].ids) for hypotheses in found]
