"""Bundled models, their cards and where weights come from."""
