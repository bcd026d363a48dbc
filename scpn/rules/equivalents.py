"""Short phrases that mean the same wherever they stand: "such as" and "like", "prior to", "before".

The sentence keeps its form, so this is for the many that hardly any other rule reaches.
"""

from collections.abc import Iterator, Mapping, Sequence

from nltk.tree import Tree

from scpn.rules.rule import Rewrite
from scpn.rules.spans import Span, Token, replace, tokens_of

# "one -> other" works one way, "one = other" both ways; a tag after "/" is that of the first word.
_TABLE = """
prior to -> before; due to -> because of; in order to -> to; a number of -> several;
a great deal of -> a lot of; lots of = a lot of; plenty of -> a lot of; numerous/JJ -> many;
approximately/RB -> about; each other = one another; nearly/RB -> almost; everyone/NN = everybody;
someone/NN = somebody; anyone/NN = anybody; in spite of = despite/IN; even though = although/IN;
whilst/IN -> while; as if = as though; until/IN -> till; such as -> like; in addition to -> besides;
next to -> beside; close to -> near; with regard to -> regarding; perhaps/RB = maybe;
for example = for instance; therefore/RB = thus; frequently/RB = often; rapidly/RB -> quickly;
primarily/RB = mainly; mostly/RB -> mainly; entirely/RB = completely; currently/RB -> now;
immediately/RB -> at once; right away -> at once; suddenly/RB -> all of a sudden;
subsequently/RB -> later; formerly/RB -> previously; initially/RB -> at first;
sometimes/RB = occasionally; usually/RB -> normally; hardly/RB -> scarcely; huge/JJ = enormous;
 famous/JJ -> well-known; known for -> famous for;
famous for -> known for; intend to -> plan to; intends to -> plans to; intended to -> planned to;
whole/JJ -> entire; each year -> every year; difficult/JJ -> hard; film/NN = movie;
films/NNS = movies; purchased/V -> bought; purchase/VB -> buy; resided/V -> lived;
resides/VBZ -> lives; located/VBN = situated; consists of -> is made up of;
is made up of -> consists of; consisted of -> was made up of; comprises/VBZ -> consists of;
began/VBD -> started; begins/VBZ -> starts; begun/VBN -> started; started to -> began to;
commenced/V -> began; attempted to -> tried to; tried to -> attempted to; is able to -> can;
are able to -> can; was able to -> managed to; is going to -> will; are going to -> will;
'm going to -> 'll; 're going to -> 'll; obtained/V -> got; requires/VBZ -> needs;
utilized/V -> used; utilize/VB -> use; demonstrated/VBD -> showed; constructed/V -> built;
possesses/VBZ -> has; resulted in -> led to; occurred/VBD -> happened; occurs/VBZ -> happens;
passed away -> died; looks like a -> resembles a; looked like a -> resembled a;
looking for -> searching for; find out -> discover; found out -> discovered;
pointed out -> noted; came back -> returned;
come back -> return; coming back -> returning; went back to -> returned to;
take part in -> participate in;
took part in -> participated in; participated in -> took part in; take care of -> look after;
took care of -> looked after; taking care of -> looking after; has to -> must; wish to -> want to;
spoke to -> talked to; assisted/V -> helped; in fashion -> fashionable;
"""


def _read_table() -> dict[tuple[str, ...], tuple[str, tuple[str, ...]]]:
    """Phrase -> the tag its first word must begin with, and the other phrase."""
    table: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
    for entry in _TABLE.strip().strip(";").split(";"):
        arrow = "->" if "->" in entry else "="
        one, other = (side.strip() for side in entry.split(arrow))
        phrase, _, tag = one.partition("/")
        other, _, back = other.partition("/")
        table[tuple(phrase.split())] = (tag, tuple(other.split()))
        if arrow == "=":
            table[tuple(other.split())] = (back or tag, tuple(phrase.split()))
    return table


_PHRASES = _read_table()
_LONGEST = max(map(len, _PHRASES))
# Behind these a word is part of a name, a count or a comparison.
_BOUND_BEFORE = frozenset(["n't", "not", "so", "too", "as", "very", "how", "more", "most", "'"])
# "going to" and "due to" want a verb or a noun phrase behind them.
_AFTER_TO = ("VB", "DT", "PRP$", "NN", "NNS", "NNP", "JJ")


def say_alike(tree: Tree) -> Iterator[Tree]:
    """ "he saw it prior to lunch ." -> "he saw it before lunch ."."""
    spans = list(_find_phrases(tokens_of(tree)))
    if spans:
        yield replace(tree, spans)


def _find_phrases(tokens: Sequence[Token]) -> Iterator[Span]:
    """Yield the longest phrase of the table that begins at each word, and what replaces it."""
    text = [token.word for token in tokens]
    for start, token in enumerate(tokens):
        for length in range(min(_LONGEST, len(text) - start), 0, -1):
            known = _PHRASES.get(tuple(text[start : start + length]))
            if known is None or not token.tag.startswith(known[0]):
                continue
            if start and text[start - 1] in _BOUND_BEFORE:
                continue
            stop = start + length
            after = tokens[stop].tag if stop < len(tokens) else ""
            if text[stop - 1] == "to" != known[1][-1] and after not in _AFTER_TO:
                continue
            yield Span(start, stop, tuple((token.tag, word) for word in known[1]))
            break


EQUIVALENTS: Mapping[str, Rewrite] = {"alike": say_alike}
"""Loose rules of this module by their names."""
