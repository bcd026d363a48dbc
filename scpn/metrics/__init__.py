"""Scores, each with the signature that says how it was made."""
