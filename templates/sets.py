"""Template sets: named lists of templates, shipped as YAML files or given by the user."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import yaml

from scpn.errors import DataError, ScpnError, UsageError, nearest
from scpn.fileio import read_lines, write_atomically
from scpn.templates.template import Template

_KEYS = ("name", "version", "origin", "licence", "templates")
_YAML_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class TemplateSet:
    """A named list of templates.

    Attributes:
        name: Name it is asked for by.
        version: Version of the list, for signatures.
        origin: Where the templates come from.
        licence: Terms they are under; spelled as in the files.
        templates: In the order of the file, each once.
    """

    name: str
    version: str
    origin: str
    licence: str
    templates: tuple[Template, ...]

    def save(self, path: str | Path) -> None:
        """Write the set as a YAML file that `load_template_set` reads.

        Raises:
            DataError: If it cannot be written.
        """
        fields = {key: getattr(self, key) for key in _KEYS}
        fields["templates"] = [str(template) for template in self.templates]
        with write_atomically(path) as stream:
            yaml.safe_dump(fields, stream, sort_keys=False, allow_unicode=True, width=100)


def available_sets() -> list[str]:
    """Names of the template sets that ship with the package, in alphabetical order."""
    folder = resources.files("scpn.templates").joinpath("sets")
    names = (file.name for file in folder.iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def load_template_set(name_or_path: str | Path) -> TemplateSet:
    """Load a template set by its name, or from a file.

    A file ending in .yaml or .yml has the keys name, version, origin, licence and templates; only
    the last is required. Any other file has one template a line; blank lines and lines that start
    with `#` are passed over.

    Raises:
        UsageError: If there is neither a set nor a file of that name.
        DataError: If the file cannot be read; with the line of the first bad template.
    """
    if str(name_or_path) in available_sets():
        file = resources.files("scpn.templates").joinpath("sets", f"{name_or_path}.yaml")
        with resources.as_file(file) as path:
            return _load_yaml(path)
    path = Path(name_or_path)
    if not path.exists():
        known = available_sets()
        raise UsageError(
            f"no template set or file {str(name_or_path)!r}{nearest(str(name_or_path), known)}; "
            f"sets are {', '.join(known)}; a file has one template a line"
        )
    return _load_yaml(path) if path.suffix in _YAML_SUFFIXES else _load_lines(path)


def _load_lines(path: Path) -> TemplateSet:
    lines = (
        (number, line)
        for number, line in read_lines(path)
        if line.strip() and not line.lstrip().startswith("#")
    )
    return TemplateSet(path.stem, "", str(path), "", _templates(lines, path))


def _load_yaml(path: Path) -> TemplateSet:
    text = "\n".join(line for _, line in read_lines(path))
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise DataError(f"is no YAML: {error.problem}", path=path, line=line) from error
    except (yaml.YAMLError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is no YAML: {reason}", path=path) from error
    if not isinstance(node, yaml.MappingNode):
        raise DataError(f"expected the keys {', '.join(_KEYS)}", path=path, line=1)
    fields = {"name": path.stem, "version": "", "origin": str(path), "licence": ""}
    templates: tuple[Template, ...] = ()
    for key, value in node.value:
        line = key.start_mark.line + 1
        if key.value == "templates":
            templates = _templates(_items(value, path), path)
        elif key.value not in _KEYS:
            raise DataError(
                f"unknown key {key.value!r}{nearest(str(key.value), _KEYS)}; "
                f"keys are {', '.join(_KEYS)}",
                path=path,
                line=line,
            )
        elif not isinstance(value, yaml.ScalarNode):
            raise DataError(f"{key.value} must be text", path=path, line=line)
        else:
            fields[key.value] = value.value
    if not templates:
        raise DataError("has no templates; list them under the key 'templates'", path=path)
    return TemplateSet(**fields, templates=templates)


def _items(node: yaml.Node, path: Path) -> Iterator[tuple[int, str]]:
    if not isinstance(node, yaml.SequenceNode):
        line = node.start_mark.line + 1
        raise DataError(
            "templates must be a list, one '- (S(NP)(VP))' a line", path=path, line=line
        )
    for item in node.value:
        line = item.start_mark.line + 1
        if not isinstance(item, yaml.ScalarNode):
            raise DataError("a template must be text; put it in quotes", path=path, line=line)
        yield line, item.value


def _templates(lines: Iterable[tuple[int, str]], path: Path) -> tuple[Template, ...]:
    first: dict[Template, int] = {}
    for number, text in lines:
        try:
            template = Template.parse(text.strip())
        except ScpnError as error:
            raise DataError(str(error), path=path, line=number) from error
        if template in first:
            raise DataError(
                f"template {template} is there already, on line {first[template]}; list it once",
                path=path,
                line=number,
            )
        first[template] = number
    if not first:
        raise DataError("has no templates; write one a line, such as (S(NP)(VP)(.))", path=path)
    return tuple(first)
