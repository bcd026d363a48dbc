"""Search over any step model, with constraints as objects."""
