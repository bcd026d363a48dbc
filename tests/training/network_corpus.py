"""A small corpus of labeled pairs and trees, written by rule."""

import itertools
from pathlib import Path

from scpn.data.pairs import LabeledPair
from scpn.data.shards import ShardHeader, shard_path, write_shard

ACTIVE = "(S(NP(DT)(NN))(VP(VBD)(NP(DT)(NN)))(.))"
PASSIVE = "(S(NP(DT)(NN))(VP(VBD)(VP(VBN)(PP(IN)(NP(DT)(NN)))))(.))"
NOUNS = ["dog", "cat", "girl", "boy", "king", "cook", "nurse", "thief"]
VERBS = ["chased", "helped", "pushed", "watched"]
SOURCE_TEMPLATE = TARGET_TEMPLATE = "(S(NP)(VP)(.))"


def labeled_pair(agent: str, verb: str, patient: str, *, split: str, **changes: str) -> LabeledPair:
    values = {
        "source": f"The {agent} {verb} the {patient} .",
        "target": f"The {patient} was {verb} by the {agent} .",
        "source_parse": ACTIVE,
        "target_parse": PASSIVE,
        "source_template": SOURCE_TEMPLATE,
        "target_template": TARGET_TEMPLATE,
    }
    return LabeledPair(
        **(values | changes),
        source_length=6,
        target_length=8,
        unigram_f1=0.5,
        trigram_overlap=0.0,
        score=None,
        corpus="rules",
        cluster=0,
        split=split,
    )


def write_pairs(folder: Path, *extra: LabeledPair, splits: tuple[str, ...] = ("train",)) -> Path:
    """One shard; of every eleven pairs one goes to the last split."""
    folder.mkdir(parents=True, exist_ok=True)
    pairs = [
        labeled_pair(a, v, p, split=splits[-1] if n % 11 == 0 else splits[0])
        for n, (a, v, p) in enumerate(itertools.product(NOUNS, VERBS, NOUNS))
        if a != p
    ]
    header = ShardHeader("rule 1", 0, "abc", {}, {}, {})
    write_shard(shard_path(folder, 0), [*pairs, *extra], header=header)
    return folder


def write_trees(path: Path) -> Path:
    lines = [
        f"(TOP (S (NP (DT The) (NN {noun})) (VP (VBD {verb})) (. .)))"
        for noun in NOUNS
        for verb in VERBS
    ]
    path.write_text("\n".join(lines) + "\n\n")
    return path
