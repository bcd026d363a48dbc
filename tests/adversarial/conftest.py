"""A paraphraser without models in place of the real one."""

from pathlib import Path

import pytest
from fake_attack import FakeParaphraser

from scpn.paraphraser import Paraphraser


@pytest.fixture
def fake_paraphraser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeParaphraser:
    """What is loaded instead of models; the cache of the user is empty."""
    fake = FakeParaphraser()
    monkeypatch.setattr(Paraphraser, "from_pretrained", lambda *_, **__: fake)
    monkeypatch.setenv("SCPN_CACHE", str(tmp_path / "cache"))
    return fake
