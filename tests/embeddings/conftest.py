"""An encoder on the disk."""

import pytest
from synonym_encoder import save_synonym_encoder


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Folder of an encoder that knows synonyms."""
    return str(save_synonym_encoder(tmp_path_factory.mktemp("models") / "synonyms"))
