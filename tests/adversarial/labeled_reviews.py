"""Small tasks that a classifier learns at once, and examples of them."""

from scpn.adversarial.protocol import Example

GOOD = ("good", "fine", "lovely", "great")
BAD = ("bad", "dull", "awful", "poor")
THINGS = ("film", "plot", "song", "meal", "room", "book")


def reviews(things: tuple[str, ...] = THINGS) -> list[Example]:
    """One text each: "good" things are liked."""
    rows = [
        (f"The {thing} was {word} .", label)
        for label, words in (("liked", GOOD), ("hated", BAD))
        for word in words
        for thing in things
    ]
    return [Example(str(i), (text,), label) for i, (text, label) in enumerate(rows, start=1)]


def pairs() -> list[Example]:
    """Two texts each: the second denies the first, or says the same."""
    rows = []
    for thing in THINGS:
        for word in (*GOOD, *BAD):
            rows.append((f"The {thing} is {word} .", f"The {thing} is {word} .", "same"))
            rows.append((f"The {thing} is {word} .", f"No {thing} is {word} .", "denied"))
    return [Example(str(i), (a, b), label) for i, (a, b, label) in enumerate(rows, start=1)]
