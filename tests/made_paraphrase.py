"""A paraphrase record made for tests of what becomes of such records."""

from scpn.paraphraser import Paraphrase


def paraphrase(
    text: str, *, score: float = -1.0, match: bool = True, reasons: str = ""
) -> Paraphrase:
    """A paraphrase, rejected for the reasons given, which are separated by commas."""
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
