"""Which requests wait for which: the slow ones never stand before the quick ones."""

from typing import Any

QUICK: dict[str, Any] = {"concurrency_id": "quick", "concurrency_limit": 8}
"""Parsing one sentence, checking a form."""

MODELS: dict[str, Any] = {"concurrency_id": "models", "concurrency_limit": 3}
"""Paraphrasing one sentence."""

LONG: dict[str, Any] = {"concurrency_id": "long", "concurrency_limit": 2}
"""Batches and attacks: they go on for minutes, beside the others."""
