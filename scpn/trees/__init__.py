"""Constituency trees: strict reader, linear forms, transformations, edit distance.

The tree type everywhere is `nltk.Tree`. Two kinds of tree are told apart by their leaves:

* a *tree* has words: `(S (NP (PRP She)) (VP (VBD drove)))`; each tag holds exactly one word;
* a *parse* has none: `(S(NP(PRP))(VP(VBD)))`; its tags are `Tree(tag, [])`.

A wrapper `(TOP ...)` or `(ROOT ...)` is dropped wherever trees come in, so the root's label is
S, SBARQ, FRAG, NP ...
"""
