from pathlib import Path

import pytest
from nltk.tree import Tree
from typer.testing import CliRunner

from scpn.cli.derive import app
from scpn.data.derivation import derive_file
from scpn.data.readers import PairInput, read_pairs_from
from scpn.errors import DataError, UsageError
from scpn.rules.movement import RULES, MovedPair, derive_pairs, move, select_rules
from scpn.trees.reader import read_tree

RAIN = (
    "(S (SBAR (WHADVP (WRB when)) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) "
    "(NP (DT the) (NNS children)) (VP (VBD went) (ADVP (RB home))) (. .))"
)
YEAR = "(S (NP (DT the) (NN factory)) (VP (VBD closed) (PP (IN in) (NP (CD 1975)))) (. .))"
MOVES = [
    ("unfront", RAIN, "the children went home when it rained ."),
    (
        "unfront",
        "(S (CC but) (PP (IN in) (NP (CD 1975))) (NP (PRP she)) (VP (VBD moved)) (. .))",
        "but she moved in 1975 .",
    ),
    (
        "unfront-nonfinite",
        "(S (PP (IN after) (S (VP (VBG leaving) (NP (NN school))))) (, ,) (NP (PRP she)) "
        "(VP (VBD taught) (NP (NN music))) (. .))",
        "she taught music after leaving school .",
    ),
    (
        "front-clause",
        "(S (NP (PRP we)) (VP (VBD slept) (PP (IN in) (NP (DT a) (NN barn))) (SBAR (IN because) "
        "(S (NP (DT the) (NN inn)) (VP (VBD was) (ADJP (JJ full)))))) (. .))",
        "because the inn was full , we slept in a barn .",
    ),
    (
        "front-clause",
        "(S (VP (VB call) (NP (PRP me)) (SBAR (WHADVP (WRB when)) (S (NP (PRP you)) "
        "(VP (VBP arrive))))) (. .))",
        "when you arrive , call me .",
    ),
    ("front-phrase", YEAR, "in 1975 , the factory closed ."),
    (
        "drop-then",
        "(S (SBAR (IN if) (S (NP (PRP it)) (VP (VBZ snows)))) (, ,) (ADVP (RB then)) "
        "(NP (PRP we)) (VP (VBP stay) (ADVP (RB here))) (. .))",
        "we stay here if it snows .",
    ),
    (
        "adverb-to-middle",
        "(S (ADVP (RB suddenly)) (, ,) (NP (DT the) (NN gate)) (VP (VBD opened)) (. .))",
        "the gate suddenly opened .",
    ),
    (
        "adverb-to-middle",
        "(S (ADVP (RB usually)) (NP (PRP she)) (VP (VBZ is) (ADJP (JJ late))) (. .))",
        "she is usually late .",
    ),
    (
        "adverb-to-front",
        "(S (NP (DT the) (NN rain)) (ADVP (RB eventually)) (VP (VBD stopped)) (. .))",
        "eventually , the rain stopped .",
    ),
    (
        "adverb-to-end",
        "(S (NP (PRP she)) (ADVP (RB quietly)) (VP (VBD shut) (NP (DT the) (NN lid))) (. .))",
        "she shut the lid quietly .",
    ),
    (
        "adverb-from-end",
        "(S (NP (PRP she)) (VP (VBD shut) (NP (DT the) (NN lid)) (ADVP (RB quietly))) (. .))",
        "she quietly shut the lid .",
    ),
    (
        "parenthetical-to-middle",
        "(S (ADVP (RB however)) (, ,) (NP (DT the) (NN plan)) (VP (VBD failed)) (. .))",
        "the plan , however , failed .",
    ),
    (
        "parenthetical-to-front",
        "(S (NP (DT the) (NN plan)) (, ,) (ADVP (RB however)) (, ,) (VP (VBD failed)) (. .))",
        "however , the plan failed .",
    ),
    (
        "passive-to-active",
        "(S (NP (DT the) (NN song)) (VP (VBD was) (VP (VBN written) (PP (IN by) (NP (PRP him))) "
        "(PP (IN in) (NP (CD 1975))))) (. .))",
        "he wrote the song in 1975 .",
    ),
    (
        "active-to-passive",
        "(S (NP (DT the) (NN farmer)) (VP (VBD repaired) (NP (DT the) (NNS roofs))) (. .))",
        "the roofs were repaired by the farmer .",
    ),
    (
        "active-to-passive",
        "(S (NP (DT the) (NN farmer)) (VP (VBD saw) (NP (PRP us))) (. .))",
        "we were seen by the farmer .",
    ),
    (
        "dative-to",
        "(S (NP (PRP she)) (VP (VBD gave) (NP (PRP him)) (NP (DT a) (NN ticket))) (. .))",
        "she gave a ticket to him .",
    ),
    (
        "dative-object",
        "(S (NP (PRP she)) (VP (VBD gave) (NP (DT a) (NN ticket)) (PP (TO to) (NP (PRP him)))) "
        "(. .))",
        "she gave him a ticket .",
    ),
    (
        "particle-shift",
        "(S (NP (PRP she)) (VP (VBD picked) (PRT (RP up)) (NP (DT the) (NN pen))) (. .))",
        "she picked the pen up .",
    ),
    (
        "particle-join",
        "(S (NP (PRP she)) (VP (VBD picked) (NP (DT the) (NN pen)) (PRT (RP up))) (. .))",
        "she picked up the pen .",
    ),
    (
        "there-insert",
        "(S (NP (DT a) (NN goat)) (VP (VBZ is) (VP (VBG eating) (NP (NN grass)))) (. .))",
        "there is a goat eating grass .",
    ),
    (
        "there-remove",
        "(S (NP (EX there)) (VP (VBZ 's) (NP (NP (DT a) (NN goat)) (VP (VBG eating) "
        "(NP (NN grass))))) (. .))",
        "a goat is eating grass .",
    ),
    (
        "extrapose",
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (RB very) (JJ hard)) (S (VP (TO to) (VP (VB move) "
        "(NP (DT a) (NN piano)))))) (. .))",
        "to move a piano is very hard .",
    ),
    (
        "quotation",
        "(S (`` \") (S (NP (PRP we)) (VP (VBP are) (ADJP (JJ late)))) (, ,) ('' \") "
        "(NP (PRP she)) (VP (VBD said)) (. .))",
        'she said , " we are late . "',
    ),
    (
        "report",
        "(S (S (NP (DT the) (NN bridge)) (VP (VBZ is) (ADJP (JJ safe)))) (, ,) "
        "(NP (DT the) (NN mayor)) (VP (VBD said)) (. .))",
        "the mayor said that the bridge is safe .",
    ),
    (
        "speaker",
        "(S (`` \") (S (NP (PRP we)) (VP (VBP are) (ADJP (JJ late)))) (, ,) ('' \") "
        "(VP (VBD said)) (NP (DT the) (NN driver)) (. .))",
        '" we are late , " the driver said .',
    ),
    (
        "genitive",
        "(S (NP (NP (DT the) (NN capital)) (PP (IN of) (NP (NNP norway)))) (VP (VBZ is) "
        "(ADJP (JJ rainy))) (. .))",
        "norway 's capital is rainy .",
    ),
    (
        "that-drop",
        "(S (NP (PRP i)) (VP (VBP think) (SBAR (IN that) (S (NP (DT the) (NN soup)) "
        "(VP (VBZ is) (ADJP (JJ cold)))))) (. .))",
        "i think the soup is cold .",
    ),
]
REFUSALS = {
    "unfront: the pronoun would come before its noun": (
        "unfront",
        "(S (SBAR (WHADVP (WRB when)) (S (NP (DT the) (NN nurse)) (VP (VBD came)))) (, ,) "
        "(NP (PRP he)) (VP (VBD left) (ADVP (RB early))) (. .))",
    ),
    "unfront: the time could belong to the inner clause": (
        "unfront",
        "(S (PP (IN in) (NP (CD 1975))) (, ,) (NP (PRP he)) (VP (VBD said) (SBAR (S (NP (PRP she)) "
        "(VP (VBD left))))) (. .))",
    ),
    "unfront: a connective is no place": (
        "unfront",
        "(S (PP (IN in) (NP (NN fact))) (, ,) (NP (PRP we)) (VP (VBD left)) (. .))",
    ),
    "unfront: while may contrast": (
        "unfront",
        "(S (SBAR (IN while) (S (NP (NNP rosa)) (VP (VBZ is) (ADJP (JJ tall))))) (, ,) "
        "(NP (NNP tom)) (VP (VBZ is) (ADJP (JJ small))) (. .))",
    ),
    "unfront-nonfinite: a comment": (
        "unfront-nonfinite",
        "(S (S (VP (TO to) (VP (VB be) (ADJP (JJ honest))))) (, ,) (NP (PRP i)) "
        "(VP (VBD left) (ADVP (RB early))) (. .))",
    ),
    "front-clause: he is not the nurse": (
        "front-clause",
        "(S (NP (PRP he)) (VP (VBD left) (ADVP (RB early)) (SBAR (WHADVP (WRB when)) "
        "(S (NP (DT the) (NN nurse)) (VP (VBD came))))) (. .))",
    ),
    "front-clause: an indirect question": (
        "front-clause",
        "(S (NP (PRP i)) (VP (VBP wonder) (SBAR (IN if) (S (NP (PRP we)) (VP (VBD left))))) (. .))",
    ),
    "front-clause: not because": (
        "front-clause",
        "(S (NP (PRP we)) (VP (VBD did) (RB n't) (VP (VB leave) (SBAR (IN because) "
        "(S (NP (PRP we)) (VP (VBD were) (ADJP (JJ tired))))))) (. .))",
    ),
    "front-phrase: the time is an argument": (
        "front-phrase",
        "(S (NP (DT the) (NN party)) (VP (VBZ is) (PP (IN on) (NP (NNP friday)))) (. .))",
    ),
    "front-phrase: a question": ("front-phrase", YEAR.replace("(. .)", "(. ?)")),
    "passive-to-active: by the river nobody acts": (
        "passive-to-active",
        "(S (NP (DT the) (NN house)) (VP (VBD was) (VP (VBN painted) (PP (IN by) (NP (DT the) "
        "(NN river))))) (. .))",
    ),
    "active-to-passive: his could be another's": (
        "active-to-passive",
        "(S (NP (DT the) (NN farmer)) (VP (VBD repaired) (NP (PRP$ his) (NN roof))) (. .))",
    ),
    "active-to-passive: no passive": (
        "active-to-passive",
        "(S (NP (DT the) (NN farmer)) (VP (VBD lacked) (NP (DT a) (NN roof))) (. .))",
    ),
    "dative-to: the theme is a pronoun": (
        "dative-to",
        "(S (NP (PRP she)) (VP (VBD gave) (NP (PRP him)) (NP (PRP it))) (. .))",
    ),
    "dative-to: an idiom": (
        "dative-to",
        "(S (NP (PRP she)) (VP (VBD gave) (NP (PRP him)) (NP (DT a) (NN kick))) (. .))",
    ),
    "particle-shift: a preposition": (
        "particle-shift",
        "(S (NP (PRP she)) (VP (VBD looked) (PRT (RP out)) (NP (DT the) (NN window))) (. .))",
    ),
    "there-insert: a definite subject": (
        "there-insert",
        "(S (NP (DT the) (NN goat)) (VP (VBZ is) (VP (VBG eating) (NP (NN grass)))) (. .))",
    ),
    "report: whose words the pronoun is from is lost": (
        "report",
        "(S (S (NP (PRP he)) (VP (VBZ is) (ADJP (JJ safe)))) (, ,) "
        "(NP (DT the) (NN mayor)) (VP (VBD said)) (. .))",
    ),
}


def sources(rule: str, tree: str) -> list[str]:
    return [" ".join(pair.source) for pair in move(read_tree(tree), select_rules([rule]))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_moves_its_constituent(rule: str, tree: str, expected: str) -> None:
    parsed = read_tree(tree)
    before = str(parsed)
    (pair,) = move(parsed, select_rules([rule]))
    assert " ".join(pair.source) == expected
    assert list(pair.target) == parsed.leaves()
    assert str(parsed) == before


def test_every_rule_has_an_example() -> None:
    assert {rule for rule, _, _ in MOVES} == set(RULES)


@pytest.mark.parametrize(("rule", "tree"), REFUSALS.values(), ids=list(REFUSALS))
def test_rule_leaves_unsafe_sentence_alone(rule: str, tree: str) -> None:
    assert sources(rule, tree) == []


@pytest.mark.parametrize(
    ("rule", "tree", "expected"),
    [
        (
            "unfront",
            "(S (PP (IN In) (NP (CD 1975))) (, ,) (NP (NNP Rosa)) (VP (VBD moved)) (. .))",
            "Rosa moved in 1975 .",
        ),
        (
            "front-phrase",
            "(S (NP (NNP Rosa)) (VP (VBD moved) (PP (IN in) (NP (CD 1975)))) (. .))",
            "In 1975 , Rosa moved .",
        ),
        (
            "active-to-passive",
            "(S (NP (DT The) (NN bull)) (VP (VBD saw) (NP (PRP me))) (. .))",
            "I was seen by the bull .",
        ),
        (
            "quotation",
            "(S (`` \") (S (NP (PRP We)) (VP (VBP are) (ADJP (JJ late)))) (, ,) ('' \") "
            "(NP (NNP Rosa)) (VP (VBD said)) (. .))",
            'Rosa said , " We are late . "',
        ),
    ],
)
def test_casing_follows_the_new_order(rule: str, tree: str, expected: str) -> None:
    assert sources(rule, tree) == [expected]


def test_fronted_agent_i_agrees_with_was() -> None:
    tree = "(S (NP (DT the) (NN bull)) (VP (VBD saw) (NP (PRP me))) (. .))"
    assert sources("active-to-passive", tree) == ["i was seen by the bull ."]


@pytest.mark.parametrize(
    "tree",
    [
        "(NP (DT the) (JJ grey) (NN rain))",
        "(S (NP" * 100 + " (NN rain) (VBD stopped) (. .)" + "))" * 100,
    ],
    ids=["no clause", "very deep"],
)
def test_odd_trees_give_nothing(tree: str) -> None:
    assert list(move(read_tree(tree))) == []


def test_words_without_tags_give_nothing() -> None:
    tree = Tree("S", [Tree("NP", [Tree("DT", ["the"]), "rain"]), *read_tree(YEAR)[1:]])
    assert list(move(tree)) == []


def test_pairs_come_once() -> None:
    pairs = list(derive_pairs([read_tree(YEAR), read_tree(YEAR)]))
    words = ("in", "1975", ",", "the", "factory", "closed", ".")
    target = ("the", "factory", "closed", "in", "1975", ".")
    assert pairs == [MovedPair(words, target, "front-phrase")]


def test_limit_draws_a_sample_that_depends_on_the_seed_alone() -> None:
    trees = [read_tree(YEAR.replace("1975", str(year))) for year in range(1900, 1950)]
    draw = [list(derive_pairs(trees, limit_per_rule=3, seed=seed)) for seed in (1, 1, 2)]
    assert [len(pairs) for pairs in draw] == [3, 3, 3]
    assert draw[0] == draw[1] != draw[2]


def test_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="the limit per rule is 0; it must be at least 1"):
        list(derive_pairs([], limit_per_rule=0))


def test_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="no rule is called 'unfrnt'; did you mean 'unfront'"):
        select_rules(["unfrnt"])


def test_command_writes_pairs(tmp_path: Path) -> None:
    trees, output = tmp_path / "trees.txt", tmp_path / "pairs.tsv"
    trees.write_text(f"{RAIN}\n\n{YEAR}\n")
    result = CliRunner().invoke(app, [str(trees), "-o", str(output)])
    assert result.exit_code == 0, result.output
    assert output.read_text() == (
        "source\ttarget\trule\n"
        "the children went home when it rained .\twhen it rained , the children went home .\t"
        "unfront\nin 1975 , the factory closed .\tthe factory closed in 1975 .\tfront-phrase\n"
    )
    assert "2 pairs from 2 trees" in result.output
    # The file is what `scpn label` reads.
    targets = [pair.target for pair in read_pairs_from(PairInput("moved", str(output)))]
    assert targets == [" ".join(read_tree(text).leaves()) for text in (RAIN, YEAR)]


def test_command_takes_named_rules_only(tmp_path: Path) -> None:
    trees, output = tmp_path / "trees.txt", tmp_path / "pairs.tsv"
    trees.write_text(f"{RAIN}\n{YEAR}\n")
    options = ["-o", str(output), "--rule", "front-phrase", "--limit-per-rule", "5", "--seed", "3"]
    result = CliRunner().invoke(app, [str(trees), *options])
    assert result.exit_code == 0, result.output
    assert [line.split("\t")[2] for line in output.read_text().splitlines()[1:]] == ["front-phrase"]


def test_library_gives_the_bytes_of_the_command(tmp_path: Path) -> None:
    trees, output = tmp_path / "trees.txt", tmp_path / "pairs.tsv"
    trees.write_text(f"{RAIN}\n{YEAR}\n")
    CliRunner().invoke(app, [str(trees), "-o", str(output)])
    counts = derive_file([str(trees)], tmp_path / "library.tsv")
    assert (tmp_path / "library.tsv").read_bytes() == output.read_bytes()
    assert (counts.trees, counts.pairs["unfront"], counts.pairs["speaker"]) == (2, 1, 0)


def test_command_leaves_no_file_when_a_tree_is_broken(tmp_path: Path) -> None:
    trees, output = tmp_path / "trees.txt", tmp_path / "pairs.tsv"
    trees.write_text(f"{RAIN}\n(S (NP\n")
    result = CliRunner().invoke(app, [str(trees), "-o", str(output)])
    assert isinstance(result.exception, DataError)
    assert "trees.txt" in str(result.exception)
    assert "2" in str(result.exception)
    assert not output.exists()


def test_command_does_not_overwrite_its_input(tmp_path: Path) -> None:
    trees = tmp_path / "trees.txt"
    trees.write_text(YEAR)
    result = CliRunner().invoke(app, [str(trees), "-o", str(trees)])
    assert isinstance(result.exception, UsageError)
    assert "is also an input; name another file" in str(result.exception)
