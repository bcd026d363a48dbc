"""Paraphrase pairs: reading, labeling, storing, batching."""
