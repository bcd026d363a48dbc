"""Sentences to constituency trees."""
