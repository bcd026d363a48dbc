"""Between plain text, treebank tokens and subword pieces."""
