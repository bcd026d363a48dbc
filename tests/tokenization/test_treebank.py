"""Treebank tokens: splitting, joining, casing; each expected value written by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.tokenize import NLTKWordTokenizer

from scpn.tokenization.treebank import (
    detokenize,
    normalize_text,
    restore_case,
    split_tokens,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("   \t ", ""),
        ("The cat sat.", "The cat sat ."),
        ("I can't, won't and don't.", "I ca n't , wo n't and do n't ."),
        ("She's here; they'll say I'd've gone", "She 's here ; they 'll say I 'd 've gone"),
        ("I CAN'T", "I CA N'T"),
        ("the dogs' bowls", "the dogs ' bowls"),
        ("I cannot, Cannot I?", "I can not , Can not I ?"),
        ("gonna wanna gotta gimme lemme", "gon na wan na got ta gim me lem me"),
        ("'tis late and 'twas dark", "'t is late and 't was dark"),
        ('He said, "go on."', 'He said , " go on . "'),
        ("\u201cYes,\u201d she said, \u2018no\u2019", "\" Yes , \" she said , ' no '"),
        ("`` Yes '' and ``no''", '" Yes " and " no "'),
        ("so\u2026 a\u2014b \u2013 c 1990\u20132000", "so ... a -- b -- c 1990-2000"),
        ("wait.. what....", "wait ... what ..."),
        ("[a] (b) {c} -LRB- d -RRB-", "[ a ] ( b ) { c } ( d )"),
        ("$3.88, US$5 and 12% or £20", "$ 3.88 , US$ 5 and 12 % or £ 20"),
        ("1,000 at 20:26, ratio 3:1", "1,000 at 20:26 , ratio 3:1"),
        ("a,b:c", "a , b : c"),
        ("Mr. Low met Dr. No. Then he left.", "Mr. Low met Dr. No . Then he left ."),
        ("See No. 5 on p. 12.", "See No. 5 on p. 12 ."),
        ("It rained in the U.S. at 5 p.m. sharp", "It rained in the U.S. at 5 p.m. sharp"),
        ("He left the U.S.", "He left the U.S. ."),
        ('He left "the U.S."', 'He left " the U.S. . "'),
        ("J. Doe took vitamin C.", "J. Doe took vitamin C. ."),
        ("It is I.", "It is I ."),
        ("It ended. After that, rest.", "It ended . After that , rest ."),
        ("AT&T and Q&A, R & D", "AT&T and Q&A , R & D"),
        ("U.S.-based well-known third-quarter", "U.S.-based well-known third-quarter"),
        ("mail joe.doe@x.org or https://a.b/c?d=e.", "mail joe.doe@x.org or https://a.b/c?d=e ."),
        ("No way!! Really?!", "No way ! ! Really ? !"),
        ("O'Brien's o'clock ma'am y'all", "O'Brien 's o'clock ma'am y'all"),
        ("rock 'n' roll in the '90s, get 'em", "rock 'n ' roll in the '90s , get 'em"),
        ("I don 't and you didn 't know", "I do n't and you did n't know"),
        ("it &amp; she &quot;x&quot; &lt;3 don&apos;t", 'it & she " x " < 3 do n\'t'),
        ("zero\u200bwidth so\u00adft nul\x00l\ttab", "zerowidth soft null tab"),
        ("cafe\u0301 \U0001f600 \u4f60\u597d", "caf\u00e9 \U0001f600 \u4f60\u597d"),
        ("C# #5 #tag f**k 5*", "C# # 5 #tag f**k 5 *"),
    ],
)
def test_tokenize(text: str, expected: str) -> None:
    assert " ".join(tokenize(text)) == expected
    assert tokenize(expected) == tokenize(text)


@pytest.mark.parametrize(
    "text",
    [
        "The old man walked slowly to the market.",
        "She hasn't seen it, but they've heard of it.",
        "Where did you go (yesterday)?",
        "The company's profit rose 12% to $5.2 million; costs fell.",
        "I'll wait -- you know why!",
        "He's Mr. Jones, isn't he?",
        "We don't know: nobody does.",
    ],
)
def test_tokenize_agrees_with_nltk_on_ordinary_sentences(text: str) -> None:
    assert tokenize(text) == NLTKWordTokenizer().tokenize(text)


_SYMBOLS = (
    "a A i I s S t T n M m d 0 5 9 ' \" . , : ; ! ? - ( ) [ ] { } < > $ % & @ # * / _ = ` ~ |"
)
_FRAGMENTS = st.sampled_from(
    [
        *_SYMBOLS.split(),
        *" \t\n\u00a0\u2019\u201c\u2026\u2014\u2013\u0301\u200b\u00e9\u4f60\u20ac",
        *["n't", "'s", "'ll", "don", "can", "not", "cannot", "gonna", "'t", "is", "'tis", "..."],
        *["U.S.", "Mr.", "No.", "etc.", "&amp;", "&quot;", "--", "''", "``", "-LRB-", "www.a.b"],
        *["a@b.c", "US$", "\U0001f600", "'n'", "'90s", " ", " ", " "],
    ]
)


@settings(max_examples=600, deadline=None)
@given(st.lists(_FRAGMENTS, max_size=14).map("".join))
def test_tokenize_is_idempotent(text: str) -> None:
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens
    assert all(token and not any(map(str.isspace, token)) for token in tokens)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_tokenize_is_idempotent_on_any_text(text: str) -> None:
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens
    detokenize(tokens)


def test_tokenize_long_input_is_quick() -> None:
    assert len(tokenize("word, " * 10_000)) == 20_000
    assert len(tokenize("a." * 5_000 + "@")) > 0
    assert len(tokenize("'s" * 3_000)) > 0


def test_normalize_text_collapses_white_space() -> None:
    assert normalize_text(" a \u00a0 b\r\nc ") == "a b c"


def test_split_tokens_keeps_the_given_tokens() -> None:
    assert split_tokens("-LRB- Acme Inc. -RRB- cannot `` go '' .") == [
        "(", "Acme", "Inc.", ")", "cannot", '"', "go", '"', ".",
    ]  # fmt: skip


SENTENCES = [
    "The cat sat on the mat.",
    "I can't believe it's over!",
    "You shouldn't've done that, should you?",
    '"Hello," she said, "is anybody there?"',
    "He said that 'we all know' it.",
    "The dogs' owners were late.",
    "The boss's car is red; mine isn't.",
    "Well... I don't know.",
    "They paid $5,000 (about 4%) for it.",
    "US$20 is more than £10.",
    "It rained in the U.S. last night.",
    "He moved to the U.S.",
    "Mr. and Mrs. Smith arrived at 5 p.m. on Monday.",
    "Dr. J. Doe teaches here.",
    "We sell apples, pears, plums, etc.",
    "It began at 20:26 and ended at 21:05.",
    "There is one rule: be kind.",
    "The so-called third-quarter results were poor.",
    "Acme -- a small company -- won.",
    "I'm gonna go; I gotta.",
    "She cannot come, and he won't.",
    "We can not only sing but dance.",
    "Lemme see; gimme that.",
    "'Tis late.",
    "AT&T's network failed.",
    "Black & white films are fine.",
    "Write to joe@example.org today.",
    "See https://example.org/a?b=c for more.",
    "Really?! No way!!",
    "It ended. After that, we rested.",
    "O'Brien's here at six o'clock.",
    "Rock 'n' roll isn't dead.",
    "The '90s were great.",
    "Get 'em while they're hot!",
    "Yes (he said [quietly]) it is.",
    "What do you want, Tom?",
    "A 42-year-old salesman, Singh, left.",
    "3.5 is less than 4.",
    "See No. 5 on p. 12.",
    "Room #5 is taken.",
    "My score was 3:1.",
    "I'd go if they'd let me.",
    "We've eaten; let's go.",
    "Who's there? It's me.",
    "y'all come back now",
    "no capital and no period",
    "Café Zoë serves crème brûlée.",
    "Is it and/or?",
    'They call it "magic".',
    "He asked, \"Did she say 'no'?\"",
    "(All of it.)",
    "1990-1995 were hard years.",
    "Temperatures fell to -5 degrees.",
    "e.g. this one, i.e. that one.",
    "U.S.-based firms grew.",
    "The price rose 12%, to $1.20.",
    "I think, therefore I am.",
    "Give me that!",
    "He's taller than you're.",
    "James' book is gone.",
    "{a} and [b] differ.",
    'She said so; "it\'s fine," he added.',
    "Ours is No. 1!",
    "The end...",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_detokenize_undoes_tokenize(sentence: str) -> None:
    assert detokenize(tokenize(sentence)) == sentence


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ("", ""),
        (".", "."),
        ("i ca n't go , it 's late .", "i can't go, it's late."),
        ('an odd quote "', 'an odd quote"'),
        ("20 € or € 20", "20€ or €20"),
        ("... and then", "... and then"),
        ("a -- b", "a -- b"),
        ("in the u.s. .", "in the u.s."),
        ("'s", "'s"),
        ("( 's )", "('s)"),
    ],
)
def test_detokenize(tokens: str, expected: str) -> None:
    assert detokenize(tokens.split()) == expected


@pytest.mark.parametrize(
    ("tokens", "source", "expected"),
    [
        ("home is where tom is .", "When Tom is home , I know .", "Home is where Tom is ."),
        ("i go , you know .", "You know I go .", "I go , you know ."),
        ("you know it , he said .", "He said you know it .", "You know it , he said ."),
        ("it was nasa .", "NASA was it .", "It was NASA ."),
        ("i met john smith .", "John Smith met me .", "I met John Smith ."),
        ("paris , the dogs love .", "Dogs love Paris .", "Paris , the dogs love ."),
        ("yes . it is .", "It is .", "Yes . It is ."),
        ('" go , " said he .', 'He said , " Go . "', '" Go , " said he .'),
        ("iphones sell .", "We sell iPhones .", "iPhones sell ."),
        ("sell i ?", "i sell .", "sell i ?"),
        ("tom , i go", "i go with Tom", "Tom , I go"),
        ("never stop that !", "DO NOT STOP !", "NEVER STOP THAT !"),
        ("see you on monday", "See you in two days", "See you on Monday"),
        ("5 men came", "Men came", "5 men came"),
        ("", "Yes .", ""),
        ("by the times , it rained", "It rained , The Times says", "By the Times , it rained"),
    ],
)
def test_restore_case(tokens: str, source: str, expected: str) -> None:
    assert restore_case(tokens.split(), source=source.split()) == expected.split()


def test_restore_case_uses_tags_for_the_first_word() -> None:
    tokens, source = ["away", "went", "tom"], ["Tom", "went", "away"]
    assert restore_case(tokens, source=source) == ["Away", "went", "tom"]
    tagged = restore_case(tokens, source=source, source_tags=["NNP", "VBD", "RB"])
    assert tagged == ["Away", "went", "Tom"]
    plain = restore_case(["here", "dogs"], source=["Dogs", "bark"], source_tags=["NNS", "VBP"])
    assert plain == ["Here", "dogs"]
