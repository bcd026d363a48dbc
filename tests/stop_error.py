"""The error with which tests end a run as a crash would."""


class StopError(Exception):
    """Raised by nothing else, so that a test knows what it caught."""
