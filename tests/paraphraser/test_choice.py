from made_paraphrase import paraphrase

from scpn.paraphraser.choice import choose


def test_choose_takes_the_accepted_ones() -> None:
    good, bad = paraphrase("a"), paraphrase("b", reasons="x", score=0)
    assert choose([bad, good]) == [good]
    assert choose([]) == []


def test_choose_takes_the_best_rejected_one() -> None:
    candidates = [
        paraphrase("two reasons", reasons="x,y", score=0),
        paraphrase("no match", reasons="x", score=0, match=False),
        paraphrase("worse", reasons="x", score=-2),
        paraphrase("best", reasons="x", score=-1),
    ]
    assert [p.paraphrase for p in choose(candidates)] == ["best"]
