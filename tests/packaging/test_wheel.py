"""The wheel holds every module and data file of the repository, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "scpn": "scpn",
    "templates": "scpn/templates",
    "adversarial": "scpn/adversarial",
    "app": "scpn/app",
}
LICENSES = ("LICENSE", "NOTICE")


def tracked(*folders: str) -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: git cannot say which files belong to the project")
    names = subprocess.run(
        ["git", "ls-files", "-z", *folders], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names in a wheel, built from a copy of the tracked files, without any download."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in tracked(*FOLDERS, "pyproject.toml", "README.md", *LICENSES):
        (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / "copy" / name)
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    result = subprocess.run(
        [*build, "--no-index", "--wheel-dir", str(folder), str(folder / "copy")],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (wheel,) = folder.glob("scpn-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.slow
def test_wheel_has_exactly_the_files_of_the_repository(wheel_names: set[str]) -> None:
    expected = set()
    for name in tracked(*FOLDERS):
        folder, _, rest = name.partition("/")
        expected.add(f"{FOLDERS[folder]}/{rest}")
    found = {name for name in wheel_names if ".dist-info/" not in name}
    assert sorted(expected - found) == [], "missing from the wheel; see package-data"
    assert sorted(found - expected) == [], "in the wheel, but not in the repository"


@pytest.mark.slow
def test_wheel_installs_one_name(wheel_names: set[str]) -> None:
    heads = {name.split("/")[0] for name in wheel_names}
    assert {head for head in heads if not head.endswith(".dist-info")} == {"scpn"}


@pytest.mark.slow
def test_wheel_has_the_license(wheel_names: set[str]) -> None:
    names = {name.partition(".dist-info/licenses/")[2] for name in wheel_names}
    assert names - {""} == set(LICENSES)
