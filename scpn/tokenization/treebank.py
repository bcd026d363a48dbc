"""Between plain text and treebank tokens: split, join, restore the casing.

The conventions are the Penn Treebank's, with brackets and the straight double quote literal.
NLTK's tokenizers follow the same conventions, but what they return is not a fixed point
("cannot", "gonna", quotes and the final period are split differently the second time), they
split e-mail addresses and "AT&T", and they leave every period but the last one on its word.
Here text is split at white space and each piece by one regular expression, again until nothing
changes, so that `tokenize(" ".join(tokenize(text))) == tokenize(text)`.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

_CHARACTERS: dict[int, str] = {
    # Controls: C0, C1, soft hyphen, zero-width and direction marks, surrogates, BOM.
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x200C, 0x200E, 0x200F], ""),
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF], ""),
    **dict.fromkeys([*range(0xD800, 0xE000), *range(0xFFF9, 0xFFFC)], ""),
    **dict.fromkeys([9, 10, 11, 12, 13, 0x85, 0x2028, 0x2029], " "),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u2039\u203a`\u00b4\u02bc\uff07"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2212"), "-"),
    **dict.fromkeys(map(ord, "\u2014\u2015"), " -- "),
    ord("\u2026"): " ... ",
}
_EN_DASH_INSIDE = re.compile(r"(?<=\w)\u2013(?=\w)")
_ENTITY = re.compile(r"&(amp|lt|gt|quot|apos|nbsp|#39);")
_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "#39": "'",
}  # fmt: skip
# Other tokenizers write "don 't"; "'t is" is another thing.
_LOOSE_NOT = re.compile(
    r"\b((?:do|does|did|is|are|was|were|has|have|had|wo|would|ca|could|should|must|need|ai)n)"
    r" ('t)\b(?! (?:is|was)\b)",
    re.IGNORECASE,
)
_TREEBANK_FORMS = {
    "-lrb-": "(", "-rrb-": ")", "-lsb-": "[", "-rsb-": "]", "-lcb-": "{", "-rcb-": "}",
}  # fmt: skip
# One word written, two tokens: where the second begins.
_FUSED = {
    "cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3,
    "'tis": 2, "'twas": 2, "more'n": 4, "d'ye": 1,
}  # fmt: skip
_REFUSED = {(w[:i], w[i:]) for w, i in _FUSED.items()}
_ABBREVIATIONS = (
    "mr mrs ms dr prof rev gen col lt sgt capt gov sen rep hon st ave blvd rd mt ft jr sr inc "
    "corp co ltd bros dept univ assn vs etc al approx est jan feb apr aug sept sep oct nov dec"
)
_BEFORE_NUMBER = {"no.", "nos.", "p.", "pp.", "fig.", "vol.", "art.", "sec.", "ch.", "v.", "vv."}
_PIECE = re.compile(
    r"""
      (?:https?://|www\.)[^\s"<>()\[\]{}]*[\w/]         # address of a page
    | [\w.+-]+@[\w-]+(?:\.[\w-]+)+                      # address of a person
    | \.{2,} | -{2,}                                    # ellipsis, dash
    | [a-z]{0,3}[$](?=[\d.]|$) | [£€¥](?=[\d.])         # US$
    | (?:[^\W\d_]\.){2,}(?![\w-])                       # U.S.
    | (?!i\.)[^\W\d_]\.(?![\w.-])                       # J.
    | (?:ph\.d|ABBREVIATION)\.(?![\w.-])                          # Mr.
    | '(?:s|m|d|ll|re|ve|t|n|ye|em|til|cause|bout|cuz|round|n'|\d\ds?)(?!\w)
    | (?: [^\s"()\[\]{}<>;!?,:.'$%£€¥*&\#-]
        | (?<=\d)[.,:](?=\d) | \.(?=\d) | (?<=\w)\.(?=[\w-])
        | (?<=\w)['&](?=\w) | (?<=\w)\*+(?=\w) | \#(?!\d) | -(?!-)
      )+
    | .
    """.replace("ABBREVIATION", "|".join(_ABBREVIATIONS.split())),
    re.VERBOSE | re.IGNORECASE,
)
_CLITIC = re.compile(r"(.+?)(n't|'(?:s|m|d|ll|re|ve))", re.IGNORECASE)
_ENDS_IN_PERIOD = re.compile(r"\w.*\.")
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_LEFT_BOUND = _CLOSING | set(".,:;!?") | {"..."}
_SENTENCE_END = frozenset(".!?")
_CURRENCY = re.compile(r"[A-Za-z]{0,3}\$|[£€¥#]")
_ATTACHED = re.compile(r"n't|'(?:s|m|d|ll|re|ve)", re.IGNORECASE)
# Capitals on these come from titles and quotations, never from names ("may", "will" might).
_FUNCTION_WORDS = (
    "a about above across after against all along although am among an and another any are around "
    "as at be because before behind below beneath beside besides between beyond both but by can "
    "could despite did do does down during each either even every few for from had has have he "
    "her here his how however i if in inside into is it its just last less like many me might "
    "mine more most much my near neither never next no nor not now of off on once one only onto "
    "or other our out outside over perhaps same several shall she should since so some such than "
    "that the their them then there these they this those though through thus to today together "
    "too toward towards two under unless until up upon us was we were what when where whether "
    "which while who whom whose why with within without would yes yesterday yet you "
    "your"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Lower-cased words that are never names and that hardly any English sentence lacks."""
_MORE_STOP_WORDS = (
    "again also been being having him may must own very will n't 's 'm 'd 'll 're 've ca wo sha ai "
    "ah got hey indeed moreover oh please therefore uh um well addition fact"
)
STOP_WORDS = FUNCTION_WORDS.union(_MORE_STOP_WORDS.split())
"""With those that can be names too, parts of contractions, and words that only lead from one
sentence to the next ("in addition", "well"); other words are the content."""
_CALENDAR_WORDS = (
    "monday tuesday wednesday thursday friday saturday sunday january february april june july "
    "september october november december"
)
_CALENDAR = {word: word.capitalize() for word in _CALENDAR_WORDS.split()}


def normalize_text(text: str) -> str:
    """Unify characters: NFC, straight quotes, ASCII dashes and ellipses, no control characters.

    White space becomes single spaces, none at the ends; the five entities of XML are decoded.
    """
    if not text.isascii():
        text = _EN_DASH_INSIDE.sub("-", text).replace("\u2013", " -- ")
    if not (text.isascii() and text.isprintable()) or "`" in text:
        text = text.replace("``", '"').translate(_CHARACTERS)
    while "&" in text and _ENTITY.search(text):
        text = _ENTITY.sub(lambda match: _ENTITIES[match[1]], text)
    text = unicodedata.normalize("NFC", text).replace("''", '"')
    return " ".join(text.split())


def tokenize(text: str) -> list[str]:
    """Split text into Penn Treebank tokens, case kept.

    Brackets stay literal and every double quote becomes the straight one. A sentence that ends
    in an abbreviation gets a period of its own, as in the treebank: "in the U.S." -> U.S. + ".".
    Text that is tokenized already comes out as it went in.

    Args:
        text: One sentence or more, in any Unicode form.

    Returns:
        The tokens; none contains white space.
    """
    text = normalize_text(text)
    if " 't" in text or " 'T" in text:
        text = _LOOSE_NOT.sub(r"\1\2", text)
    chunks = text.split()
    tokens: list[str] = []
    for index, chunk in enumerate(chunks):
        if chunk[-1] == "." and _is_numbering(chunks, index):
            tokens.append(chunk)
        else:
            # A very long piece is no word worth remembering.
            split = _split_chunk if len(chunk) < 64 else _split_chunk.__wrapped__
            tokens.extend(split(chunk))
    _add_final_period(tokens)
    return tokens


def split_tokens(text: str) -> list[str]:
    """Split text that is tokenized already, unifying only characters, quotes and brackets."""
    return [_TREEBANK_FORMS.get(word.lower(), word) for word in normalize_text(text).split()]


@lru_cache(maxsize=1 << 17)
def _split_chunk(chunk: str) -> tuple[str, ...]:
    """Tokens of a piece of text without white space: split until nothing changes."""
    lower = chunk.lower()
    if lower in _TREEBANK_FORMS:
        return (_TREEBANK_FORMS[lower],)
    if lower in _FUSED:
        return (chunk[: _FUSED[lower]], chunk[_FUSED[lower] :])
    if chunk.isalpha():
        return (chunk,)
    pieces: list[str] = []
    for piece in _PIECE.findall(chunk):
        pieces.extend(_split_clitics(piece))
    if pieces == [chunk]:
        return (chunk,)
    return tuple(token for piece in pieces for token in _split_chunk(piece))


def _split_clitics(piece: str) -> list[str]:
    if piece[:2] in ("..", "--"):
        return ["..." if piece[0] == "." else "--"]
    clitics: list[str] = []
    while match := _CLITIC.fullmatch(piece):
        piece = match[1]
        clitics.append(match[2])
    return [piece, *reversed(clitics)]


def _is_numbering(chunks: list[str], index: int) -> bool:
    """Whether `No.` stands before a number."""
    return (
        index + 1 < len(chunks)
        and chunks[index].lower() in _BEFORE_NUMBER
        and chunks[index + 1][0].isdigit()
    )


def _add_final_period(tokens: list[str]) -> None:
    """Give a sentence that ends in an abbreviation its own period, before closing quotes."""
    end = len(tokens)
    while end and tokens[end - 1] in ('"', "'"):
        end -= 1
    if end > 1 and _ENDS_IN_PERIOD.fullmatch(tokens[end - 1]):
        tokens.insert(end, ".")


def detokenize(tokens: Sequence[str]) -> str:
    """Join treebank tokens as they are written in ordinary text.

    Quotes open and close in turn; a dash keeps its spaces; "can not" becomes "cannot".
    """
    parts: list[str] = []
    glue = True  # Whether the next token follows without a space.
    double_open = single_open = False
    for index, token in enumerate(tokens):
        previous = tokens[index - 1] if index else ""
        following = tokens[index + 1] if index + 1 < len(tokens) else ""
        space, next_glue = not glue, False
        if token == "." and _ENDS_IN_PERIOD.fullmatch(previous):
            continue
        if _binds_left(token, previous=previous, following=following):
            space = False
        elif token in _OPENING:
            next_glue = True
        elif token == '"':
            closes = double_open or (not following and index > 0)
            double_open = not closes
            space, next_glue = space and not closes, not closes
        elif token == "'":
            closes = single_open or not _opens(tokens, index)
            single_open = not closes
            space, next_glue = space and not closes, not closes
        elif _CURRENCY.fullmatch(token):
            next_glue = following[:1].isdigit() or following[:2].lstrip(".").isdigit()
            space = space and (next_glue or not previous[-1:].isdigit())
        parts.append(" " + token if space else token)
        glue = next_glue
    return "".join(parts)


def _binds_left(token: str, *, previous: str, following: str) -> bool:
    """Whether a token is written right after the previous one."""
    if token in _LEFT_BOUND or token == "%":
        return previous != "--"
    if _ATTACHED.fullmatch(token):
        return bool(previous) and previous not in _OPENING
    if (previous.lower(), token.lower()) == ("can", "not"):
        return following.lower() != "only"
    return (previous.lower(), token.lower()) in _REFUSED


def _opens(tokens: Sequence[str], index: int) -> bool:
    """Whether the single quote at `index` opens a quotation rather than ends a word."""
    if index + 1 == len(tokens):
        return False
    if index == 0 or not tokens[index - 1][-1].isalnum():
        return True
    return tokens[index + 1 :].count("'") % 2 == 1


def restore_case(
    tokens: Sequence[str], *, source: Sequence[str], source_tags: Sequence[str] | None = None
) -> list[str]:
    """Give lower-cased tokens the casing their source sentence had.

    A word keeps the form it has inside the source. The first word of a source sentence says
    nothing about itself, so it counts as lower-case unless it is "I", has a capital beyond its
    first letter, stands before a capitalized word, or is tagged as a name. The first word of
    the result is capitalized if the source's is; a source without capitals leaves all as it is.

    Args:
        tokens: The words to restore, lower-case.
        source: Cased tokens of the sentence they paraphrase.
        source_tags: Part-of-speech tags of `source`, if known (NNP and NNPS mark names).

    Returns:
        As many tokens as given.
    """
    letters = "".join(source)
    if letters == letters.lower():
        return list(tokens)
    if letters == letters.upper() and sum(word.isalpha() for word in source) > 1:
        return [token.upper() for token in tokens]
    forms = _source_forms(source, source_tags)
    result = [forms.get(token, _CALENDAR.get(token, token)) for token in tokens]
    result = ["I" if token == "i" else token for token in result]
    first = next((word for word in source if word[:1].isalpha()), "")
    starts = _sentence_starts(result)
    for index in starts if first[:1].isupper() else starts[1:]:
        # "iPhone" and the like keep their own form.
        if result[index].islower():
            result[index] = result[index][0].upper() + result[index][1:]
    return result


def _source_forms(source: Sequence[str], tags: Sequence[str] | None) -> dict[str, str]:
    """Map each lower-cased source word to its most frequent trustworthy form."""
    starts = set(_sentence_starts(source))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for index, word in enumerate(source):
        in_title = word.istitle() and word != "I" and word.lower() in FUNCTION_WORDS
        if not in_title and (index not in starts or _is_name(source, index, tags)):
            counts[word.lower()][word] += 1
    return {lower: forms.most_common(1)[0][0] for lower, forms in counts.items()}


def _is_name(source: Sequence[str], index: int, tags: Sequence[str] | None) -> bool:
    word = source[index]
    if word == "I" or word[1:] != word[1:].lower():
        return True
    if tags is not None:
        return tags[index] in ("NNP", "NNPS")
    following = source[index + 1] if index + 1 < len(source) else ""
    return (
        following[:1].isupper()
        and following != "I"
        and word.lower() not in FUNCTION_WORDS
        and word[:1].isupper()
    )


def _sentence_starts(tokens: Sequence[str]) -> list[int]:
    """Positions of the words that begin a sentence, opening quotes and brackets passed over."""
    starts, waiting = [], True
    for index, token in enumerate(tokens):
        if waiting and token[:1].isalnum():
            starts.append(index)
            waiting = False
        elif token in _SENTENCE_END:
            waiting = True
    return starts
