"""benepar's chart parser, made faster: training loss and batch parsing.

The network is benepar's own (`benepar.parse_chart.ChartParser`, Kitaev and Klein 2018), except that
where the vectors of words come from is a subclass's matter: characters, from scratch
(`character_parser`), or a pretrained encoder (`encoder_parser`). What else is ours computes the
same numbers with less work: the margin loss is differentiated only at the spans that carry a
gradient, those of the gold tree and of the best violating tree, instead of at every span of the
chart.

Only this file, those two, `architectures` and `benepar_backend` know benepar.
"""

import dataclasses
from abc import abstractmethod
from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from benepar.nkutil import HParams
from benepar.parse_chart import ChartParser
from nltk import Tree
from torch import Tensor

from scpn.errors import ScpnError
from scpn.parsing.chart import best_bracketings


@dataclasses.dataclass
class ChartParserConfig:
    """Where a chart parser's word vectors come from, its sizes and its dropouts.

    Defaults are benepar's for character LSTMs, with smaller widths (docs/experiments.md).
    """

    encoder: str = ""
    """Pretrained encoder that gives the word vectors, a folder or hub name for `transformers`;
    empty learns them from scratch, from characters."""
    d_model: int = 256
    """Width of the self-attention layers; half content, half position."""
    num_layers: int = 4
    """Self-attention layers over words; 0 only with a pretrained encoder."""
    num_heads: int = 8
    """Attention heads."""
    d_kv: int = 32
    """Width of one head, content and position together."""
    d_ff: int = 512
    """Width of the feed-forward layers."""
    d_label_hidden: int = 128
    """Hidden units of the span classifier."""
    d_tag_hidden: int = 128
    """Hidden units of the part-of-speech classifier."""
    d_char_emb: int = 64
    """Width of a character embedding."""
    tag_loss_scale: float = 2.0
    """Weight of the part-of-speech loss beside the span loss."""
    morpho_emb_dropout: float = 0.1
    """Dropout of the word vectors that enter the encoder."""
    relu_dropout: float = 0.1
    """Dropout inside the feed-forward layers."""
    residual_dropout: float = 0.1
    """Dropout of what each sub-layer adds."""
    attention_dropout: float = 0.1
    """Dropout of attention weights."""
    char_lstm_input_dropout: float = 0.1
    """Dropout of character embeddings."""
    word_vector_dropout: float = 0.2
    """How often a word of a batch goes without its vector from text, if it has one."""
    encoder_max_len: int = 512
    """Longest input, sentence boundaries included."""

    def hparams(self) -> HParams:
        """These settings as benepar's own parameter object."""
        fixed = {
            "use_chars_lstm": not self.encoder,
            "use_encoder": not self.encoder or self.num_layers > 0,
            "use_pretrained": False,
            "pretrained_model": "",
            "predict_tags": True,
            "force_root_constituent": True,
        }
        sizes = dataclasses.asdict(self)
        del sizes["encoder"]  # where it came from; what it is, the parser saves
        return HParams(**sizes, **fixed)


class BatchedChartParser(ChartParser):  # type: ignore[misc]  # benepar has no annotations
    """A `ChartParser` that trains and parses in large batches; subclasses embed the words.

    Args:
        tag_vocab: Part-of-speech tags.
        label_vocab: Constituent labels, unary chains joined; 0 is "no constituent".
        char_vocab: Characters; empty if they are not read.
        hparams: `ChartParserConfig.hparams`.
    """

    def __init__(
        self,
        tag_vocab: dict[str, int],
        label_vocab: dict[str, int],
        char_vocab: dict[str, int],
        hparams: HParams,
    ) -> None:
        super().__init__(tag_vocab, label_vocab, char_vocab, hparams)
        # The base class records its arguments through locals(), which a subclass changes.
        self.config = {
            "tag_vocab": tag_vocab,
            "label_vocab": label_vocab,
            "char_vocab": char_vocab,
            "hparams": hparams.to_dict(),
        }
        self.label_from_index = {index: label for label, index in label_vocab.items()}
        self.max_words = int(hparams.encoder_max_len) - 2

    # -- vectors of words ------------------------------------------------------------------

    @abstractmethod
    def embed(self, sentences: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        """Vectors of each word and of both sentence boundaries, without their place.

        Args:
            sentences: B non-empty lists of at most `max_words` words.

        Returns:
            The vectors, zero behind the end of a sentence, shape (B, T + 2, d_model / 2), or
            d_model wide if no self-attention layers follow; and the mask, shape (B, T + 2).
        """
        ...

    def annotate(self, sentences: Sequence[Sequence[str]]) -> Tensor:
        """Contextual vector of each word and of both sentence boundaries.

        Args:
            sentences: B non-empty lists of at most `max_words` words.

        Returns:
            Shape (B, T + 2, d_model).
        """
        content, mask = self.embed(sentences)
        if self.encoder is None:
            return content
        annotations = self.encoder(self.add_timing(self.morpho_emb_dropout(content)), mask)
        # Content and position halves are interleaved, as benepar does before the fenceposts.
        return torch.cat([annotations[..., 0::2], annotations[..., 1::2]], -1)

    def fenceposts(self, annotations: Tensor) -> Tensor:
        """Vectors between words: forward half of the left, backward half of the right.

        Args:
            annotations: Shape (B, T + 2, d_model).

        Returns:
            Shape (B, T + 1, d_model).
        """
        half = self.d_model // 2
        return torch.cat([annotations[:, :-1, :half], annotations[:, 1:, half:]], -1)

    # -- charts ----------------------------------------------------------------------------

    def span_label_scores(
        self, posts: Tensor, rows: Tensor, starts: Tensor, ends: Tensor
    ) -> Tensor:
        """Scores of all labels of the given spans; label 0, "no constituent", scores 0.

        The first layer of the classifier is linear in a difference of two fenceposts, so it is
        applied to the fenceposts and the difference is taken afterwards.

        Args:
            posts: Shape (B, T + 1, d_model).
            rows: Sentence of each span. Shape (N,).
            starts: First word of each span. Shape (N,).
            ends: Last word of each span. Shape (N,).

        Returns:
            Shape (N, labels).
        """
        first, *rest = self.f_label
        projected = posts @ first.weight.T
        hidden = projected[rows, ends + 1] - projected[rows, starts] + first.bias
        for layer in rest:
            hidden = layer(hidden)
        return F.pad(hidden, (1, 0))

    def best_charts(
        self, posts: Tensor, lengths: list[int], gold: Tensor | None = None
    ) -> list[list[tuple[int, int, int]]]:
        """Spans and labels of the best tree of each sentence.

        Args:
            posts: Shape (B, T + 1, d_model).
            lengths: Words of each sentence.
            gold: Gold label of each span, 0 where there is none; if given, every other label
                gets a bonus of 1 (the structured hinge loss). Shape (B, T, T).

        Returns:
            For each sentence (first word, last word, label) of all 2 * length - 1 spans of the
            best binary tree; label 0 marks spans that binarization added.
        """
        size = max(lengths)
        upper = torch.ones(size, size, dtype=torch.bool, device=posts.device).triu()
        inside = torch.arange(size, device=posts.device) < torch.tensor(
            lengths, device=posts.device
        ).unsqueeze(1)
        rows, starts, ends = (upper & inside.unsqueeze(1)).nonzero(as_tuple=True)
        scores = self.span_label_scores(posts, rows, starts, ends)
        if gold is not None:
            scores = scores + 1
            scores.scatter_add_(
                1, gold[rows, starts, ends].unsqueeze(1), -torch.ones_like(scores[:, :1])
            )
        roots = (starts == 0) & (ends == torch.tensor(lengths, device=posts.device)[rows] - 1)
        scores[roots, 0] = -1e9  # the whole sentence is always a constituent
        best, label = scores.max(-1)
        chart = best.new_full((len(lengths), size, size), -1e9)
        chart[rows, starts, ends] = best
        labels = torch.zeros(len(lengths), size, size, dtype=torch.long, device=posts.device)
        labels[rows, starts, ends] = label
        labels_of: np.ndarray = labels.cpu().numpy()
        return [
            [(start, end, int(labels_of[row, start, end])) for start, end in spans]
            for row, spans in enumerate(best_bracketings(chart, lengths))
        ]

    # -- training --------------------------------------------------------------------------

    def loss(self, trees: Sequence[Tree]) -> Tensor:
        """Structured hinge loss over spans plus tag cross-entropy, as benepar computes it.

        Equal in value and gradient to `ChartParser.compute_loss`; see the module docstring.

        Args:
            trees: Gold trees under a TOP node.

        Returns:
            A scalar: the span loss per sentence plus the scaled tag loss per word.
        """
        sentences = [tree.leaves() for tree in trees]
        lengths = [len(words) for words in sentences]
        annotations = self.annotate(sentences).float()
        with torch.autocast(annotations.device.type, enabled=False):
            return self._loss(annotations, trees, lengths)

    def _loss(self, annotations: Tensor, trees: Sequence[Tree], lengths: list[int]) -> Tensor:
        """The loss, given annotations; in full precision, since a chart sums many scores."""
        posts = self.fenceposts(annotations)
        gold = torch.zeros(len(trees), max(lengths), max(lengths), dtype=torch.long)
        for row, tree in enumerate(trees):
            chart = self.decoder.chart_from_tree(tree)
            gold[row, : lengths[row], : lengths[row]] = torch.from_numpy(chart).clamp(min=0)
        gold = gold.to(posts.device)
        with torch.no_grad():
            found = self.best_charts(posts.detach(), lengths, gold)
        return self._span_loss(posts, found, gold) + self._tag_loss(annotations, trees)

    def _span_loss(
        self, posts: Tensor, found: list[list[tuple[int, int, int]]], gold: Tensor
    ) -> Tensor:
        flat = torch.tensor(
            [(row, *span) for row, spans in enumerate(found) for span in spans],
            device=posts.device,
        )
        rows, starts, ends, labels = flat.unbind(1)
        gold_rows, gold_starts, gold_ends = gold.nonzero(as_tuple=True)
        gold_labels = gold[gold_rows, gold_starts, gold_ends]
        margin = (labels != gold[rows, starts, ends]).to(posts.dtype)
        real = labels > 0  # label 0 scores 0 and carries no gradient
        scores = self.span_label_scores(
            posts,
            torch.cat([rows[real], gold_rows]),
            torch.cat([starts[real], gold_starts]),
            torch.cat([ends[real], gold_ends]),
        ).gather(1, torch.cat([labels[real], gold_labels]).unsqueeze(1))[:, 0]
        sign = torch.cat([scores.new_ones(int(real.sum())), -scores.new_ones(len(gold_rows))])
        violation = scores.new_zeros(len(found)).index_add(0, rows, margin)
        violation = violation.index_add(0, torch.cat([rows[real], gold_rows]), sign * scores)
        return violation.clamp(min=0).sum() / len(found)

    def _tag_loss(self, annotations: Tensor, trees: Sequence[Tree]) -> Tensor:
        targets = torch.full(annotations.shape[:2], -100)
        for row, tree in enumerate(trees):
            tags = [self.tag_vocab.get(tag, -100) for _, tag in tree.pos()]
            targets[row, 1 : len(tags) + 1] = torch.tensor(tags)
        loss = F.cross_entropy(
            self.f_tag(annotations).flatten(0, 1),
            targets.flatten().to(annotations.device),
            reduction="sum",
            ignore_index=-100,
        )
        scale: float = self.tag_loss_scale / sum(len(tree.leaves()) for tree in trees)
        return loss * scale

    # -- parsing ---------------------------------------------------------------------------

    @torch.inference_mode()
    def parse_batch(self, sentences: Sequence[Sequence[str]]) -> list[Tree]:
        """Parse non-empty sentences of at most `max_words` words.

        Args:
            sentences: Lists of words, best of similar length.

        Returns:
            Trees with words as leaves and without a TOP node.
        """
        annotations = self.annotate(sentences)
        lengths = [len(words) for words in sentences]
        charts = self.best_charts(self.fenceposts(annotations), lengths)
        tags: np.ndarray = self.f_tag(annotations).argmax(-1).cpu().numpy()
        return [
            self._tree(words, tags[row, 1 : len(words) + 1], chart)
            for row, (words, chart) in enumerate(zip(sentences, charts, strict=True))
        ]

    def _tree(
        self, words: Sequence[str], tags: np.ndarray, chart: list[tuple[int, int, int]]
    ) -> Tree:
        """Build a tree from spans listed parents first, left to right."""
        if not chart[0][2]:
            raise ScpnError("the chart has no constituent over the whole sentence")
        top = Tree("TOP", [])
        stack = [(len(words), top)]  # (last word, node) of the open constituents
        for start, end, label in chart:
            while stack[-1][0] < start:
                stack.pop()
            parent = stack[-1][1]
            for name in self.label_from_index[label].split("::") if label else []:
                parent.append(Tree(name, []))
                parent = parent[-1]
            if label:
                stack.append((end, parent))
            if start == end:
                parent.append(Tree(self.tag_from_index[int(tags[start])], [words[start]]))
        root: Tree = top[0]
        return root
