"""Loads the classifier that a text such as `bundled:sst2` names."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scpn.adversarial.protocol import Victim
from scpn.adversarial.victims.checking import BATCH_SIZE, CheckedVictim
from scpn.errors import ModelError, UsageError, nearest
from scpn.pretrained import BUNDLED
from scpn.runtime import Device

FOLDER = BUNDLED / "classifiers"
CONFIG_NAME = "config.json"
FORMS = (
    "bundled:NAME, a FOLDER of `scpn train classifier`, hf:NAME_OR_FOLDER, python:MODULE:FUNCTION, "
    "process:COMMAND"
)


@dataclass(frozen=True, slots=True)
class VictimSpec:
    """Which classifier is attacked, see `load_victim`; it is loaded when it is needed.

    Attributes:
        spec: Its kind and place.
        labels: Its labels in the order of its probabilities, or None if it knows them.
        batch_size: Texts it is asked about at a time, or None for its own number.
        timeout_s: Seconds a process may take, or None for the usual.
    """

    spec: str
    labels: tuple[str, ...] | None = None
    batch_size: int | None = None
    timeout_s: float | None = None

    def load(self, num_texts: int, *, device: Device = None) -> CheckedVictim:
        """Load it.

        Raises:
            UsageError: There is no such classifier, or it does not fit the data.
            ModelError: It is damaged.
        """
        return load_victim(
            self.spec,
            labels=self.labels,
            num_texts=num_texts,
            device=device,
            batch_size=self.batch_size,
            timeout_s=self.timeout_s,
        )


AnyVictim = Victim | VictimSpec | str
"""A classifier, or what `load_victim` makes one of."""


def describe_victim(victim: AnyVictim) -> dict[str, Any]:
    """What must be the same for a run to be continued, as far as is known before it is loaded."""
    if isinstance(victim, str):
        victim = VictimSpec(victim)
    if isinstance(victim, VictimSpec):
        return {"victim": victim.spec, "victim_labels": victim.labels}
    return {"victim": victim.name, "victim_labels": list(victim.labels)}


@contextmanager
def open_victim(victim: AnyVictim, num_texts: int, *, device: Device = None) -> Iterator[Victim]:
    """Load a classifier and close it in the end; one that is given is left open.

    Raises:
        UsageError: There is no such classifier, or it does not fit the data.
        ModelError: It is damaged.
    """
    if isinstance(victim, str):
        victim = VictimSpec(victim)
    if isinstance(victim, VictimSpec):
        with closing(victim.load(num_texts, device=device)) as loaded:
            yield loaded
    else:
        _check_num_texts(victim, num_texts)
        yield victim


def load_victim(
    spec: str,
    *,
    labels: Sequence[str] | None = None,
    num_texts: int | None = None,
    device: Device = None,
    batch_size: int | None = None,
    timeout_s: float | None = None,
) -> CheckedVictim:
    """Load a classifier.

    Args:
        spec: `bundled:sst2`; the folder of `scpn train classifier` or of a Hugging Face model;
            `hf:NAME_OR_FOLDER`; `python:MODULE:FUNCTION`; or `process:COMMAND`.
        labels: Names of the labels in the order of the victim's probabilities. A function or
            process needs them; of a Hugging Face model, they replace its own. A trained one knows.
        num_texts: Texts of an example, 1 or 2; 1 if not given. A trained one knows.
        device: Where a network runs.
        batch_size: Examples it is asked about at a time; None is the kind's own number.
        timeout_s: Seconds a process may take for a batch.

    Raises:
        UsageError: The victim cannot be read, does not fit the labels or number of texts, or an
            option is not for its kind.
        ModelError: There is no such model or it is damaged.
    """
    kind, colon, rest = spec.partition(":")
    if timeout_s is not None and kind != "process":
        raise UsageError(f"a timeout is given for the victim {spec}; only process:COMMAND has one")
    if kind in ("python", "process") and colon:
        return _load_foreign(
            kind, rest, labels, num_texts or 1, batch_size=batch_size, timeout_s=timeout_s
        )
    if kind == "hf" and colon:
        return _load_transformers(rest, labels, num_texts, device, batch_size)
    folder = bundled_classifier(rest) if kind == "bundled" and colon else Path(spec)
    if not folder.is_dir():
        raise UsageError(f"there is no victim {spec!r}; write {FORMS}")
    description = _read_config(folder)
    if description.get("kind") not in _LOADERS and "architectures" in description:
        return _load_transformers(str(folder), labels, num_texts, device, batch_size)
    victim = _load_trained(folder, description, device)
    _check_fit(victim, labels, num_texts)
    if batch_size is not None:
        victim.batch_size = batch_size
    return victim


def bundled_classifier(name: str) -> Path:
    """Folder of a classifier that comes with the package.

    Raises:
        UsageError: There is none of this name.
    """
    known = bundled_classifiers()
    if name not in known:
        raise UsageError(
            f"there is no bundled classifier {name!r}{nearest(name, known)}; there are "
            f"{', '.join(known) or 'none'}"
        )
    return FOLDER / name


def bundled_classifiers() -> list[str]:
    """Names of the classifiers that come with the package."""
    if not FOLDER.is_dir():
        return []
    return sorted(path.name for path in FOLDER.iterdir() if (path / CONFIG_NAME).is_file())


def _load_foreign(
    kind: str,
    rest: str,
    labels: Sequence[str] | None,
    num_texts: int,
    *,
    batch_size: int | None,
    timeout_s: float | None,
) -> CheckedVictim:
    if not labels:
        raise UsageError(
            f"the victim {kind}:{rest} does not say what its probabilities belong to; name its "
            "labels in their order"
        )
    size = BATCH_SIZE if batch_size is None else batch_size
    if kind == "python":
        from scpn.adversarial.victims.function import FunctionVictim, load_function

        return FunctionVictim(load_function(rest), labels, num_texts, name=rest, batch_size=size)
    from scpn.adversarial.victims.process import TIMEOUT_S, ProcessVictim

    return ProcessVictim(
        rest, labels, num_texts, timeout_s=TIMEOUT_S if timeout_s is None else timeout_s,
        batch_size=size,
    )  # fmt: skip


def _load_transformers(
    where: str,
    labels: Sequence[str] | None,
    num_texts: int | None,
    device: Device,
    batch_size: int | None,
) -> CheckedVictim:
    from scpn.adversarial.victims.transformers import TransformersVictim

    return TransformersVictim(
        where, labels=labels, num_texts=num_texts or 1, device=device,
        batch_size=BATCH_SIZE if batch_size is None else batch_size,
    )  # fmt: skip


def _read_config(folder: Path) -> dict[str, Any]:
    try:
        description = json.loads((folder / CONFIG_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{folder} has no readable {CONFIG_NAME}, so it holds no classifier; name a folder of "
            "`scpn train classifier` or of a Hugging Face model"
        ) from error
    return description if isinstance(description, dict) else {}


def _load_trained(folder: Path, description: dict[str, Any], device: Device) -> CheckedVictim:
    kind = description.get("kind")
    if kind not in _LOADERS:
        raise ModelError(
            f"{folder} holds {kind or 'something'!r}, which is no classifier; known are "
            f"{', '.join(_LOADERS)} and Hugging Face sequence classifiers"
        )
    return _LOADERS[kind](folder, device)


def _load_bilstm(folder: Path, device: Device) -> CheckedVictim:
    from scpn.adversarial.victims.bilstm import BilstmVictim

    return BilstmVictim.load(folder, device=device)


def _load_bag_of_words(folder: Path, device: Device) -> CheckedVictim:
    from scpn.adversarial.victims.bag_of_words import BagOfWordsVictim

    return BagOfWordsVictim.load(folder)


_LOADERS: dict[str, Callable[[Path, Device], CheckedVictim]] = {
    "bilstm": _load_bilstm,
    "bag-of-words": _load_bag_of_words,
}


def _check_fit(victim: CheckedVictim, labels: Sequence[str] | None, num_texts: int | None) -> None:
    """A trained classifier knows its labels; those given are other names for them, in order."""
    if labels is not None and list(labels) != victim.labels:
        if len(labels) != len(victim.labels) or set(labels) & set(victim.labels):
            raise UsageError(
                f"the victim {victim.name} has the labels {', '.join(victim.labels)}, which "
                f"{', '.join(labels)} cannot rename; give as many other names in the same order, "
                "or leave them out"
            )
        victim.rename_labels(labels)
    if num_texts is not None:
        _check_num_texts(victim, num_texts)


def _check_num_texts(victim: Victim, num_texts: int) -> None:
    if num_texts != victim.num_texts:
        raise UsageError(
            f"the victim {victim.name} reads {victim.num_texts} text(s), not {num_texts}; name as "
            "many text columns"
        )
