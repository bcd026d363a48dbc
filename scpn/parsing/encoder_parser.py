"""A chart parser over a pretrained encoder."""

from collections.abc import Sequence

from benepar.nkutil import HParams
from torch import Tensor, nn

from scpn.parsing.chart_parser import BatchedChartParser
from scpn.parsing.subwords import SubwordEncoder


class EncoderChartParser(BatchedChartParser):
    """A chart parser whose word vectors come from a pretrained encoder, which is trained along.

    Args:
        tag_vocab: Part-of-speech tags.
        label_vocab: Constituent labels, unary chains joined; 0 is "no constituent".
        hparams: `ChartParserConfig.hparams`.
        subwords: The encoder.
    """

    def __init__(
        self,
        tag_vocab: dict[str, int],
        label_vocab: dict[str, int],
        hparams: HParams,
        *,
        subwords: SubwordEncoder,
    ) -> None:
        super().__init__(tag_vocab, label_vocab, {}, hparams)
        self.config |= {"encoder": subwords.description()}
        self.subwords = subwords
        width = self.d_model if self.encoder is None else self.d_model // 2
        self.project_subwords = nn.Linear(subwords.size, width, bias=False)

    def embed(self, sentences: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        """See `BatchedChartParser.embed`."""
        vectors, mask = self.subwords(sentences)
        return self.project_subwords(vectors), mask
