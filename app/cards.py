"""Fragments of HTML; whatever comes from a person or a model is escaped here."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from scpn.app.comparison import Fate, compare_words
from scpn.app.drawing import draw_tree
from scpn.templates import Template
from scpn.tokenization.treebank import tokenize
from scpn.trees.reader import read_parse
from scpn.trees.transform import give_words

if TYPE_CHECKING:
    from nltk.tree import Tree

    from scpn.paraphraser import Paraphrase

LEGEND = (
    '<p class="legend"><span class="kept">kept</span> '
    '<span class="moved">moved</span> <span class="new">new</span></p>'
)


def error_box(message: object) -> str:
    """Say what is wrong; read out at once by screen readers."""
    return f'<p class="notice wrong" role="alert">{escape(str(message))}</p>'


def notice(message: str) -> str:
    """Show a short message."""
    return f'<p class="notice" role="status">{escape(message)}</p>'


def tree_box(tree: "Tree", *, title: str, caption: str = "") -> str:
    """Draw a tree in a frame that scrolls if it is wide."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    # Reachable by keyboard, since only then can it be scrolled by one.
    picture = draw_tree(tree, title=title)
    return (
        f'<figure class="tree-box"><div class="scroll" tabindex="0" role="group" '
        f'aria-label="{escape(title)}">{picture}</div>{below}</figure>'
    )


def paraphrase_card(found: "Paraphrase", *, source_words: Sequence[str]) -> str:
    """Show one paraphrase with its proof."""
    words = tokenize(found.paraphrase)
    tree = give_words(read_parse(found.parse), words)
    verdict = "accepted" if found.accepted else "rejected"
    mark = "✓" if found.accepted else "✗"
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in found.rejected_because)
    return (
        f'<li class="card {verdict}"><div class="card-text">'
        f'<p class="output">{color_words(found.paraphrase, words, source_words)}</p>'
        f'<p class="verdict"><span class="mark" aria-hidden="true">{mark}</span> {verdict}'
        f"{f'<ul>{reasons}</ul>' if reasons else ''}</p>"
        f"{_facts(found)}</div>"
        f'<div class="scroll" tabindex="0" role="group" aria-label="tree of the paraphrase">'
        f"{draw_tree(tree, title='Tree of the paraphrase', scale=0.8)}</div></li>"
    )


def pending_card(template: Template) -> str:
    """Hold the place of a paraphrase that is being written."""
    return (
        f'<li class="card pending" aria-busy="true"><p class="output">…</p>'
        f"<p>{escape(str(template))}</p></li>"
    )


def empty_card(template: Template) -> str:
    """Say that nothing was found for a form."""
    return (
        f'<li class="card rejected"><p class="verdict">nothing was found in this form</p>'
        f'<p class="form-name">{escape(str(template))}</p></li>'
    )


def results_box(cards: Sequence[str], *, status: str) -> str:
    """Show the cards of one request below each other."""
    return (
        f'<div class="results"><p class="status" role="status">{escape(status)}</p>{LEGEND}'
        f"<ol>{''.join(cards)}</ol></div>"
    )


def color_words(text: str, words: Sequence[str], source_words: Sequence[str]) -> str:
    """Mark each word of a text as kept, moved or new; not by color alone."""
    parts, position = [], 0
    for word, fate in zip(words, compare_words(source_words, words), strict=True):
        start = text.find(word, position)
        if start < 0:  # the tokenizer wrote it in another way, such as a quotation mark
            continue
        parts.append(escape(text[position:start]))
        position = start + len(word)
        shown = escape(word)
        if fate is Fate.KEPT or not any(character.isalnum() for character in word):
            parts.append(shown)
        else:
            parts.append(f'<span class="{fate.value}" title="{fate.value}">{shown}</span>')
    parts.append(escape(text[position:]))
    return "".join(parts)


def progress_box(done: int, total: int, message: str) -> str:
    """Show how far a long task is."""
    return (
        f'<div class="progress"><progress max="{max(1, total)}" value="{done}" '
        f'aria-label="progress"></progress>'
        f'<p class="status" role="status">{escape(message)}</p></div>'
    )


def table_box(rows: Sequence[Mapping[str, object]], columns: Mapping[str, str]) -> str:
    """Show rows as a table.

    Args:
        rows: Plain values.
        columns: Heading of each key to be shown, in order.
    """
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in columns.values())
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(_cell(row.get(key)))}</td>' for key in columns)}</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="table"><table class="plain">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _facts(found: "Paraphrase") -> str:
    facts = {"form": found.template, "match": "yes" if found.template_match else "no"}
    if found.quality is not None:
        facts["quality"] = f"{found.quality:.2f}"
    if found.similarity is not None:
        facts["similarity"] = f"{found.similarity:.2f}"
    facts["overlap"] = f"{found.ngram_overlap:.2f}"
    facts["by"] = found.by
    items = "".join(
        f'<div class="{name}"><dt>{name}</dt><dd>{escape(value)}</dd></div>'
        for name, value in facts.items()
    )
    return f'<dl class="facts">{items}</dl>'


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value))
    return str(value)


def question_card(texts: Sequence[str], *, number: int, total: int) -> str:
    """Show what is to be judged."""
    shown = "".join(f"<blockquote>{escape(text)}</blockquote>" for text in texts)
    return f'<section class="question"><p class="status">{number} of {total}</p>{shown}</section>'
