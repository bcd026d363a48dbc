"""Constituency trees: strict reader, linear forms, transformations, edit distance."""
