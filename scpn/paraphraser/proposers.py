"""Who proposes full parses for a template: the parse generator, edits of the source's tree, rules.

The parse generator sees labels and never the words, so it does not know what can move. Edits and
rules do: they write a sentence, and the parser says which parse it has. Only parses with the form
asked for are proposed.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from nltk.tree import Tree

from scpn.paraphraser.settings import ProposerName
from scpn.paraphraser.types import FormRequest
from scpn.parsing.protocol import Parser
from scpn.rules.edits import Editor
from scpn.rules.rewriting import rewrite
from scpn.templates import Template
from scpn.trees.linearize import linearize
from scpn.trees.transform import remove_words

SPARE = 2
"""Wordings tried for each parse asked for: the parser sees another form in a part of them."""


class ParseProposer(Protocol):
    """Proposes full parses for the forms asked for."""

    def propose(self, requests: Sequence[FormRequest], *, num: int) -> list[list[Tree]]:
        """Return at most `num` full parses without words for each request, best first."""
        ...


Write = Callable[[FormRequest, int], Iterable[Sequence[str]]]
"""Gives wordings that should have the form of a request, best first, about as many as asked for."""


class WordingProposer:
    """Proposes the parses of wordings, those that have the form asked for.

    Args:
        write: Gives the wordings.
        parser: Says which parse a wording has.
        is_known: Whether the paraphraser knows every label of a parse.
    """

    def __init__(self, write: Write, parser: Parser, is_known: Callable[[Tree], bool]) -> None:
        self.write, self.parser, self.is_known = write, parser, is_known

    def propose(self, requests: Sequence[FormRequest], *, num: int) -> list[list[Tree]]:
        """See `ParseProposer`."""
        wordings = [
            [tuple(words) for words in self.write(request, SPARE * num)] for request in requests
        ]
        distinct = list(dict.fromkeys(words for found in wordings for words in found))
        parsed = self.parser.parse_tokens([list(words) for words in distinct])
        trees = dict(zip(distinct, parsed, strict=True))
        return [
            self._fitting(request, [trees[words] for words in found], num)
            for request, found in zip(requests, wordings, strict=True)
        ]

    def _fitting(
        self, request: FormRequest, trees: Iterable[Tree | Exception], num: int
    ) -> list[Tree]:
        target = request.control.target
        parses = (
            remove_words(tree)
            for tree in trees
            if isinstance(tree, Tree) and isinstance(tree[0], Tree) and Template.of(tree) == target
        )
        return distinct_parses(parse for parse in parses if self.is_known(parse))[:num]


class NetworkProposer:
    """Proposes what the parse generator finds.

    Args:
        generate: From parses of sources and templates to the best full parses of each.
    """

    def __init__(
        self,
        generate: Callable[[Sequence[Tree], Sequence[Template], int], list[list[Tree]]],
    ) -> None:
        self.generate = generate

    def propose(self, requests: Sequence[FormRequest], *, num: int) -> list[list[Tree]]:
        """See `ParseProposer`."""
        sources = [request.source_parse for request in requests]
        return self.generate(sources, [request.control.target for request in requests], num)


class JointProposer:
    """Proposes what several find in turn: the first of each, then the second, and so on.

    Args:
        first: Asked for every request.
        last: Asked where the others found nothing: it is slow, and blind to the words.
    """

    def __init__(self, first: Sequence[ParseProposer], last: ParseProposer) -> None:
        self.first, self.last = first, last

    def propose(self, requests: Sequence[FormRequest], *, num: int) -> list[list[Tree]]:
        """See `ParseProposer`."""
        asked = [proposer.propose(requests, num=num) for proposer in self.first]
        found = [interleave(parses)[:num] for parses in zip(*asked, strict=True)]
        empty = [row for row, parses in enumerate(found) if not parses]
        more = self.last.propose([requests[row] for row in empty], num=num)
        for row, parses in zip(empty, more, strict=True):
            found[row] = parses
        return found


def build_proposer(
    name: ProposerName,
    network: NetworkProposer,
    parser: Parser,
    is_known: Callable[[Tree], bool],
) -> ParseProposer:
    """Return the proposer of a name.

    Args:
        name: See `GenerationSettings.proposers`.
        network: The parse generator's.
        parser: Checks what edits and rules write.
        is_known: Whether the paraphraser knows every label of a parse.
    """
    if name == "network":
        return network
    edits = WordingProposer(write_edits, parser, is_known)
    rules = WordingProposer(write_rules, parser, is_known)
    return {"edits": edits, "rules": rules}.get(name) or JointProposer([edits, rules], network)


def write_edits(request: FormRequest, limit: int) -> list[list[str]]:
    """Return the wordings of the cheapest edits of the source's tree that reach the form."""
    form = request.control.target
    edits = Editor(request.source_tree).edit(form.root, form.children, limit=limit)
    return [[str(leaf) for leaf in each.tree.leaves()] for each in edits]


def write_rules(request: FormRequest, limit: int) -> list[Sequence[str]]:
    """Return what the rules write that has the form, by the trees that the rules make."""
    found = [
        rewriting.words
        for rewriting in rewrite(request.source_tree)
        if Template.of(rewriting.tree) == request.control.target
    ]
    return list(found[:limit])


def interleave(parses: Iterable[Sequence[Tree]]) -> list[Tree]:
    """Return the first of each list, then the second, and so on, each parse once."""
    ranks = itertools.zip_longest(*parses)
    return distinct_parses(parse for rank in ranks for parse in rank if parse is not None)


def distinct_parses(parses: Iterable[Tree]) -> list[Tree]:
    """Return the parses without repeats, in order."""
    first: dict[str, Tree] = {}
    for parse in parses:
        first.setdefault(linearize(parse), parse)
    return list(first.values())
