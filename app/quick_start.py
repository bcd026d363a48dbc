"""A quick start of the server: nobody waits for what Gradio and nltk do beside being imported."""

import gc
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_NOT_NEEDED = ("sklearn", "scipy.stats")


@contextmanager
def quick_start() -> Iterator[None]:
    """Within this, importing Gradio and nltk and serving takes half of the time.

    Nothing of it is missed afterwards:

    - Gradio writes a stub file for each kind of component while it is imported, which takes half
      of the time. It leaves that out where `inspect.getfile` knows no file.
    - nltk imports scikit-learn and scipy.stats, if they are there, for classes that nothing here
      uses. Whoever imports those two afterwards gets them.
    - What is made now stays, so looking for garbage finds none.

    Use it before other threads import anything.
    """
    find_file = inspect.getfile
    absent = [name for name in _NOT_NEEDED if name not in sys.modules]
    inspect.getfile = _without_components(find_file)  # type: ignore[assignment]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        inspect.getfile = find_file
        for name in absent:
            del sys.modules[name]


def _without_components(find_file: Callable[[Any], str]) -> Callable[[Any], str]:
    def find(item: Any) -> str:
        if str(getattr(item, "__module__", "")).startswith("gradio."):
            raise OSError("no stub file is wanted")
        return find_file(item)

    return find
