"""Rules that accept or reject a paraphrase, and say why."""
