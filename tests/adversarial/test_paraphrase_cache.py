import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scpn.adversarial.cache import (
    CachedParaphrases,
    ParaphraseCache,
    default_cache_path,
    scope_of,
)
from scpn.errors import DataError

FORM, OTHER = "(S(NP)(VP)(.))", "(S(VP)(.))"


def outcome(text: str) -> CachedParaphrases:
    return CachedParaphrases([{"paraphrase": text, "score": -0.5}])


def fill(path: Path, count: int) -> None:
    with ParaphraseCache(path) as cache:
        scope = scope_of({"model": "m"})
        for begin in range(0, count, 100):
            rows = range(begin, min(begin + 100, count))
            cache.add(scope, [(f"s{n}", FORM, outcome(f"{n} " + "x" * 200)) for n in rows])


def test_what_is_added_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "cache.sqlite"
    with ParaphraseCache(path) as cache:
        scope = scope_of({"model": "m"})
        failed = CachedParaphrases([], "too long")
        cache.add(scope, [("a", FORM, outcome("A")), ("b", FORM, failed)])
    with ParaphraseCache(path) as cache:
        scope = scope_of({"model": "m"})
        assert cache.find(scope, "a", [FORM, OTHER]) == {FORM: outcome("A")}
        assert cache.find(scope, "b", [FORM]) == {FORM: failed}
        assert cache.find(scope, "c", [FORM]) == {}
        assert len(cache) == 2


def test_scopes_do_not_mix(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        first = scope_of({"model": "m", "beam": 4})
        second = scope_of({"model": "m", "beam": 5})
        assert scope_of({"beam": 4, "model": "m"}) == first != second
        cache.add(first, [("a", FORM, outcome("A"))])
        assert cache.find(second, "a", [FORM]) == {}


def test_what_is_there_stays(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        scope = scope_of({})
        cache.add(scope, [("a", FORM, outcome("first"))])
        cache.add(scope, [("a", FORM, outcome("second")), ("é\u2028", FORM, outcome("ü"))])
        assert cache.find(scope, "a", [FORM]) == {FORM: outcome("first")}
        assert cache.find(scope, "é\u2028", [FORM]) == {FORM: outcome("ü")}


def test_batch_is_all_or_nothing(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        scope = scope_of({})
        good = ("a", FORM, outcome("A"))
        with pytest.raises(TypeError):
            cache.add(scope, [good, ("b", FORM, CachedParaphrases([{"x": object()}]))])
        assert cache.find(scope, "a", [FORM]) == {}


def test_two_runs_share_a_file(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as one, ParaphraseCache(tmp_path / "c") as two:
        scope = scope_of({"model": "m"})
        one.add(scope, [("a", FORM, outcome("A"))])
        two.add(scope, [("b", FORM, outcome("B"))])
        assert one.find(scope, "b", [FORM]) == {FORM: outcome("B")}
        assert two.find(scope, "a", [FORM]) == {FORM: outcome("A")}


WRITER = """
import sys
from scpn.adversarial.cache import CachedParaphrases, ParaphraseCache, scope_of
cache = ParaphraseCache(sys.argv[1])
scope = scope_of({})
for number in range(10**9):
    cache.add(scope, [(f"s{number}", "F", CachedParaphrases([{"n": number}]))])
    if number % 50 == 0:
        print(number, flush=True)
"""


def test_killed_writer_loses_nothing_it_had_added(tmp_path: Path) -> None:
    path = tmp_path / "c"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    added = [int(process.stdout.readline()) for _ in range(4)][-1]
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with ParaphraseCache(path) as cache:
        assert len(cache) > added
        scope = scope_of({})
        for number in range(added + 1):
            assert cache.find(scope, f"s{number}", ["F"]) == {
                "F": CachedParaphrases([{"n": number}])
            }


@pytest.mark.parametrize("lost", [0.02, 0.7])
def test_file_that_was_cut_off_is_set_aside(tmp_path: Path, lost: float) -> None:
    path, problems = tmp_path / "c", list[str]()
    fill(path, 2000)
    whole = path.read_bytes()
    path.write_bytes(rest := whole[: int(len(whole) * (1 - lost))])
    with ParaphraseCache(path, on_problem=problems.append) as cache:
        scope = scope_of({"model": "m"})
        assert cache.find(scope, "s1", [FORM]) == {}
        cache.add(scope, [("new", FORM, outcome("new"))])
    assert problems == [
        f"the paraphrase cache {path} was damaged; it is kept as c.damaged, and paraphrases are "
        "made again"
    ]
    assert (tmp_path / "c.damaged").read_bytes() == rest
    with ParaphraseCache(path, on_problem=pytest.fail) as cache:
        assert len(cache) == 1


def test_damage_found_on_the_way_costs_what_is_there(tmp_path: Path) -> None:
    path, problems = tmp_path / "c", list[str]()
    fill(path, 2000)
    with path.open("r+b") as stream:  # every page but the first reads as zeros
        size = stream.seek(0, 2)
        stream.seek(4096)
        stream.write(bytes(size - 4096))
    with ParaphraseCache(path, on_problem=problems.append) as cache:
        scope = scope_of({"model": "m"})
        cache.add(scope, [("new", FORM, outcome("new"))])
        assert cache.find(scope, "new", [FORM]) == {FORM: outcome("new")}
        assert len(cache) == 1
    assert len(problems) == 1


@pytest.mark.parametrize("records", ["'[{'", "CAST(X'5BFF5D' AS TEXT)"])
def test_torn_row_costs_what_is_there(tmp_path: Path, records: str) -> None:
    path, problems = tmp_path / "c", list[str]()
    fill(path, 3)
    with sqlite3.connect(path) as connection:
        connection.execute(
            f"UPDATE scpn_paraphrases_2 SET records = {records} WHERE sentence = 's1'"
        )
    connection.close()
    with ParaphraseCache(path, on_problem=problems.append) as cache:
        scope = scope_of({"model": "m"})
        assert cache.find(scope, "s1", [FORM]) == {}
        cache.add(scope, [("s1", FORM, outcome("again"))])
        assert cache.find(scope, "s1", [FORM]) == {FORM: outcome("again")}
    assert len(problems) == 1


def test_foreign_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database\n" * 100)
    with pytest.raises(DataError, match="is no paraphrase cache; name another file with --cache"):
        ParaphraseCache(text)
    assert text.read_text() == "not a database\n" * 100
    foreign = tmp_path / "other.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(DataError, match="belongs to another program"):
        ParaphraseCache(foreign)


def test_folder_cannot_be_a_cache(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the paraphrase cache cannot be used"):
        ParaphraseCache(tmp_path)


def test_default_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCPN_CACHE", str(tmp_path))
    assert default_cache_path().parent == tmp_path
    monkeypatch.delenv("SCPN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_path().parent == tmp_path / "scpn"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_cache_path().parent == Path.home() / ".cache" / "scpn"
