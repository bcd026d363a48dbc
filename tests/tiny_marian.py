"""A Marian model with random weights, written as a folder of the transformers library."""

import json
from pathlib import Path

import sentencepiece
import torch

TEXTS = [
    "The old man saw a ship.",
    "She drove home in winter.",
    "If it rains, we stay inside.",
    "A cup of tea is on the table.",
    "Who ate the cake?",
]


def save_tiny_marian(folder: Path, *, seed: int = 0) -> Path:
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    folder.mkdir(parents=True)
    (folder / "text.txt").write_text("\n".join(TEXTS * 3))
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text.txt"),
        model_prefix=str(folder / "source"),
        vocab_size=45,
        minloglevel=2,
    )
    source = folder / "source.spm"
    (folder / "source.model").rename(source)
    (folder / "target.spm").write_bytes(source.read_bytes())
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(source))
    names = [pieces.id_to_piece(index) for index in range(3, pieces.get_piece_size())]
    vocabulary = {name: index for index, name in enumerate(["</s>", "<unk>", *names, "<pad>"])}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    tokenizer = MarianTokenizer(
        source_spm=str(source),
        target_spm=str(folder / "target.spm"),
        vocab=str(folder / "vocab.json"),
        model_max_length=64,
    )
    tokenizer.save_pretrained(folder)
    pad = vocabulary["<pad>"]
    config = MarianConfig(
        vocab_size=len(vocabulary),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_position_embeddings=64,
        pad_token_id=pad,
        eos_token_id=0,
        decoder_start_token_id=pad,
        forced_eos_token_id=0,
    )
    torch.manual_seed(seed)
    model = MarianMTModel(config)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(8)  # far from uniform, so that outputs differ
    model.save_pretrained(folder)
    return folder
