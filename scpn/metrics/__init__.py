"""Scores, each with the signature that says how it was made.

Figures of a corpus are `score.Score` objects in percent (or edits); values of one pair of
sentences run from 0 to 1, like the thresholds they are compared with.
"""
