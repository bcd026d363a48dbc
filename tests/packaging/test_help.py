"""`scpn --help` answers at once and without torch."""

import resource
import statistics
import subprocess
import sys

from scpn import __version__
from scpn.cli.main import COMMANDS

HELP_LIMIT_S = 0.3
HEAVY = ("torch", "transformers", "nltk", "sacrebleu", "pyarrow", "numpy", "benepar", "accelerate")


def test_help_lists_every_command(scpn_script: str) -> None:
    result = subprocess.run([scpn_script, "--help"], capture_output=True, text=True, check=True)
    for name, (_, text) in COMMANDS.items():
        assert name in result.stdout
        assert text.split()[0] in result.stdout
    assert result.stderr == ""


def test_version(scpn_script: str) -> None:
    result = subprocess.run([scpn_script, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout.split()[-1] == __version__


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from scpn.cli.main import main\n"
        "sys.argv = ['scpn', '--help']\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_help_is_fast(scpn_script: str) -> None:
    # Processor time, not the clock: the same on an idle machine, and steady on a busy one.
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([scpn_script, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert statistics.median(times) < HELP_LIMIT_S, times


def test_unknown_command_is_a_usage_error(scpn_script: str) -> None:
    result = subprocess.run([scpn_script, "paraphrase"], capture_output=True, text=True)
    assert result.returncode == 2
    assert "paraphrase" in result.stderr
    assert "Traceback" not in result.stderr
