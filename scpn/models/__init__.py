"""The sequence-to-sequence networks and their checkpoints."""
