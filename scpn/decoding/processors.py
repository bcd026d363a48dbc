"""Rules that change log-probabilities before tokens are chosen."""

from typing import Protocol

import torch
from torch import Tensor

from scpn.errors import UsageError
from scpn.nn.alignment import ChildAlignment
from scpn.tokenization.trie import Trie
from scpn.tokenization.vocabulary import BOS, EOS, PAD, UNK, LabelVocabulary, SubwordVocabulary

FORBIDDEN = -1e9


class Processor(Protocol):
    """A function of prefixes and log-probabilities."""

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """Return changed log-probabilities.

        Args:
            prefixes: Tokens so far, without BOS. Shape (N, t).
            log_probs: Of the next token. Shape (N, V).
            items: Which item each row belongs to. Shape (N,).
        """
        ...


class NoRepeatNgram:
    """Forbids a token that would complete an n-gram the output has already.

    Args:
        n: Tokens of the n-gram, at least 1.
        ends_word: For each token whether it ends a word. If given, an n-gram inside one word may
            come again, so that a long name can be said twice. Shape (V,).
    """

    def __init__(self, n: int, *, ends_word: Tensor | None = None) -> None:
        if n < 1:
            raise UsageError(f"the n-gram that must not repeat has {n} tokens, must have 1 or more")
        self.n, self.ends_word = n, ends_word

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """See `Processor`."""
        num_grams = prefixes.shape[1] - self.n + 1
        if num_grams < 1:
            return log_probs
        grams = prefixes.unfold(1, self.n, 1)  # (N, num_grams, n)
        context = prefixes[:, prefixes.shape[1] - self.n + 1 :].unsqueeze(1)
        repeats = (grams[:, :, :-1] == context).all(-1)
        if self.ends_word is not None:
            repeats &= self.ends_word[context].any(-1)
        banned = torch.where(repeats, grams[:, :, -1], PAD)
        return log_probs.scatter(1, banned, FORBIDDEN)


class NeverSpecial:
    """Forbids padding, BOS and unknown tokens."""

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """See `Processor`."""
        index = torch.tensor([PAD, BOS, UNK])
        return log_probs.index_fill(1, index, FORBIDDEN)


class KnownWords:
    """Allows only words of a lexicon and words of the item's own source, EOS apart.

    Args:
        pieces: Subword vocabulary.
        lexicon: Trie of the words known to everyone.
        sources: Trie of the words of each item's source.
    """

    def __init__(self, pieces: SubwordVocabulary, lexicon: Trie, sources: list[Trie]) -> None:
        self.ends_word, self.lexicon, self.sources = pieces.ends_word, lexicon, sources
        everyone = torch.zeros(len(pieces), dtype=torch.bool)
        everyone[[EOS, *lexicon[()]]] = True
        self.first = everyone.repeat(len(sources), 1)
        for row, trie in enumerate(sources):
            self.first[row, list(trie[()])] = True

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """See `Processor`."""
        length = prefixes.shape[1]
        allowed = self.first[items]
        if length:
            ends = self.ends_word[prefixes]
            # Pieces since the last one that ends a word.
            open_pieces = (~ends).flip(1).long().cumprod(1).sum(1)
            for row in open_pieces.nonzero()[:, 0].tolist():
                start = tuple(prefixes[row, length - int(open_pieces[row]) :].tolist())
                following = self.lexicon.get(start, set()) | self.sources[int(items[row])].get(
                    start, set()
                )
                allowed[row] = False
                allowed[row, list(following)] = True
        return log_probs.masked_fill(~allowed, FORBIDDEN)


class OneWordPerLeaf:
    """Lets an output end exactly when it has as many words as its parse has leaves.

    Args:
        pieces: Subword vocabulary.
        num_leaves: Leaves of the parse of each item. Shape (items,).
        max_pieces: Longest word, in pieces.
        max_steps: Pieces of each output, EOS included, at most; when they run short, every piece
            must end a word. A number or one for each item; None is no limit.
    """

    def __init__(
        self,
        pieces: SubwordVocabulary,
        num_leaves: Tensor,
        *,
        max_pieces: int = 12,
        max_steps: int | Tensor | None = None,
    ) -> None:
        if max_pieces < 1:
            raise UsageError(f"max_pieces is {max_pieces}, must be at least 1")
        limits = None if max_steps is None else torch.as_tensor(max_steps).expand_as(num_leaves)
        if limits is not None and bool((limits <= num_leaves).any()):
            raise UsageError(
                f"max_steps is {max_steps}, must be above the number of leaves, "
                f"{int(num_leaves.max())}"
            )
        self.ends_word, self.is_bare_end = pieces.ends_word, pieces.is_bare_end
        self.num_leaves, self.max_pieces, self.max_steps = num_leaves, max_pieces, limits

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """See `Processor`."""
        length = prefixes.shape[1]
        ends = self.ends_word[prefixes]
        missing = self.num_leaves[items] - ends.sum(1)
        is_over = missing <= 0
        log_probs = log_probs.clone()
        log_probs[~is_over, EOS] = FORBIDDEN
        only_eos = torch.full_like(log_probs[0], FORBIDDEN)
        only_eos[EOS] = 0.0
        log_probs[is_over] = only_eos
        at_start = ~is_over if length == 0 else ends[:, -1] & ~is_over
        log_probs[at_start] = log_probs[at_start].masked_fill(self.is_bare_end, FORBIDDEN)
        must_end = torch.zeros_like(is_over)
        if length >= self.max_pieces - 1:
            must_end |= ~ends[:, length - self.max_pieces + 1 :].any(1)
        if self.max_steps is not None:
            must_end |= self.max_steps[items] - 1 - length <= missing
        must_end &= ~is_over
        log_probs[must_end] = log_probs[must_end].masked_fill(~self.ends_word, FORBIDDEN)
        return log_probs


class ObeysTemplate:
    """Keeps a parse well-bracketed, within its template and within its length.

    The root and its children follow the template exactly; below, phrases may be anything that is
    not empty and can still be closed in time.

    Args:
        labels: Label vocabulary.
        templates: Control ids of each item's template, such as `(S (NP ) (VP ) . )`.
        max_steps: Tokens of the parse, EOS included, at most; at least `shortest`. A number or
            one for each item.
        max_depth: Deepest nesting.
    """

    def __init__(
        self,
        labels: LabelVocabulary,
        templates: list[list[int]],
        *,
        max_steps: int | Tensor,
        max_depth: int = 25,
    ) -> None:
        self.labels, self.max_depth = labels, max_depth
        self.max_steps = torch.as_tensor(max_steps).expand(len(templates))
        self.alignment = ChildAlignment(labels)
        self.roots = torch.tensor([template[0] for template in templates])
        children = [[t[i] for i in self.alignment.anchors(t)[:-1]] for t in templates]
        self.num_children = torch.tensor([len(labels_of) for labels_of in children])
        width = max(map(len, children), default=0) + 1
        self.children = torch.full((len(templates), width), labels.close_id)
        # Fewest tokens that children k, k + 1, ... take: a tag 1, a phrase 3, `(X tag )`.
        self.rest = torch.zeros(len(templates), width, dtype=torch.long)
        for row, ids in enumerate(children):
            self.children[row, : len(ids)] = torch.tensor(ids)
            costs = [3 if bool(labels.is_open[label]) else 1 for label in ids]
            for k in range(len(ids)):
                self.rest[row, k] = sum(costs[k:])

    def shortest(self) -> Tensor:
        """Tokens, EOS included, of the shortest parse of each template. Shape (items,)."""
        return self.rest[:, 0] + 3

    def __call__(self, prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        """See `Processor`."""
        allowed = torch.zeros_like(log_probs, dtype=torch.bool)
        rows = torch.arange(len(prefixes))
        if prefixes.shape[1] == 0:
            self._check_length(items)
            allowed[rows, self.roots[items]] = True
            return log_probs.masked_fill(~allowed, FORBIDDEN)
        labels = self.labels
        depth = self.alignment.depths(prefixes)[:, -1]
        child = self.alignment.finished_units(prefixes)[:, -1]
        child = torch.minimum(child, self.num_children[items])
        is_empty = labels.is_open[prefixes[:, -1]] & (depth > 1)
        # Fewest tokens from here to EOS, EOS included.
        need = is_empty.long() + depth + self.rest[items, child] + 1
        inside = depth > 1
        need = torch.where(inside, need - self._cost_of_open_child(items, child), need)
        left = self.max_steps[items] - prefixes.shape[1]
        allowed |= (
            inside.unsqueeze(1) & labels.is_tag & (left > need - is_empty.long()).unsqueeze(1)
        )
        can_open = inside & (left > need - is_empty.long() + 2) & (depth < self.max_depth)
        allowed |= can_open.unsqueeze(1) & labels.is_open
        allowed[:, labels.close_id] = inside & ~is_empty
        at_top = depth == 1
        allowed[rows[at_top], self.children[items, child][at_top]] = True
        done = depth == 0
        allowed[rows[done], EOS] = True
        return log_probs.masked_fill(~allowed, FORBIDDEN)

    def _check_length(self, items: Tensor) -> None:
        for shortest, most in zip(self.shortest()[items], self.max_steps[items], strict=True):
            if most < shortest:
                raise UsageError(
                    f"the shortest parse of a template takes {int(shortest)} tokens, max_steps is "
                    f"{int(most)}; raise it or use a template with fewer children"
                )

    def _cost_of_open_child(self, items: Tensor, child: Tensor) -> Tensor:
        """What `rest` counts for the child that is open now, whose brackets `depth` counts too."""
        following = torch.minimum(child + 1, self.num_children[items])
        return self.rest[items, child] - self.rest[items, following]
