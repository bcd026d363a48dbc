"""The layer contract: a module imports only from lower levels and from its own package."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Highest first; those of one line are siblings and do not import each other.
LEVELS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("cli",),
    ("app", "evaluation"),
    ("adversarial",),
    ("paraphraser",),
    ("backtranslation",),
    ("filters",),
    ("metrics",),
    ("embeddings", "critic"),
    ("training",),
    ("models", "decoding"),
    ("nn", "data"),
    ("templates", "parsing", "rules"),
    ("trees", "tokenization", "pretrained", "word_vectors"),
    ("runs", "config", "settings"),
    ("tables",),
    ("fileio",),
    ("runtime", "programs"),
    ("errors",),
)
HEIGHT = {name: -level for level, names in enumerate(LEVELS) for name in names}

# Folder in the repository -> the name under which it is installed.
FOLDERS = {
    "scpn": "scpn",
    "templates": "scpn.templates",
    "adversarial": "scpn.adversarial",
    "app": "scpn.app",
}


def modules() -> Iterator[tuple[str, Path]]:
    """Installed name and file of every module of the project."""
    for folder, package in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT / folder).with_suffix("").parts
            yield ".".join((package, *parts)).removesuffix(".__init__"), path


def imported_names(path: Path, module: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of each import of the project's own code, wherever it stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            names = [f"{base}.{alias.name}" for alias in node.names] if base == "scpn" else [base]
        else:
            continue
        for name in names:
            if name.startswith("scpn."):
                yield node.lineno, name


def test_modules_import_only_from_lower_levels() -> None:
    wrong = []
    for module, path in modules():
        if module == "scpn":  # loads its public names on demand, from anywhere
            continue
        own = module.split(".")[1]
        if own not in HEIGHT:
            wrong.append(f"{module}: {own!r} has no place in LEVELS of {Path(__file__).name}")
            continue
        for line, name in imported_names(path, module):
            other = name.split(".")[1]
            if other in (own, "__version__"):
                continue
            if other not in HEIGHT:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name} is in no level")
            elif HEIGHT[other] >= HEIGHT[own]:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {own} must not import {name}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_level_name_stands_once_and_exists() -> None:
    names = [name for names in LEVELS for name in names]
    assert sorted(names) == sorted(
        {module.split(".")[1] for module, _ in modules() if module != "scpn"}
    )


def test_levels_are_documented() -> None:
    document = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = document.partition("## Levels")[2].split("```")[1]
    assert block.strip() == "\n".join(" | ".join(names) for names in LEVELS)


def test_reader_of_imports_sees_every_form(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "import scpn.nn.masking\nfrom scpn import errors, __version__\nfrom ..trees import x\n"
        "from . import y\nimport torch\n\ndef f():\n    from scpn.cli.main import main\n"
    )
    found = [name for _, name in imported_names(path, "scpn.models.presets")]
    assert found == [
        "scpn.nn.masking",
        "scpn.errors",
        "scpn.__version__",
        "scpn.trees",
        "scpn.models",
        "scpn.cli.main",
    ]
