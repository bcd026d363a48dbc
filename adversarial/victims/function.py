"""A Python function as a victim: `module:function`."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scpn.adversarial.protocol import Texts
from scpn.adversarial.victims.checking import BATCH_SIZE, CheckedVictim
from scpn.errors import UsageError, VictimError


class FunctionVictim(CheckedVictim):
    """A function from texts to probabilities.

    It gets a list of N texts, or of N pairs for a sentence-pair task, and returns N rows of
    probabilities. Nothing can stop a function that hangs; `ProcessVictim` has a timeout.

    Args:
        function: The function.
        labels: Names of the labels, in the order of the probabilities.
        num_texts: Texts it reads for one decision.
        name: Name for reports.
        batch_size: Examples of a call.
    """

    def __init__(
        self,
        function: Callable[[list[Any]], Any],
        labels: Sequence[str],
        num_texts: int = 1,
        *,
        name: str | None = None,
        batch_size: int = BATCH_SIZE,
    ) -> None:
        known: str = getattr(function, "__name__", type(function).__name__)
        super().__init__(name or known, labels, num_texts, batch_size=batch_size)
        self._function = function

    def answer(self, texts: Sequence[Texts]) -> Any:
        """What the function returns.

        Raises:
            VictimError: It raised.
        """
        given = [example[0] if self.num_texts == 1 else example for example in texts]
        try:
            return self._function(given)
        except Exception as error:
            raise VictimError(
                f"the victim {self.name} raised {describe_error(error)} on {len(texts)} "
                f"example(s), the first being {str(given[0])[:60]!r}"
            ) from error


def describe_error(error: Exception) -> str:
    """Kind, first line and place of an error, in one line."""
    lines = str(error).splitlines()
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        place = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"
    return f"{type(error).__name__}{': ' + lines[0][:200] if lines else ''}{place}"


def load_function(spec: str) -> Callable[[list[Any]], Any]:
    """Import a function.

    Args:
        spec: `package.module:function` or `path/to/file.py:function`; modules of the current folder
            are found. `function` may be dotted, such as `MODEL.predict_proba`.

    Raises:
        UsageError: There is no such module or function, it is no function, or importing fails.
    """
    module_name, _, path = spec.rpartition(":")
    if not module_name or not path:
        raise UsageError(f"victim python:{spec} names no function; write python:MODULE:FUNCTION")
    value: Any = _import(module_name)
    for part in path.split("."):
        if not hasattr(value, part):
            known = [n for n in dir(value) if not n.startswith("_") and callable(getattr(value, n))]
            raise UsageError(
                f"{module_name} has no function {part!r}; it has {', '.join(known[:20]) or 'none'}"
            )
        value = getattr(value, part)
    if isinstance(value, type):
        raise UsageError(f"{spec} is a class; name a function, or a method of an object")
    if not callable(value):
        raise UsageError(f"{spec} is of type {type(value).__name__}; name a function")
    function: Callable[[list[Any]], Any] = value
    return function


def _import(name: str) -> Any:
    folder = str(Path.cwd())
    added = folder not in sys.path
    if added:
        sys.path.insert(0, folder)
    try:
        if name.endswith(".py"):
            return _import_file(Path(name))
        return importlib.import_module(name)
    except Exception as error:  # whatever the module raises while it is imported
        raise UsageError(
            f"victim module {name!r} cannot be imported: {describe_error(error)}"
        ) from error
    finally:
        if added:
            sys.path.remove(folder)


def _import_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module
