"""Paraphrase pairs: reading, labelling, storing, batching."""
