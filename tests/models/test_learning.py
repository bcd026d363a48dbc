"""The networks learn small tasks in which the control sequence decides the order of the output."""

import random
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from scpn.data.examples import NetworkExample, cut_to_template
from scpn.decoding.processors import NeverSpecial, ObeysTemplate
from scpn.decoding.search import BeamSearch
from scpn.decoding.stepping import Seq2SeqStepper
from scpn.models.interface import Batch, Memory
from scpn.models.recurrent import RecurrentConfig, RecurrentSeq2Seq
from scpn.models.transformer import TransformerConfig, TransformerSeq2Seq
from scpn.nn.alignment import ChildAlignment, LeafAlignment
from scpn.nn.masking import pad
from scpn.tokenization.vocabulary import EOS, NUM_SPECIAL, LabelVocabulary

TAGS = ["T0", "T1", "T2", "T3", "T4", "T5"]
PHRASES = ["(A", "(B", "(C", "(D"]
LABELS = LabelVocabulary(["(S", *PHRASES, *TAGS, ")"])
WORDS_OF_TAG = 3
VOCABULARY_SIZE = NUM_SPECIAL + WORDS_OF_TAG * len(TAGS)
# Every piece is a word; word w has tag w // 3.
PIECES: Any = SimpleNamespace(ends_word=torch.arange(VOCABULARY_SIZE) >= NUM_SPECIAL)

Network = RecurrentSeq2Seq | TransformerSeq2Seq
Task = Callable[[random.Random], NetworkExample]

# Longest sentence, updates, learning rate. The attention must first find out where in the
# parse it is, which takes it longer.
EFFORT = {
    "aligned": (5, 500, 5e-3),
    "attention": (4, 1500, 7e-3),
    "transformer": (5, 600, 3e-3),
}

SMALL: dict[str, Any] = {
    "embedding_size": 48,
    "encoder_size": 48,
    "control_embedding_size": 24,
    "control_size": 32,
    "decoder_size": 64,
    "dropout": 0.0,
}


def reordering(rng: random.Random, *, longest: int = 5) -> NetworkExample:
    """Words of different tags in any order, to the order in which the parse names their tags."""
    tags = rng.sample(range(len(TAGS)), rng.randint(2, longest))
    word_of = {tag: NUM_SPECIAL + WORDS_OF_TAG * tag + rng.randrange(WORDS_OF_TAG) for tag in tags}
    source = rng.sample(list(word_of.values()), len(tags))
    control = LABELS.encode(["(S", *(TAGS[tag] for tag in tags), ")"])
    return NetworkExample(source, control, [*(word_of[tag] for tag in tags), EOS])


def child_placing(rng: random.Random) -> NetworkExample:
    """A parse of two or three phrases, to the same phrases in the order of the template."""
    names = rng.sample(PHRASES, rng.randint(2, 3))
    phrases = {name: [name, *rng.choices(TAGS, k=rng.randint(1, 2)), ")"] for name in names}
    order = rng.sample(names, len(names))

    def parse(sequence: list[str]) -> list[int]:
        return LABELS.encode(["(S", *(token for name in sequence for token in phrases[name]), ")"])

    return NetworkExample(parse(names), cut_to_template(parse(order), LABELS), [*parse(order), EOS])


def collate(examples: list[NetworkExample], alignment: LeafAlignment | ChildAlignment) -> Batch:
    anchors = [alignment.anchors(example.control) for example in examples]
    return Batch(
        source=pad([example.source for example in examples]),
        control=pad([example.control for example in examples]),
        anchors=pad(anchors),
        num_units=torch.tensor([len(places) - 1 for places in anchors]),
        target=pad([example.target for example in examples]),
    )


def train(
    network: Network,
    task: Task,
    alignment: LeafAlignment | ChildAlignment,
    *,
    steps: int,
    rate: float,
) -> None:
    rng = random.Random(1)
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / 50) * (1 - step / steps)
    )
    network.train()
    for _ in range(steps):
        batch = collate([task(rng) for _ in range(48)], alignment)
        loss = -network(batch).sum() / (batch.target != 0).sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    network.eval()


@torch.inference_mode()
def share_correct(
    network: Network,
    task: Task,
    alignment: LeafAlignment | ChildAlignment,
    processors_of: Callable[[list[NetworkExample]], list[Any]] = lambda examples: [NeverSpecial()],
) -> float:
    """Share of new examples whose best hypothesis is the target."""
    rng = random.Random(2)
    examples = [task(rng) for _ in range(100)]
    batch = collate(examples, alignment)
    memory = Memory.of(network, batch)
    processors = processors_of(examples)
    found = BeamSearch(beam=3, max_steps=30).search(
        Seq2SeqStepper(network, memory, alignment), len(examples), processors=processors
    )
    right = sum(
        [*best[0].ids, EOS] == example.target for best, example in zip(found, examples, strict=True)
    )
    return right / len(examples)


@pytest.mark.slow
@pytest.mark.parametrize("kind", EFFORT)
def test_words_go_where_the_parse_says(kind: Any) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    alignment = LeafAlignment(PIECES, LABELS)
    sizes: dict[str, Any] = {
        "vocabulary_size": VOCABULARY_SIZE,
        "control_vocabulary_size": len(LABELS),
        "alignment": alignment,
    }
    if kind == "transformer":
        config = TransformerConfig(
            size=48, num_heads=4, inner_size=96, encoder_layers=1, control_layers=1, dropout=0.0
        )
        network = TransformerSeq2Seq(config, **sizes)
    else:
        network = RecurrentSeq2Seq(RecurrentConfig(control=kind, **SMALL), **sizes)
    longest, steps, rate = EFFORT[kind]
    task = partial(reordering, longest=longest)
    assert share_correct(network.eval(), task, alignment) < 0.2
    train(network, task, alignment, steps=steps, rate=rate)
    assert share_correct(network, task, alignment) > 0.95


@pytest.mark.slow
def test_parse_generator_places_children_in_the_order_of_the_template() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    alignment = ChildAlignment(LABELS)
    network = RecurrentSeq2Seq(
        RecurrentConfig(**SMALL),
        vocabulary_size=len(LABELS),
        control_vocabulary_size=len(LABELS),
        alignment=alignment,
    )
    train(network, child_placing, alignment, steps=700, rate=5e-3)
    assert share_correct(network, child_placing, alignment) > 0.95

    def obeying(examples: list[NetworkExample]) -> list[ObeysTemplate]:
        return [ObeysTemplate(LABELS, [example.control for example in examples], max_steps=30)]

    assert share_correct(network, child_placing, alignment, obeying) > 0.95
