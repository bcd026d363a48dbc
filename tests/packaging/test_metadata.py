"""What the project says about itself agrees with what it is."""

import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import scpn

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: git cannot say which files belong to the project")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def test_every_package_folder_is_declared(project: dict[str, Any]) -> None:
    tool = project["tool"]["setuptools"]
    declared = {}
    for package in tool["packages"]:
        head = max((p for p in tool["package-dir"] if package.startswith(p)), key=len)
        tail = package.removeprefix(head).strip(".").replace(".", "/")
        declared[package] = ROOT / tool["package-dir"][head] / tail
    found = {
        path.parent
        for folder in tool["package-dir"].values()
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert found == set(declared.values())


@pytest.mark.parametrize("folder", ["templates", "adversarial", "app"])
def test_mapped_folder_says_under_which_name_it_is_installed(folder: str) -> None:
    text = (ROOT / folder / "__init__.py").read_text(encoding="utf-8")
    assert f"scpn.{folder}" in text


def test_constraints_pin_every_dependency(project: dict[str, Any]) -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = {}
    for line in lines:
        if line and not line.startswith("#"):
            name, separator, version = line.partition("==")
            assert separator, f"{line!r} is no exact version"
            assert "+" not in version, f"{line!r} names a build; leave that to the index"
            pins[canonicalize_name(name)] = version
    assert not [name for name in pins if name.startswith(("nvidia", "cuda"))]
    meta = project["project"]
    wanted = chain(meta["dependencies"], *meta["optional-dependencies"].values())
    for requirement in map(Requirement, wanted):
        version = pins.get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name} is not pinned in constraints.txt"
        assert requirement.specifier.contains(version), f"{requirement} excludes {version}"


def test_changelog_starts_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+)", text, flags=re.MULTILINE)
    assert next(name for name in headings if name != "Unreleased") == scpn.__version__
    assert "Unreleased" not in headings[1:]


def test_public_names_are_few_and_listed() -> None:
    assert len(scpn.__all__) <= 10
    assert sorted(set(scpn.__all__)) == sorted(scpn.__all__)
    assert set(scpn.__all__) <= set(dir(scpn))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = scpn.nothing


@pytest.mark.slow
@pytest.mark.parametrize("name", scpn.__all__)
def test_public_name_loads(name: str) -> None:
    assert getattr(scpn, name).__doc__


# Written so that no pattern matches its own text here.
FORBIDDEN = {
    "package registry address": re.compile(
        r"https?://\S*(py[p]i\.|pythonhoste[d]|/simpl[e]\b)|--(extra-)?inde[x]-url|--find-lin[k]s"
    ),
    "path of one machine": re.compile(
        r"file:/[/]/|(?<![\w.])/(wor[k]|hom[e]|roo[t]|User[s])/\w|/op[t]/\w"
    ),
}


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_no_tracked_file_names(kind: str) -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if FORBIDDEN[kind].search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not found, f"{kind}:\n" + "\n".join(found)
