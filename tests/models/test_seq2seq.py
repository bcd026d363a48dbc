"""Every network in every control mode: training, step by step and batched decoding agree."""

import dataclasses
import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import Tensor

from scpn.decoding.processors import NeverSpecial
from scpn.decoding.search import BeamSearch
from scpn.decoding.stepping import Seq2SeqStepper
from scpn.errors import SentenceError, UsageError
from scpn.models.interface import Batch, Memory
from scpn.models.recurrent import RecurrentConfig, RecurrentSeq2Seq
from scpn.models.transformer import TransformerConfig, TransformerSeq2Seq
from scpn.nn.alignment import ChildAlignment, LeafAlignment
from scpn.nn.masking import pad, real_tokens
from scpn.tokenization.vocabulary import EOS, LabelVocabulary

LABELS = LabelVocabulary(["(S", "(NP", "(VP", "NN", "VB", ".", ")"])
VOCABULARY_SIZE = 14
PIECES = SimpleNamespace(ends_word=torch.arange(VOCABULARY_SIZE) >= 8)
LEAVES = LeafAlignment(PIECES, LABELS)  # type: ignore[arg-type]
CHILDREN = ChildAlignment(LABELS)

MODES = [
    *(("recurrent", c, copy) for c in ("attention", "aligned", "none") for copy in (True, False)),
    *(("transformer", c, copy) for c in ("aligned", "none") for copy in (True, False)),
]


def build(kind: str, control: str, copy: bool, alignment: Any = LEAVES, **options: Any) -> Any:
    """A small network in evaluation mode, in double precision."""
    torch.manual_seed(0)
    sizes = {
        "vocabulary_size": VOCABULARY_SIZE if alignment is LEAVES else len(LABELS),
        "control_vocabulary_size": len(LABELS),
        "alignment": alignment,
    }
    if kind == "recurrent":
        options = {"encoder_layers": 2, "embedding_size": 6, "encoder_size": 5} | options
        options |= {"control_embedding_size": 4, "control_size": 3, "decoder_size": 7}
        config = RecurrentConfig(control=control, copy=copy, **options)  # type: ignore[arg-type]
        return RecurrentSeq2Seq(config, **sizes).double().eval()
    options = {"size": 8, "num_heads": 2, "inner_size": 12, "encoder_layers": 2} | options
    config = TransformerConfig(control=control, copy=copy, **options)  # type: ignore[arg-type]
    return TransformerSeq2Seq(config, **sizes).double().eval()


PARSES = [
    "(S (NP NN ) (VP VB (NP NN ) ) . )",
    "(S NN . )",
    "(S (VP VB (NP NN NN ) ) )",
]


def random_batch(alignment: Any = LEAVES) -> Batch:
    """Three examples of different lengths."""
    rng = random.Random(3)
    controls = [LABELS.encode(text.split()) for text in PARSES]
    sources = [[rng.randrange(4, VOCABULARY_SIZE) for _ in range(n)] for n in (7, 3, 5)]
    targets = [[*(rng.randrange(4, VOCABULARY_SIZE) for _ in range(n)), EOS] for n in (4, 8, 6)]
    if alignment is CHILDREN:
        sources, targets = controls[::-1], [[*control, EOS] for control in controls]
    anchors = [alignment.anchors(control) for control in controls]
    return Batch(
        source=pad(sources),
        control=pad(controls),
        anchors=pad(anchors),
        num_units=torch.tensor([len(places) - 1 for places in anchors]),
        target=pad(targets),
    )


def rows_of(batch: Batch, index: int) -> Batch:
    """One example of a batch without padding."""
    num_units = batch.num_units[index : index + 1]
    fields = {
        name: getattr(batch, name)[index : index + 1] for name in ("source", "control", "target")
    }
    fields = {name: value[:, : int(real_tokens(value).sum())] for name, value in fields.items()}
    anchors = batch.anchors[index : index + 1, : int(num_units) + 1]
    return Batch(num_units=num_units, anchors=anchors, **fields)


def step_by_step(network: Any, memory: Memory, target: Tensor, alignment: Any = LEAVES) -> Tensor:
    """Log-probabilities of every vocabulary entry before each target id, (B, T, V)."""
    stepper = Seq2SeqStepper(network, memory, alignment)
    state, steps = stepper.start(torch.arange(len(target))), []
    for length in range(target.shape[1]):
        log_probs, state = stepper.step(state, target[:, :length])
        steps.append(log_probs)
    return torch.stack(steps, 1)


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
@pytest.mark.parametrize("alignment", [LEAVES, CHILDREN], ids=["leaves", "children"])
def test_teacher_forcing_equals_decoding_step_by_step(
    kind: str, control: str, copy: bool, alignment: Any
) -> None:
    network, batch = build(kind, control, copy, alignment), random_batch(alignment)
    steps = step_by_step(network, Memory.of(network, batch), batch.target, alignment)
    expected = steps.gather(2, batch.target.unsqueeze(2))[..., 0] * real_tokens(batch.target)
    torch.testing.assert_close(network(batch), expected, rtol=1e-6, atol=1e-8)
    torch.testing.assert_close(steps.exp().sum(2), torch.ones_like(expected), rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_batched_equals_single(kind: str, control: str, copy: bool) -> None:
    network, batch = build(kind, control, copy), random_batch()
    together = network(batch)
    for index in range(3):
        alone = network(rows_of(batch, index))
        torch.testing.assert_close(together[index : index + 1, : alone.shape[1]], alone)
        assert (together[index, alone.shape[1] :] == 0).all()


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_batched_gradients_equal_the_sum_of_single_ones(
    kind: str, control: str, copy: bool
) -> None:
    network, batch = build(kind, control, copy), random_batch()

    def gradients(batches: list[Batch]) -> dict[str, Tensor]:
        network.zero_grad()
        for part in batches:
            network(part).sum().backward()
        return {
            name: p.grad.clone() for name, p in network.named_parameters() if p.grad is not None
        }

    together = gradients([batch])
    alone = gradients([rows_of(batch, index) for index in range(3)])
    assert together.keys() == alone.keys()
    for name, gradient in together.items():
        torch.testing.assert_close(gradient, alone[name], msg=name)


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_gradients_reach_every_parameter(kind: str, control: str, copy: bool) -> None:
    network = build(kind, control, copy).train()
    network(random_batch()).sum().backward()
    unused = () if copy else ("gate.",)
    if kind == "transformer":
        unused += () if copy else ("pointer.",)
        unused += ("control_",) if control == "none" else ()
    for name, parameter in network.named_parameters():
        if name.startswith(unused):
            assert parameter.grad is None
        else:
            assert parameter.grad is not None, name
            assert parameter.grad.abs().sum() > 0, name


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_items_selected_from_a_memory_equal_items_encoded_apart(
    kind: str, control: str, copy: bool
) -> None:
    network, batch = build(kind, control, copy), random_batch()
    owners = torch.tensor([1, 0, 1])
    shared = Memory.of(network, batch).select(owners)
    parts = (getattr(batch, field.name)[owners] for field in dataclasses.fields(batch))
    apart = Batch(*parts)
    torch.testing.assert_close(
        step_by_step(network, shared, apart.target),
        step_by_step(network, Memory.of(network, apart), apart.target),
    )


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_selected_states_go_on_as_their_items_would(kind: str, control: str, copy: bool) -> None:
    network, batch = build(kind, control, copy), random_batch()
    stepper = Seq2SeqStepper(network, Memory.of(network, batch), LEAVES)
    target = batch.target[:, :4]
    expected = step_by_step(network, Memory.of(network, batch), target)
    for chosen in ([2, 0], [0, 0, 1, 2, 2], [0, 1, 2], [1], [2, 2, 0, 0], [0, 0, 0], [0, 2, 0]):
        rows = torch.tensor(chosen)
        state = stepper.start(torch.arange(3))
        for length in range(2):
            _, state = stepper.step(state, target[:, :length])
        state = stepper.select(state, rows)
        for length in (2, 3):
            log_probs, state = stepper.step(state, target[rows, :length])
            torch.testing.assert_close(log_probs, expected[rows, length])


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_beam_search_of_a_batch_equals_that_of_its_items(
    kind: str, control: str, copy: bool
) -> None:
    network, batch = build(kind, control, copy), random_batch()
    search = BeamSearch(beam=3, num_return=3, max_steps=12)

    def run(part: Batch) -> list[list[Any]]:
        with torch.inference_mode():
            memory = Memory.of(network, part)
        stepper = Seq2SeqStepper(network, memory, LEAVES)
        return search.search(stepper, len(part.source), processors=[NeverSpecial()])

    together = run(batch)
    alone = [run(rows_of(batch, index))[0] for index in range(3)]
    for one, other in zip(together, alone, strict=True):
        assert [h.ids for h in one] == [h.ids for h in other]
        assert [h.score for h in one] == pytest.approx([h.score for h in other], rel=1e-5)


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_only_controlled_networks_read_the_control(kind: str, control: str, copy: bool) -> None:
    network, batch = build(kind, control, copy), random_batch()
    before = network(batch)
    batch.control = torch.where(batch.control == LABELS.encode(["NN"])[0], 8, batch.control)
    assert torch.equal(before, network(batch)) == (control == "none")


@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_a_target_id_sees_no_later_ones(kind: str, control: str, copy: bool) -> None:
    network, batch = build(kind, control, copy), random_batch()
    before = network(batch)
    batch.target[:, 3] = 9
    torch.testing.assert_close(network(batch)[:, :3], before[:, :3])


def test_half_of_the_modes_differ() -> None:
    results = {mode: build(*mode)(random_batch()).sum().item() for mode in MODES}
    for one, other in itertools.combinations(results.values(), 2):
        assert one != other


def test_a_transformer_says_that_a_sequence_is_too_long() -> None:
    network, batch = build("transformer", "aligned", True, max_length=8), random_batch()
    with pytest.raises(SentenceError, match=r"12 ids is too long .* max_length=8; shorten it"):
        network(batch)


@pytest.mark.parametrize("options", [{"size": 10, "num_heads": 4}, {"size": 9, "num_heads": 3}])
def test_a_transformer_of_impossible_size_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="must be even and a multiple of num_heads"):
        TransformerConfig(**options)  # type: ignore[arg-type]


def test_batch_moves() -> None:
    moved = random_batch().to(torch.device("meta"))
    assert all(getattr(moved, field.name).is_meta for field in dataclasses.fields(moved))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize(("kind", "control", "copy"), MODES)
def test_decoding_on_a_gpu_equals_that_on_the_processor(
    kind: str, control: str, copy: bool
) -> None:
    network, batch = build(kind, control, copy), random_batch()
    search = BeamSearch(beam=3, num_return=3, max_steps=12)
    results = []
    for device in (torch.device("cpu"), torch.device("cuda")):
        network.to(device)
        with torch.inference_mode():
            memory = Memory.of(network, batch.to(device))
        found = search.search(
            Seq2SeqStepper(network, memory, LEAVES), 3, processors=[NeverSpecial()]
        )
        results.append([[h.ids for h in hypotheses] for hypotheses in found])
    assert results[0] == results[1]
