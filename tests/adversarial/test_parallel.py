from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from command_line import invoke
from fake_attack import FORMS, FakeRewriter

from scpn.adversarial.parallel import ParallelRewriter
from scpn.adversarial.rewriters import ControlledRewriter, SentenceParaphrases, group_wanted
from scpn.cli.main import build_app
from scpn.errors import ScpnError, UsageError
from scpn.paraphraser.settings import GenerationSettings

if TYPE_CHECKING:
    from scpn import Paraphraser


class Timed(FakeRewriter):
    """Says that each sentence takes a second of parsing; `groups` are the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.settings = GenerationSettings(batch_size=8, rerank=2)
        self.paraphraser = SimpleNamespace(stage_seconds=defaultdict(float))
        self.groups: list[list[str]] = []

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        self.groups.append(list(wanted))
        for result in super().rewrite(wanted):
            self.paraphraser.stage_seconds["parse"] += 1.0
            yield result


def parallel(worker: Timed, number: int = 1) -> tuple[ParallelRewriter, Timed]:
    here = Timed()
    load: Any = lambda: worker  # noqa: E731
    return ParallelRewriter(cast(ControlledRewriter, here), load, number), here


def test_it_gives_what_the_rewriter_gives_alone() -> None:
    wanted = {"a": FORMS, "long": FORMS, "b reject1": FORMS[:2], "nothing": FORMS[1:], "c": []}
    worker = Timed()
    rewriter, here = parallel(worker)
    with rewriter:
        found = list(rewriter.rewrite(wanted))
    assert repr(found) == repr(list(FakeRewriter().rewrite(wanted)))
    assert here.asked == []
    assert here.paraphraser.stage_seconds == {"parse": 5.0}
    assert (rewriter.name, rewriter.forms) == (here.name, here.forms)
    assert rewriter.signature == here.signature


def test_seconds_are_those_of_each_call() -> None:
    rewriter, here = parallel(Timed())
    for _ in range(3):
        list(rewriter.rewrite({"a": FORMS, "b": FORMS}))
    assert here.paraphraser.stage_seconds == {"parse": 6.0}


def test_nothing_wanted() -> None:
    rewriter, _ = parallel(Timed(), number=2)
    assert list(rewriter.rewrite({})) == []


@pytest.mark.parametrize(
    ("sizes", "processes", "groups"),
    [
        # 4 requests at a time; three forms a sentence.
        ([3, 3], 1, [[3], [3]]),
        ([1] * 8, 1, [[1] * 4, [1] * 4]),
        ([1] * 8, 2, [[1] * 4, [1] * 4]),
        ([1] * 6, 2, [[1] * 3, [1] * 3]),
        ([1] * 9, 2, [[1] * 3, [1] * 3, [1] * 3]),
        ([1], 4, [[1]]),
    ],
)
def test_processes_get_groups_of_like_size(
    sizes: list[int], processes: int, groups: list[list[int]]
) -> None:
    rewriter, _ = parallel(Timed(), number=processes)
    wanted = {f"s{i}": ["f"] * size for i, size in enumerate(sizes)}
    found = group_wanted(wanted, rewriter._size(wanted))
    assert [[len(forms) for forms in group.values()] for group in found] == groups


def test_too_few_processes() -> None:
    with pytest.raises(UsageError, match="number of workers is 0"):
        parallel(Timed(), number=0)


# The bundled models.

SENTENCES = [
    "She stayed at home because she was tired.",
    "We will leave the house if it rains.",
    "When the film ended, the children laughed.",
    "word " * 80,
]
TEMPLATES = ("(S(SBAR)(,)(NP)(VP)(.))", "(S(NP)(VP)(.))")


def load_bundled() -> ControlledRewriter:
    import scpn

    return ControlledRewriter(scpn.Paraphraser.from_pretrained(), TEMPLATES)


def load_and_die() -> ControlledRewriter:
    import os

    os._exit(1)


@pytest.mark.slow
def test_two_processes_give_what_one_gives(paraphraser: "Paraphraser") -> None:
    rewriter = ControlledRewriter(paraphraser, TEMPLATES)
    wanted = dict.fromkeys(SENTENCES, TEMPLATES)
    begin = dict(paraphraser.stage_seconds)
    alone = list(rewriter.rewrite(wanted))
    before = dict(paraphraser.stage_seconds)
    stages = [stage for stage in before if before[stage] > begin.get(stage, 0.0)]
    with ParallelRewriter(rewriter, load_bundled, 2) as both:
        assert list(both.rewrite(wanted)) == alone
    assert "parse" in stages
    assert all(paraphraser.stage_seconds[stage] > before[stage] for stage in stages)


@pytest.mark.slow
def test_process_that_dies(paraphraser: "Paraphraser") -> None:
    rewriter = ControlledRewriter(paraphraser, TEMPLATES)
    with (
        ParallelRewriter(rewriter, load_and_die, 2) as both,
        pytest.raises(ScpnError, match=r"a worker process died.*fewer --workers"),
    ):
        list(both.rewrite({SENTENCES[0]: TEMPLATES}))


@pytest.mark.slow
@pytest.mark.parametrize("command", ["generate", "augment", "attack"])
def test_commands_with_workers_write_the_same(command: str, tmp_path: Path) -> None:
    """The whole command twice; the files are equal to the byte."""
    data = tmp_path / "in.jsonl"
    data.write_text("".join(f'{{"text": "{text}", "label": "0"}}\n' for text in SENTENCES * 3))
    forms = [part for template in TEMPLATES for part in ("-t", template)]
    arguments = {
        "generate": ["-i", data, *forms, "--batch-size", "8", "--rerank", "1"],
        "augment": [data, *forms, "--no-cache", "--rerank", "1"],
        "attack": [data, *forms, "--no-cache", "--rerank", "1", "--victim", "bundled:sst2"],
    }[command]
    outputs = []
    for workers in ("1", "2"):
        output = tmp_path / f"out{workers}.jsonl"
        invoke(build_app(), command, *arguments, "-o", output, "--workers", workers, status=None)
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1]
    assert b"The children laughed when the film ended" in outputs[0]
