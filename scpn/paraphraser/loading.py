"""Finds and loads the parts that are no networks of the paraphraser itself."""

from pathlib import Path

from scpn.critic import Critic
from scpn.critic.critic import load_critic
from scpn.embeddings import SentenceEncoder, load_encoder
from scpn.errors import ModelError
from scpn.pretrained import BUNDLED
from scpn.runtime import Device

JUDGE, CRITIC, NONE = "judge", "critic", "none"


def load_judge(folder: Path, judge: str | Path | None, *, device: Device) -> SentenceEncoder | None:
    """Load the judge of meaning.

    Args:
        folder: Of the models; its own judge is taken if none is named, else the bundled one.
        judge: See `Paraphraser.from_pretrained`.
        device: Where to run.

    Raises:
        ModelError: There is no such judge, or it is damaged.
    """
    if judge == NONE:
        return None
    if judge is None and (folder / JUDGE).is_dir():
        judge = folder / JUDGE
    return load_encoder(judge, device=device)


def find_critic(folder: Path, critic: str | Path | None, *, device: Device) -> Critic | None:
    """Load the critic, if there is one.

    Args:
        folder: Of the models; its own critic is taken if none is named, else the bundled one.
        critic: See `Paraphraser.from_pretrained`.
        device: Where to run.

    Raises:
        ModelError: There is no critic of that name, or it is damaged.
    """
    if critic is None:
        places = (folder / CRITIC, BUNDLED / CRITIC)
        critic = next((place for place in places if place.is_dir()), NONE)
    if critic == NONE:
        return None
    return load_critic(critic, device=device)


def local_folder(name_or_path: str | Path) -> Path:
    """Return the folder itself, or that of a repository on the Hugging Face hub.

    Raises:
        ModelError: There is no such folder or repository.
    """
    path = Path(name_or_path)
    if path.exists():
        return path
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(str(name_or_path)))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise ModelError(
            f"no model called {str(name_or_path)!r}: not a folder here, and the hub has none or "
            f"cannot be reached ({type(error).__name__})"
        ) from error
