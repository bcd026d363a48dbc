"""A paraphraser without models in place of the real one."""

from pathlib import Path

import pytest
from fake_attack import FakeParaphraser

from scpn.cli import rewriting


@pytest.fixture
def fake_paraphraser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeParaphraser:
    """What the commands load instead of models; their cache is empty."""
    fake = FakeParaphraser()
    monkeypatch.setattr(rewriting, "load_paraphraser", lambda *names: fake)
    monkeypatch.setenv("SCPN_CACHE", str(tmp_path / "cache"))
    return fake
