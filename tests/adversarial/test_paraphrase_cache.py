import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scpn.adversarial.cache import CachedParaphrases, ParaphraseCache, default_cache_path
from scpn.errors import DataError

FORM, OTHER = "(S(NP)(VP)(.))", "(S(VP)(.))"


def outcome(text: str) -> CachedParaphrases:
    return CachedParaphrases([{"paraphrase": text, "score": -0.5}])


def fill(path: Path, count: int) -> None:
    with ParaphraseCache(path) as cache:
        scope = cache.scope({"model": "m"})
        for begin in range(0, count, 100):
            rows = range(begin, min(begin + 100, count))
            cache.add(scope, [(f"s{n}", FORM, outcome(f"{n} " + "x" * 200)) for n in rows])


def test_what_is_added_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "cache.sqlite"
    with ParaphraseCache(path) as cache:
        scope = cache.scope({"model": "m"})
        failed = CachedParaphrases([], "too long")
        cache.add(scope, [("a", FORM, outcome("A")), ("b", FORM, failed)])
    with ParaphraseCache(path) as cache:
        scope = cache.scope({"model": "m"})
        assert cache.find(scope, "a", [FORM, OTHER]) == {FORM: outcome("A")}
        assert cache.find(scope, "b", [FORM]) == {FORM: failed}
        assert cache.find(scope, "c", [FORM]) == {}
        assert len(cache) == 2
        assert cache.num_salvaged is None


def test_scopes_do_not_mix(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        first = cache.scope({"model": "m", "beam": 4})
        second = cache.scope({"model": "m", "beam": 5})
        assert cache.scope({"beam": 4, "model": "m"}) == first != second
        cache.add(first, [("a", FORM, outcome("A"))])
        assert cache.find(second, "a", [FORM]) == {}


def test_what_is_there_stays(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        scope = cache.scope({})
        cache.add(scope, [("a", FORM, outcome("first"))])
        cache.add(scope, [("a", FORM, outcome("second")), ("é\u2028", FORM, outcome("ü"))])
        assert cache.find(scope, "a", [FORM]) == {FORM: outcome("first")}
        assert cache.find(scope, "é\u2028", [FORM]) == {FORM: outcome("ü")}


def test_batch_is_all_or_nothing(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        scope = cache.scope({})
        good = ("a", FORM, outcome("A"))
        with pytest.raises(TypeError):
            cache.add(scope, [good, ("b", FORM, CachedParaphrases([{"x": object()}]))])
        assert cache.find(scope, "a", [FORM]) == {}


def test_two_runs_share_a_file(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as one, ParaphraseCache(tmp_path / "c") as two:
        scope = one.scope({"model": "m"})
        assert two.scope({"model": "m"}) == scope
        one.add(scope, [("a", FORM, outcome("A"))])
        two.add(scope, [("b", FORM, outcome("B"))])
        assert one.find(scope, "b", [FORM]) == {FORM: outcome("B")}
        assert two.find(scope, "a", [FORM]) == {FORM: outcome("A")}


WRITER = """
import sys
from scpn.adversarial.cache import CachedParaphrases, ParaphraseCache
cache = ParaphraseCache(sys.argv[1])
scope = cache.scope({})
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
        assert cache.num_salvaged is None
        assert len(cache) > added
        scope = cache.scope({})
        for number in range(added + 1):
            assert cache.find(scope, f"s{number}", ["F"]) == {
                "F": CachedParaphrases([{"n": number}])
            }


@pytest.mark.parametrize("lost", [0.02, 0.3, 0.7])
def test_cut_off_file_keeps_what_can_be_read(tmp_path: Path, lost: float) -> None:
    path = tmp_path / "c"
    fill(path, 2000)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * (1 - lost))])
    with ParaphraseCache(path) as cache:
        kept = cache.num_salvaged
        assert kept is not None
        assert len(cache) == kept
        assert 2000 * (1 - lost) * 0.6 < kept < 2000
        scope = cache.scope({"model": "m"})
        found = [number for number in range(2000) if cache.find(scope, f"s{number}", [FORM])]
        assert len(found) == kept
        for number in found[:: len(found) // 20]:
            expected = outcome(f"{number} " + "x" * 200)
            assert cache.find(scope, f"s{number}", [FORM]) == {FORM: expected}
        cache.add(scope, [("new", FORM, outcome("new"))])
    assert (tmp_path / "c.damaged").stat().st_size == int(len(whole) * (1 - lost))
    with ParaphraseCache(path) as cache:
        assert cache.num_salvaged is None
        assert len(cache) == kept + 1


def test_torn_row_is_as_if_never_there(tmp_path: Path) -> None:
    path = tmp_path / "c"
    fill(path, 3)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE outcomes SET records = '[{' WHERE sentence = 's1'")
    connection.close()
    with ParaphraseCache(path) as cache:
        scope = cache.scope({"model": "m"})
        assert cache.find(scope, "s1", [FORM]) == {}
        cache.add(scope, [("s1", FORM, outcome("again"))])
        assert cache.find(scope, "s1", [FORM]) == {FORM: outcome("again")}


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


def test_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c"
    ParaphraseCache(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DataError, match="belongs to another version"):
        ParaphraseCache(path)


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
