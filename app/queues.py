"""Queues of requests: slow requests never block quick ones."""

from typing import Any

DIRECT: dict[str, Any] = {"queue": False}
"""Requests while somebody types or clicks: answered at once, beside the queues. Gradio 6.31
loses an event of a queue that is sent just when another one of the same page ends."""

QUICK: dict[str, Any] = {"concurrency_id": "quick", "concurrency_limit": 8}
"""The same requests from programs: parsing one sentence, checking a form."""

MODELS: dict[str, Any] = {"concurrency_id": "models", "concurrency_limit": 3}
"""Paraphrasing one sentence."""

LONG: dict[str, Any] = {"concurrency_id": "long", "concurrency_limit": 2}
"""Batches and attacks: they go on for minutes, beside the others."""
