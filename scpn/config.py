"""Configurations: dataclasses to and from YAML, with dotted overrides and strict keys and types.

A dataclass with one default per field is the only description of a configuration. A file or an
override can set what the dataclass declares and nothing else: a misspelt key or a value of the
wrong type is an error that says what is allowed, never a setting that is silently ignored.

Pydantic does the same with other words ("Input should be a valid integer"). It knows no nearest
key, names one bound of two, and merges no defaults of nested fields; what makes up for that is as
long as what stands here.
"""

import dataclasses
import os
import re
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import yaml

from scpn.errors import DataError, UsageError, nearest
from scpn.fileio import write_atomically

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    T = TypeVar("T", bound=DataclassInstance)
else:
    T = TypeVar("T")

# YAML 1.1 reads `1e-3` (no dot) as a string; people mean a number.
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def load_config(
    cls: type[T],
    path: str | os.PathLike[str] | None = None,
    *,
    overrides: Sequence[str] = (),
) -> T:
    """Build a configuration: defaults, then a YAML file, then `key.sub=value` overrides.

    The value of an override is read as YAML (`0.1`, `true`, `null`, `[1, 2]`); where the field is
    text, what cannot be text in YAML (`2024`, `no`) is taken as it is written.

    Args:
        cls: The dataclass to build; fields may be dataclasses themselves.
        path: YAML file; None uses the defaults alone.
        overrides: Settings such as `"optimizer.learning_rate=1e-3"`; later ones win.

    Raises:
        UsageError: If the file is missing, a key unknown or repeated, a required key absent, or
            a value not of the declared type.
        DataError: If the file is no YAML mapping; names the line.
    """
    values: dict[str, Any] = {}
    if path is not None:
        values = read_mapping(path)
        try:
            from_dict(cls, values)
        except UsageError as error:
            raise UsageError(f"{os.fspath(path)}: {error}") from error
    for override in overrides:
        _apply_override(cls, values, override)
    return from_dict(cls, values)


def save_config(config: "DataclassInstance", path: str | os.PathLike[str]) -> None:
    """Write `config` as YAML, every field included; the file appears whole or not at all."""
    with write_atomically(Path(path)) as file:
        yaml.safe_dump(to_dict(config), file, sort_keys=False, allow_unicode=True)


def to_dict(config: "DataclassInstance") -> dict[str, Any]:
    """Return `config` as nested dicts, lists and scalars, fit for YAML or JSON."""
    return {name: _plain(value) for name, value in dataclasses.asdict(config).items()}


def from_dict(cls: type[T], mapping: Mapping[str, Any]) -> T:
    """Build `cls` from nested mappings; the inverse of `to_dict`.

    Args:
        cls: The dataclass to build.
        mapping: Field name to value; absent fields keep their defaults.

    Raises:
        UsageError: If a key is unknown, a required key absent, or a value of the wrong type.
    """
    return _build(cls, mapping, where="", default=None)


def read_mapping(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read a YAML file whose top level is a mapping; an empty file is an empty mapping.

    Raises:
        UsageError: If there is no such file.
        DataError: If it is not UTF-8, not YAML, repeats a key or is not a mapping.
    """
    name = os.fspath(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as error:
        raise UsageError(
            f"configuration file {name!r} does not exist or is no file; "
            "give the path of a YAML file"
        ) from error
    except UnicodeDecodeError as error:
        raise DataError("not UTF-8 text; save the configuration as UTF-8", path=name) from error
    try:
        value = yaml.load(text, Loader=_StrictLoader)
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise DataError(f"broken YAML: {error.problem}", path=name, line=line) from error
    except yaml.YAMLError as error:
        raise DataError(f"broken YAML: {str(error).splitlines()[0]}", path=name) from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise DataError(
            f"expected `key: value` lines at the top level, got {_describe(value)}", path=name
        )
    return value


class _StrictLoader(yaml.SafeLoader):
    """YAML loader that refuses a repeated key, which plain YAML resolves silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.MarkedYAMLError(
                        problem=f"key {key.value!r} appears twice; keep one",
                        problem_mark=key.start_mark,
                    )
                seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _build(cls: type[T], mapping: Mapping[str, Any], *, where: str, default: T | None) -> T:
    """Build `cls`; what is absent from the mapping is that of `default`, else that of `cls`."""
    annotations = get_type_hints(cls)
    fields = {field.name: field for field in dataclasses.fields(cls)}
    defaults = {
        name: _default(field) if default is None else getattr(default, name)
        for name, field in fields.items()
    }
    for key in mapping:
        if key not in fields:
            _refuse_key(key, fields, where)
    values = {
        name: _coerce(value, annotations[name], _join(where, name), defaults[name])
        for name, value in mapping.items()
    }
    values = defaults | values
    missing = [_join(where, name) for name in fields if values[name] is dataclasses.MISSING]
    if missing:
        names = ", ".join(map(repr, missing))
        raise UsageError(f"missing configuration key {names}; it has no default, so set it")
    return cls(**values)


def _default(field: "dataclasses.Field[Any]") -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _coerce(value: Any, annotation: Any, where: str, default: Any = None) -> Any:
    """Check `value`, turning lists into tuples, mappings into dataclasses, `1` into `1.0`."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _coerce_union(value, annotation, where, default)
    if dataclasses.is_dataclass(annotation) and isinstance(value, Mapping):
        base = default if isinstance(default, annotation) else None  # type: ignore[arg-type]
        return _build(annotation, value, where=where, default=base)  # type: ignore[arg-type]
    if origin in (list, tuple) and isinstance(value, list | tuple):
        return _coerce_items(value, annotation, where)
    if origin is dict and isinstance(value, Mapping):
        return {
            _coerce(key, arguments[0], where): _coerce(item, arguments[1], _join(where, str(key)))
            for key, item in value.items()
        }
    if origin is Literal:
        fits = any(value == allowed and type(value) is type(allowed) for allowed in arguments)
    elif annotation in (int, float):
        if annotation is float and isinstance(value, str) and _NUMBER.fullmatch(value):
            value = float(value)
        fits = isinstance(value, int | annotation) and not isinstance(value, bool)
    else:
        fits = annotation is Any or (isinstance(annotation, type) and isinstance(value, annotation))
    if not fits:
        raise UsageError(f"{where}: expected {_name(annotation)}, got {_describe(value)}")
    return float(value) if annotation is float else value


def _coerce_union(value: Any, annotation: Any, where: str, default: Any) -> Any:
    """Take the first member that fits, one that needs no conversion before the others."""
    members = sorted(get_args(annotation), key=lambda member: type(value) is not member)
    for member in members:
        if dataclasses.is_dataclass(member) and isinstance(value, Mapping):
            return _coerce(value, member, where, default)
        try:
            return _coerce(value, member, where)
        except UsageError:
            continue
    raise UsageError(f"{where}: expected {_name(annotation)}, got {_describe(value)}")


def _coerce_items(value: Sequence[Any], annotation: Any, where: str) -> Any:
    origin, kinds = get_origin(annotation), get_args(annotation)
    if origin is list or kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(value) != len(kinds):
        raise UsageError(
            f"{where}: expected {len(kinds)} values ({_name(annotation)}), "
            f"got {len(value)}: {list(value)!r}"
        )
    return origin(
        _coerce(item, kind, f"{where}[{index}]")
        for index, (item, kind) in enumerate(zip(value, kinds, strict=True))
    )


def _apply_override(cls: type, values: dict[str, Any], override: str) -> None:
    """Set one `key.sub=value` in `values`, checked against the fields of `cls`."""
    path, equals, text = override.partition("=")
    keys = path.strip().split(".")
    if not equals or not all(keys):
        raise UsageError(
            f"override {override!r} is not of the form key=value; "
            "write for instance optimizer.learning_rate=0.001"
        )
    annotation: Any = cls
    for depth, key in enumerate(keys):
        annotation = _descend(annotation, key, ".".join(keys[:depth]))
    for key in keys[:-1]:
        values[key] = dict(values.get(key) or {})
        values = values[key]
    values[keys[-1]] = _read_value(text.strip(), annotation)


def _read_value(text: str, annotation: Any) -> Any:
    """Read a value as YAML, or as text if only that fits; what never fits is told later."""
    try:
        value = yaml.load(text, Loader=_StrictLoader)
    except yaml.YAMLError:
        return text
    for reading in (value, text):
        try:
            _coerce(reading, annotation, "")
        except UsageError:
            continue
        return reading
    return value


def _descend(annotation: Any, key: str, where: str) -> Any:
    """Annotation of `key` inside a dataclass, which may be an optional one."""
    for kind in (annotation, *get_args(annotation)):
        if dataclasses.is_dataclass(kind) and isinstance(kind, type):
            known = get_type_hints(kind)
            return known[key] if key in known else _refuse_key(key, known, where)
    raise UsageError(f"{where}: expected {_name(annotation)}, so it has no key {key!r} to set")


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _refuse_key(key: object, known: Mapping[str, Any], where: str) -> NoReturn:
    hint = nearest(str(key), known)
    names = ", ".join(sorted(known))
    raise UsageError(
        f"unknown configuration key {_join(where, str(key))!r}{hint}; known keys: {names}"
    )


def _describe(value: Any) -> str:
    if value is None:
        return "null"
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 60 else text[:57] + '...'}"


def _name(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is None or annotation is type(None):
        return "null"
    if origin in (Union, types.UnionType):
        return " or ".join(_name(argument) for argument in arguments)
    if origin is Literal:
        return "one of " + ", ".join(repr(argument) for argument in arguments)
    if origin is not None:
        inner = ", ".join("..." if part is Ellipsis else _name(part) for part in arguments)
        return f"{origin.__name__}[{inner}]"
    return str(getattr(annotation, "__name__", annotation))
