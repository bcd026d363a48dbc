"""Small phrases that rules put into a sentence."""

from nltk.tree import Tree


def word_phrase(label: str, tag: str, word: str) -> Tree:
    """A phrase of one word, such as (WHADVP (WRB why))."""
    return Tree(label, [Tree(tag, [word])])


def pronoun(word: str) -> Tree:
    """An NP of one pronoun."""
    return word_phrase("NP", "EX" if word == "there" else "PRP", word)


def noun_phrase(determiner: str, noun: str) -> Tree:
    """An NP of a determiner and a noun."""
    return Tree("NP", [Tree("PRP$" if determiner == "your" else "DT", [determiner]),
                       Tree("NN", [noun])])  # fmt: skip


def prepositional(preposition: str, object_: Tree, *, label: str = "PP") -> Tree:
    """A PP, or another phrase that begins with a preposition."""
    return Tree(label, [Tree("IN", [preposition]), object_])


def of_phrase(noun: str, object_: Tree) -> Tree:
    """An NP such as "the meaning of the word"."""
    return Tree("NP", [noun_phrase("the", noun), prepositional("of", object_)])


def infinitive(verb_phrase: Tree) -> Tree:
    """ "to" with a VP that begins with a bare verb, as a clause."""
    return Tree("S", [Tree("VP", [Tree("TO", ["to"]), verb_phrase])])
