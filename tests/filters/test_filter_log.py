"""The log of decisions: whole blocks survive, torn ones do not, other runs are refused."""

from pathlib import Path

import numpy as np
import pytest

from scpn.data.pairs import ParaphrasePair
from scpn.errors import DataError, UsageError
from scpn.filters.filter_log import DecisionLog, Decisions, digest_pairs

RUN = {"limit": 5, "encoder": None}


def block(*rules: int) -> Decisions:
    scores = np.linspace(0, 1, len(rules), dtype=np.float32)
    scores[0] = np.nan
    return Decisions(np.array(rules, dtype=np.uint8), scores, bytes([len(rules)] * 8))


def contents(log: DecisionLog) -> list[list[int]]:
    return [decisions.rules.tolist() for decisions in log.read()]


def test_log_gives_back_what_was_decided(tmp_path: Path) -> None:
    with DecisionLog(tmp_path / "log", RUN) as log:
        log.append(block(0, 2, 1))
        log.append(block(7))
        assert (log.num_blocks, log.num_pairs) == (2, 4)
        first, second = log.read()
    assert first.rules.tolist() == [0, 2, 1]
    assert np.isnan(first.scores[0])
    assert first.scores[1:].tolist() == [0.5, 1.0]
    assert (first.digest, second.digest) == (bytes([3] * 8), bytes([1] * 8))


@pytest.mark.parametrize("missing", range(1, 25))
def test_log_torn_block_is_done_again(tmp_path: Path, missing: int) -> None:
    path = tmp_path / "log"
    with DecisionLog(path, RUN) as log:
        log.append(block(0, 2, 1))
        log.append(block(4, 5))
    path.write_bytes(path.read_bytes()[:-missing])
    with DecisionLog(path, RUN, resume=True) as log:
        assert log.num_pairs == 3
        log.append(block(6))
        assert contents(log) == [[0, 2, 1], [6]]


def test_log_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with DecisionLog(path, RUN) as log:
        log.append(block(0, 2, 1))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with DecisionLog(path, RUN, resume=True) as log:
        assert log.num_blocks == 0
    assert not path.exists()


def test_log_without_resume_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with DecisionLog(path, RUN) as log:
        log.append(block(0, 2, 1))
    with DecisionLog(path, {"limit": 6}) as log:
        log.append(block(3))
        assert contents(log) == [[3]]


def test_log_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with DecisionLog(path, RUN) as log:
        log.append(block(0))
    with pytest.raises(UsageError, match="cannot be continued: limit was 5, now it is 6"):
        DecisionLog(path, RUN | {"limit": 6}, resume=True)
    assert path.exists()


@pytest.mark.parametrize("text", ["{}\n", "no json\n", '{"decisions": 99, "run": {}}\n', "[]\n"])
def test_log_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "log").write_text(text)
    with pytest.raises(DataError, match="is no unfinished run of this version"):
        DecisionLog(tmp_path / "log", RUN, resume=True)


def test_digest_pairs_sees_every_change() -> None:
    def digest(*texts: tuple[str, str]) -> bytes:
        return digest_pairs(ParaphrasePair(left, right, "x") for left, right in texts)

    variants = [
        digest(("a b", "c")), digest(("a", "b c")), digest(("a b", "d")), digest(("c", "a b")),
        digest(("a b", "c"), ("d", "e")), digest(("d", "e"), ("a b", "c")), digest(("\udcff", "")),
    ]  # fmt: skip
    assert len(set(variants)) == len(variants)
    assert digest(("a b", "c")) == variants[0]
