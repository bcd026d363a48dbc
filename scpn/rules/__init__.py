"""Rules that rewrite a parsed sentence: one constituent moved or changed, meaning kept."""
