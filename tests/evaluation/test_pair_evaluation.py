"""Figures of every row against figures worked out by hand."""

from collections.abc import Iterable
from typing import Any

import pytest
from scripted_paraphraser import (
    ALMOST_2,
    BOOM,
    PARSES,
    SOURCE_1,
    SOURCE_2,
    TARGET_1,
    TARGET_2,
    ScriptedParaphraser,
    scripted,
)

from scpn.errors import DataError, UsageError
from scpn.evaluation import (
    EvaluationPair,
    EvaluationSettings,
    PairEvaluation,
    RowResult,
    evaluate_pairs,
)
from scpn.paraphraser import GenerationSettings
from scpn.trees.reader import read_parse

PAIRS = [
    EvaluationPair(2, SOURCE_1.split(), TARGET_1.split()),
    EvaluationPair(3, SOURCE_2.split(), TARGET_2.split()),
]


def evaluate(
    *rows: str, pairs: Iterable[EvaluationPair] = PAIRS, **options: Any
) -> tuple[PairEvaluation, ScriptedParaphraser]:
    model = scripted()
    settings = EvaluationSettings(
        rows=rows,
        rerank=options.pop("rerank", 4),
        reparse=options.pop("reparse", True),
        generation=GenerationSettings(batch_size=options.pop("batch_size", 32), rerank=9, seed=7),
    )
    return evaluate_pairs(model, pairs, settings=settings, **options), model  # type: ignore[arg-type]


def figures(row: RowResult) -> dict[str, float]:
    return {name: score.value for name, score in row.figures.items()}


def test_copy() -> None:
    evaluation, _ = evaluate("copy")
    (row,) = evaluation.rows
    # Pair 1 has the target's template, pair 2 has another, also without its full stop.
    # Edits: pair 1 lacks NN; pair 2 loses ADVP, RB and '.' and gains ADVP, RB (RB is on level 4).
    # 1- to 4-grams in common: 2 + 3 of 7, 0 + 1 of 5, none longer.
    assert figures(row) == pytest.approx(
        {
            "template_match": 50,
            "template_match_but_final_punctuation": 50,
            "tree_edit_distance_top3": (1 + 4) / 2,
            "tree_edit_distance": (1 + 5) / 2,
            "corpus_bleu": row.figures["corpus_bleu"].value,
            "mean_sentence_bleu": 0,
            "unigram_f1": 100,
            "source_template_kept": 100,
            "repeated_3gram": 0,
            "copies": 100,
        }
    )
    assert row.per_second is None
    assert row.num_missing == 0


def test_gold_parse() -> None:
    evaluation, model = evaluate("gold")
    (row,) = evaluation.rows
    # Output 1 is the target; output 2 is the target and a full stop.
    assert figures(row) == pytest.approx(
        {
            "template_match": 50,
            "template_match_but_final_punctuation": 100,
            "tree_edit_distance_top3": 0.5,
            "tree_edit_distance": 0.5,
            "corpus_bleu": 100 * (7 / 8 * 5 / 6 * 3 / 4 * 1 / 2) ** 0.25,
            "mean_sentence_bleu": 50,
            "unigram_f1": 100 * (2 * 2 / (3 + 4) + 1) / 2,
            "source_template_kept": 50,
            "repeated_3gram": 0,
            "copies": 0,
        }
    )
    (settings,) = model.settings
    assert (settings.rerank, settings.num_return, settings.seed) == (1, 1, 7)


def test_split_by_change_of_form() -> None:
    evaluation, _ = evaluate("gold")
    splits = evaluation.rows[0].splits
    assert splits["same_form"]["template_match"].value == 100
    assert splits["other_form"]["template_match"].value == 0
    assert splits["other_form"]["source_template_kept"].value == 0
    assert {name: part["copies"].count for name, part in splits.items()} == {
        "other_form": 1,
        "same_form": 1,
    }
    assert "tree_edit_distance" not in splits["same_form"]


def test_split_without_pairs_is_missing() -> None:
    evaluation, _ = evaluate("copy", pairs=PAIRS[:1])
    assert list(evaluation.rows[0].splits) == ["same_form"]


def test_generated_parse_without_an_output_is_a_miss() -> None:
    evaluation, _ = evaluate("generated")
    (row,) = evaluation.rows
    found = figures(row)
    assert row.num_missing == 1
    assert found["template_match"] == 50
    assert found["source_template_kept"] == 50
    assert found["copies"] == 50
    assert found["unigram_f1"] == 50
    # Pair 1 as the copy. The target of pair 2 has seven nodes: one is relabeled, six are missing.
    assert found["tree_edit_distance"] == (1 + 7) / 2


def test_reranked_asks_for_several_parses() -> None:
    evaluation, model = evaluate("reranked", rerank=3)
    assert figures(evaluation.rows[0])["template_match"] == 100
    assert figures(evaluation.rows[0])["tree_edit_distance"] == 0
    assert [settings.rerank for settings in model.settings] == [3]


def test_parse_generator_alone() -> None:
    evaluation, _ = evaluate("generator")
    (row,) = evaluation.rows
    assert figures(row) == {
        "obeys_template": 100,
        "exact_parse": 50,
        "tree_edit_distance_top3": 0.5,
        "tree_edit_distance": 0.5,
    }
    assert row.splits == {}


def test_template_the_generator_does_not_know_is_a_miss() -> None:
    unknown = read_parse("(FRAG(NP(PRP)))")
    known = read_parse(PARSES[TARGET_1])
    pairs = [
        EvaluationPair(2, SOURCE_1.split(), TARGET_1.split(), known, unknown),
        EvaluationPair(3, SOURCE_1.split(), TARGET_1.split(), known, known),
    ]
    evaluation, _ = evaluate("generator", pairs=pairs, reparse=False)
    (row,) = evaluation.rows
    assert row.num_missing == 1
    assert row.figures["obeys_template"].value == 50
    assert row.figures["exact_parse"].value == 50


def test_uncontrolled_keeps_what_its_model_keeps() -> None:
    other = ScriptedParaphraser({SOURCE_1: SOURCE_1, SOURCE_2: ALMOST_2}, {})
    evaluation, _ = evaluate("uncontrolled", uncontrolled=other)
    assert figures(evaluation.rows[0])["source_template_kept"] == 50
    assert figures(evaluation.rows[0])["copies"] == 50


def test_given_parses() -> None:
    parse = read_parse("(FRAG(NP(PRP))(VP(VBD))(.))")
    other = read_parse(PARSES[SOURCE_2])
    pairs = [
        EvaluationPair(2, SOURCE_1.split(), SOURCE_1.split(), parse, parse),
        EvaluationPair(3, SOURCE_1.split(), SOURCE_1.split(), other, parse),
    ]
    evaluation, _ = evaluate("copy", "gold", pairs=pairs, reparse=False)
    copy, gold = evaluation.rows
    # The copy has the parse of the file; outputs are parsed by our own parser, as S.
    assert copy.figures["template_match"].value == 50
    assert gold.figures["template_match"].value == 0
    assert "parser:given" in str(copy.figures["template_match"].signature)
    assert "parser:table 1" in str(gold.figures["template_match"].signature)
    assert evaluation.signature.to_dict()["references"] == "given"


def test_given_parses_that_are_not_there() -> None:
    with pytest.raises(UsageError, match=r"line 2 has no parses"):
        evaluate("copy", reparse=False)


def test_pair_without_parse_is_left_out_with_its_line() -> None:
    pairs = [
        EvaluationPair(4, ["zzz"], TARGET_1.split()),
        EvaluationPair(5, SOURCE_1.split(), ["zzz"]),
        EvaluationPair(6, SOURCE_1.split(), ["yes"]),
        *PAIRS,
    ]
    evaluation, _ = evaluate("copy", pairs=pairs)
    assert [number for number, _ in evaluation.skipped] == [4, 5, 6]
    assert [reason.split(":")[0] for _, reason in evaluation.skipped[:2]] == ["source", "target"]
    assert "has no template" in evaluation.skipped[2][1]
    assert evaluation.rows[0].num_pairs == 2
    with pytest.raises(DataError, match=r"3 read, none usable \(line 4: source: no parse\)"):
        evaluate("copy", pairs=pairs[:3])


def test_request_that_fails_does_not_harm_its_batch() -> None:
    pairs = [EvaluationPair(9, BOOM.split(), TARGET_1.split()), *PAIRS]
    records: list[dict[str, Any]] = []
    evaluation, _ = evaluate("gold", pairs=pairs, on_output=records.append)
    assert [record["error"] for record in records] == ["boom cannot be said", None, None]
    assert records[0]["output"] is None
    assert records[1]["output"] == TARGET_1
    assert evaluation.rows[0].num_missing == 1


def test_batches_and_progress_do_not_change_figures() -> None:
    steps: list[int] = []
    pairs = PAIRS * 9
    small, _ = evaluate("gold", "generator", pairs=pairs, batch_size=1, on_progress=steps.append)
    large, _ = evaluate("gold", "generator", pairs=pairs)
    for left, right in zip(small.rows, large.rows, strict=True):
        assert left.figures == right.figures
    assert steps == [2] * 18


def test_outputs_are_recorded() -> None:
    records: list[dict[str, Any]] = []
    evaluate("gold", "generator", on_output=records.append)
    assert records[1] == {
        "row": "gold",
        "line": 3,
        "source": SOURCE_2,
        "target": TARGET_2,
        "source_template": "(S(ADVP)(NP)(VP)(.))",
        "target_template": "(S(NP)(VP))",
        "control": PARSES[TARGET_2],
        "output": ALMOST_2,
        "parse": PARSES[ALMOST_2],
        "template_match": False,
        "score": -0.5,
        "error": None,
    }
    assert (records[2]["row"], records[2]["output"]) == ("generator", None)
    assert records[2]["parse"] == PARSES[TARGET_1]


def test_report_has_signature_and_units() -> None:
    evaluation, _ = evaluate("gold", provenance={"file": "a|b.tsv", "model": "m"})
    report = evaluation.to_dict()
    assert report["settings"] == {
        "file": "a_b.tsv",
        "model": "m",
        "pairs": "2",
        "parser": "table 1",
        "judge": "none",
        "references": "reparsed",
        "template": "root+children,no-ROOT",
        "words": "treebank,lc,quotes-and-brackets-unified",
        "beam": "4",
        "rerank": "4",
        "parse-beam": "6",
        "seed": "7",
        "scpn": report["settings"]["scpn"],
    }
    (row,) = report["rows"]
    assert (row["title"], row["pairs"], row["missing"]) == ("gold parse", 2, 0)
    assert row["sentences_per_second"] > 0
    bleu = row["figures"]["corpus_bleu"]
    assert bleu["unit"] == "percent"
    assert "tok:none" in bleu["signature"]
    assert row["figures"]["tree_edit_distance"]["unit"] == "edits"


@pytest.mark.parametrize(
    ("rows", "rerank", "message"),
    [
        (("gould",), 4, "no row is called 'gould'; did you mean 'gold'"),
        ((), 4, "at least one row"),
        (("gold", "gold"), 4, "each once"),
        (("gold",), 1, "rerank is 1; it must be at least 2"),
    ],
)
def test_bad_settings(rows: tuple[str, ...], rerank: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        EvaluationSettings(rows=rows, rerank=rerank)


def test_uncontrolled_without_model() -> None:
    with pytest.raises(UsageError, match="needs a model without control"):
        evaluate("uncontrolled")
