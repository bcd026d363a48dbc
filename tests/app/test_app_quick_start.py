"""A quick start leaves nothing behind, and saves what it is there to save."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

CODE = """
import gc, inspect, sys, pathlib
from scpn.app.quick_start import quick_start

find_file = inspect.getfile
with quick_start():
    from scpn.app.interface import build_interface
    assert "gradio" in sys.modules and "nltk" in sys.modules
assert inspect.getfile is find_file and gc.isenabled()
loaded = [name for name in ("torch", "transformers", "sklearn", "scipy.stats")
          if name in sys.modules]
assert not loaded, loaded
import gradio.component_meta as meta
assert inspect.getfile(meta.ComponentMeta).endswith("component_meta.py")
import sklearn, scipy.stats
"""


def test_page_is_built_without_the_models_libraries() -> None:
    result = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_gradio_writes_no_stub_files() -> None:
    code = """
import pathlib
from scpn.app.quick_start import quick_start
written = []
pathlib.Path.write_text = lambda path, *a, **k: written.append(path)
read = []
real = pathlib.Path.read_text
pathlib.Path.read_text = lambda path, *a, **k: (read.append(str(path)), real(path, *a, **k))[1]
with quick_start():
    import gradio
assert not written, written
assert not [name for name in read if "/components/" in name], read
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
