"""A random BERT of a few thousand parameters whose tokenizer knows letters and some words."""

import string
from pathlib import Path

import torch
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordPiece
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = ["she", "the", "dog", "old", "man", "home", "drove", "in", "we", "sleep"]
LETTERS = [*string.ascii_lowercase, *string.punctuation]
VOCABULARY = [*SPECIAL, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]


def write_tiny_encoder(folder: Path, *, positions: int = 64, surrounded: bool = True) -> Path:
    """Write model and tokenizer as `transformers` does.

    Args:
        folder: Is made.
        positions: Most pieces of a text.
        surrounded: Put [CLS] and [SEP] around a text.
    """
    tokenizer = Tokenizer(
        WordPiece({piece: number for number, piece in enumerate(VOCABULARY)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if surrounded:
        tokenizer.post_processor = TemplateProcessing(
            "[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
        )
    names = {f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep")}
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=positions, **names
    ).save_pretrained(folder)
    torch.manual_seed(0)
    model = BertModel(
        BertConfig(
            vocab_size=len(VOCABULARY),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=positions,
            initializer_range=0.2,
        )
    )
    model.save_pretrained(folder)
    return folder
