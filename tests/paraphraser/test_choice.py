from scpn.paraphraser import Paraphrase
from scpn.paraphraser.choice import choose


def paraphrase(
    text: str, *, score: float = -1.0, match: bool = True, reasons: str = ""
) -> Paraphrase:
    because = reasons.split(",") if reasons else []
    return Paraphrase(
        source="She left.",
        template="(S(NP)(VP)(.))",
        target_parse="(S(NP(PRP))(VP(VBD))(.))",
        paraphrase=text,
        parse="(S(NP(PRP))(VP(VBD))(.))",
        template_match=match,
        score=score,
        ngram_overlap=0.5,
        similarity=None,
        accepted=not because,
        rejected_because=because,
    )


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
