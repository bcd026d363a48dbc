from collections.abc import Iterator

from nltk.tree import Tree

from scpn.rules.movement import RULES
from scpn.rules.rewriting import WRITER_RULES, rewrite
from scpn.rules.rule import Rewrite, WriterRule
from scpn.trees.reader import read_tree

SENTENCE = read_tree(
    "(S (NP (DT the) (NN farmer)) (VP (VBD saw) (NP (PRP us)) (PP (IN in) (NP (CD 1975)))) (. .))"
)


def _texts(tree: Tree, **options: int) -> dict[str, tuple[str, ...]]:
    return {" ".join(found.words): found.rules for found in rewrite(tree, **options)}


def test_one_rule_then_two() -> None:
    found = _texts(SENTENCE)
    assert found["in 1975 , the farmer saw us ."] == ("front-phrase",)
    assert found["in 1975 , we were seen by the farmer ."] == ("active-to-passive", "front-phrase")
    lengths = [len(rules) for rules in found.values()]
    assert lengths == sorted(lengths)
    assert set(lengths) == {1, 2}


def test_depth_and_limit() -> None:
    assert {len(rules) for rules in _texts(SENTENCE, depth=1).values()} == {1}
    assert len(_texts(SENTENCE, limit=2)) == 2


def test_neither_the_sentence_nor_a_repeat_is_returned() -> None:
    def reverse(tree: Tree) -> Iterator[Tree]:
        yield Tree("S", list(reversed(tree)))
        yield tree

    rules = {name: WriterRule(reverse) for name in ("first", "second")}
    (found,) = rewrite(SENTENCE, rules=rules)
    assert found.rules == ("first",)


def test_the_tree_is_left_alone() -> None:
    before = SENTENCE.copy(deep=True)
    rewrite(SENTENCE)
    assert before == SENTENCE


def test_a_tree_the_rules_cannot_read_gives_nothing() -> None:
    assert rewrite(Tree("S", ["word", "word", Tree(".", ["."])])) == []
    assert rewrite(Tree("S", [Tree("UH", ["yes"])])) == []


def test_strict_rules_are_those_of_derive() -> None:
    assert {name for name, rule in WRITER_RULES.items() if rule.strict} == set(RULES)


def test_no_clitic_is_left_without_a_word() -> None:
    # "it , in fact , 's dull" and "it 's late but 's fun" would be written otherwise.
    tree = read_tree(
        "(S (PP (IN in) (NP (NN fact))) (, ,) (NP (PRP it)) (VP (VBZ 's) (ADJP (JJ dull))) (. .))"
    )
    written = {" ".join(rewriting.words) for rewriting in rewrite(tree)}
    assert written
    assert not any(", 's" in text for text in written)
    only = {"parenthetical-to-middle": WRITER_RULES["parenthetical-to-middle"]}
    assert rewrite(tree, rules=only) == []


def test_slight_changes_alone_are_no_rewriting() -> None:
    rules = {name: WRITER_RULES[name] for name in ("front-phrase", "contract")}
    tree = read_tree(
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ cold)) (PP (IN in) (NP (NNP may)))) (. .))"
    )
    found = {" ".join(each.words): each.rules for each in rewrite(tree, rules=rules)}
    assert set(found) == {"in may , it is cold .", "in may , it 's cold ."}
    assert all("front-phrase" in rules for rules in found.values())


def test_late_rules_are_the_last_of_second_steps() -> None:
    def add(word: str) -> Rewrite:
        def rewrite_by(tree: Tree) -> Iterator[Tree]:
            yield Tree(tree.label(), [*tree, Tree("UH", [word])])

        return rewrite_by

    rules = {
        "late": WriterRule(add("late"), late=True),
        "a": WriterRule(add("a")),
        "b": WriterRule(add("b")),
    }
    assert [each.rules for each in rewrite(SENTENCE, rules=rules)] == [
        *[("a",), ("b",), ("late",)],
        *[("a", "b"), ("b", "a"), ("late", "a"), ("late", "b"), ("a", "late"), ("b", "late")],
    ]
