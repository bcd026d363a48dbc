"""Configurations: dataclasses to and from YAML, with dotted overrides and strict keys and types.

A dataclass with one default per field is the only description of a configuration. A file or an
override can set what the dataclass declares and nothing else: a misspelt key or a value of the
wrong type is an error that says what is allowed, never a setting that is silently ignored.
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
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import yaml

from scpn.errors import DataError, UsageError, nearest

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
    base: T | None = None,
) -> T:
    """Build a configuration: defaults, then a YAML file, then `key.sub=value` overrides.

    The value of an override is read as YAML (`0.1`, `true`, `null`, `[1, 2]`); where the field is
    text, what cannot be text in YAML (`2024`, `no`) is taken as it is written.

    Args:
        cls: The dataclass to build; fields may be dataclasses themselves.
        path: YAML file; None uses the defaults alone.
        overrides: Settings such as `"optimizer.learning_rate=1e-3"`; later ones win.
        base: Where values come from that neither the file nor an override sets, a preset for
            instance; None uses the defaults of `cls`.

    Returns:
        A new instance of `cls`; `base` is left as it was.

    Raises:
        UsageError: If the file is missing, a key unknown or repeated, a required key absent, or
            a value not of the declared type.
        DataError: If the file is no YAML mapping; names the line.
    """
    values: dict[str, Any] = {}
    if path is not None:
        values = read_mapping(path)
        try:
            _build(cls, values, where="", base=base, partial=True)
        except UsageError as error:
            raise UsageError(f"{os.fspath(path)}: {error}") from error
    for override in overrides:
        _apply_override(cls, values, override)
    return _build(cls, values, where="", base=base)


def save_config(config: "DataclassInstance", path: str | os.PathLike[str]) -> None:
    """Write `config` as YAML, every field included; the file appears whole or not at all."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    text = yaml.safe_dump(to_dict(config), sort_keys=False, allow_unicode=True)
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def to_dict(config: "DataclassInstance") -> dict[str, Any]:
    """Return `config` as nested dicts, lists and scalars, fit for YAML or JSON."""
    return {name: _plain(value) for name, value in dataclasses.asdict(config).items()}


def from_dict(cls: type[T], mapping: Mapping[str, Any], *, base: T | None = None) -> T:
    """Build `cls` from nested mappings; the inverse of `to_dict`.

    Args:
        cls: The dataclass to build.
        mapping: Field name to value; absent fields keep their defaults.
        base: Instance that supplies absent fields instead of the defaults of `cls`.

    Raises:
        UsageError: If a key is unknown, a required key absent, or a value of the wrong type.
    """
    return _build(cls, mapping, where="", base=base)


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
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


class _Field(NamedTuple):
    annotation: Any
    default: Any  # dataclasses.MISSING when the field is required


def _fields_of(cls: type) -> dict[str, _Field]:
    hints = get_type_hints(cls)
    found = {}
    for field in dataclasses.fields(cls):
        if not field.init:
            continue
        default = field.default
        if field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        found[field.name] = _Field(hints[field.name], default)
    return found


def _build(
    cls: type[T],
    mapping: Mapping[str, Any],
    *,
    where: str,
    base: Any = None,
    partial: bool = False,
) -> T:
    """Build `cls`; `partial` checks what is there and fills required fields with None."""
    fields = _fields_of(cls)
    for key in mapping:
        if key not in fields:
            raise _unknown_key(key, fields, where)
    arguments: dict[str, Any] = {}
    missing = []
    for name, field in fields.items():
        default = field.default if base is None else getattr(base, name)
        if name in mapping:
            key = _join(where, name)
            arguments[name] = _coerce(mapping[name], field.annotation, key, default, partial)
        elif default is not dataclasses.MISSING:
            arguments[name] = default
        else:
            missing.append(name)
    if partial:
        return None  # type: ignore[return-value]
    if missing:
        names = ", ".join(repr(_join(where, name)) for name in missing)
        raise UsageError(f"missing configuration key {names}; it has no default, so set it")
    try:
        return cls(**arguments)
    except ValueError as error:
        raise UsageError(f"configuration{f' {where!r}' if where else ''}: {error}") from error


def _coerce(value: Any, annotation: Any, where: str, default: Any, partial: bool) -> Any:
    """Check `value`, turning lists into tuples and mappings into dataclasses."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return _coerce_union(value, annotation, where, default, partial)
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type):
        if isinstance(value, annotation):
            return value
        if isinstance(value, Mapping):
            base = default if isinstance(default, annotation) else None
            return _build(annotation, value, where=where, base=base, partial=partial)
    elif origin is Literal:
        for allowed in arguments:
            if value == allowed and type(value) is type(allowed):
                return value
    elif origin in (list, tuple, Sequence) or annotation in (list, tuple):
        if isinstance(value, list | tuple):
            return _coerce_items(value, annotation, where, partial)
    elif origin in (dict, Mapping) or annotation is dict:
        if isinstance(value, Mapping):
            of = arguments[1] if arguments else Any
            return {
                _coerce(key, arguments[0] if arguments else Any, where, None, partial): _coerce(
                    item, of, _join(where, str(key)), None, partial
                )
                for key, item in value.items()
            }
    else:
        matched, result = _coerce_scalar(value, annotation)
        if matched:
            return result
    raise _wrong_type(value, annotation, where)


def _coerce_scalar(value: Any, annotation: Any) -> tuple[bool, Any]:
    if annotation is Any:
        return True, value
    if annotation is None or annotation is type(None):
        return value is None, None
    if annotation is float:
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            return True, float(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return True, float(value)
        return False, None
    if annotation is int:
        return isinstance(value, int) and not isinstance(value, bool), value
    if annotation is Path:
        return (True, Path(value)) if isinstance(value, str | Path) else (False, None)
    return isinstance(annotation, type) and isinstance(value, annotation), value


def _coerce_union(value: Any, annotation: Any, where: str, default: Any, partial: bool) -> Any:
    members = get_args(annotation)
    # A value that is of a member already, before one that must be converted (`1` for int | float).
    for member in members:
        if isinstance(member, type) and type(value) is member:
            return value
    classes = [member for member in members if dataclasses.is_dataclass(member)]
    if len(classes) == 1 and isinstance(value, Mapping):
        return _coerce(value, classes[0], where, default, partial)
    for member in members:
        try:
            return _coerce(value, member, where, default, partial)
        except UsageError:
            continue
    raise _wrong_type(value, annotation, where)


def _coerce_items(value: Sequence[Any], annotation: Any, where: str, partial: bool) -> Any:
    origin, arguments = get_origin(annotation) or annotation, get_args(annotation)
    kinds: list[Any]
    if origin is tuple and arguments and arguments[-1] is not Ellipsis:
        if len(value) != len(arguments):
            raise UsageError(
                f"{where}: expected {len(arguments)} values ({_name(annotation)}), "
                f"got {len(value)}: {list(value)!r}"
            )
        kinds = list(arguments)
    else:
        kinds = [arguments[0] if arguments else Any] * len(value)
    items = [
        _coerce(item, kind, f"{where}[{index}]", None, partial)
        for index, (item, kind) in enumerate(zip(value, kinds, strict=True))
    ]
    return tuple(items) if origin is tuple else items


def _apply_override(cls: type, values: dict[str, Any], override: str) -> None:
    """Set one `key.sub=value` in `values`, checked against the fields of `cls`."""
    path, equals, text = override.partition("=")
    keys = path.strip().split(".")
    if not equals or not all(keys):
        raise UsageError(
            f"override {override!r} is not of the form key=value; "
            "write for instance optimizer.learning_rate=0.001"
        )
    try:
        value = yaml.load(text, Loader=_StrictLoader)
    except yaml.YAMLError:
        value = text.strip()
    annotation: Any = cls
    for depth, key in enumerate(keys):
        annotation = _descend(annotation, key, ".".join(keys[:depth]))
    where = ".".join(keys)
    try:
        _coerce(value, annotation, where, None, True)
    except UsageError:
        try:
            _coerce(text.strip(), annotation, where, None, True)
        except UsageError:
            pass
        else:
            value = text.strip()
    level = values
    for key in keys[:-1]:
        child = level.get(key)
        level[key] = dict(child) if isinstance(child, Mapping) else {}
        level = level[key]
    level[keys[-1]] = value


def _descend(annotation: Any, key: str, where: str) -> Any:
    """Annotation of `key` inside a dataclass, an optional dataclass or a dict."""
    members = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else ()
    classes = [kind for kind in members or (annotation,) if dataclasses.is_dataclass(kind)]
    known: dict[str, _Field] = {}
    for kind in classes:
        known.update(_fields_of(kind))  # type: ignore[arg-type]
    if key in known:
        return known[key].annotation
    if classes:
        raise _unknown_key(key, known, where)
    for kind in members or (annotation,):
        if kind is dict or get_origin(kind) in (dict, Mapping):
            return (get_args(kind) or (Any, Any))[1]
    raise UsageError(f"{where}: expected {_name(annotation)}, so it has no key {key!r} to set")


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _unknown_key(key: object, known: Mapping[str, Any], where: str) -> UsageError:
    hint = nearest(str(key), known)
    names = ", ".join(sorted(known)) or "none"
    return UsageError(
        f"unknown configuration key {_join(where, str(key))!r}{hint}; known keys: {names}"
    )


def _wrong_type(value: Any, annotation: Any, where: str) -> UsageError:
    return UsageError(f"{where}: expected {_name(annotation)}, got {_describe(value)}")


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
