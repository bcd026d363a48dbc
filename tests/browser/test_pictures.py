"""Takes the pictures of the documents; `make pictures` runs this, and the tests leave it out."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

FOLDER = Path(os.environ.get("SCPN_PICTURES", "."))
MAX_BYTES = 250_000
LINK = "?sentence=" + quote("She drove home because she was tired.")
FORMS = ("(S(SBAR)(,)(NP)(VP)(.))", "(S(ADVP)(,)(NP)(VP)(.))")
for _form in FORMS:
    LINK += "&template=" + quote(_form)
WIDE, HIGH = 1180, 860
SENTENCES = [
    "We met her in Rome because the train was late.",
    "The old man walks his dog along the river in the evening.",
    "She could not hear the speaker because of the noise.",
    "The committee will publish its report in March.",
    "He read the letter when he came home.",
    "The children play in the garden after lunch.",
]
OPINIONS = [
    ("In the end, it is a wonderful film.", 1),
    ("We left early because it is a terrible film.", 0),
    ("The actors are good, but the story is dull.", 0),
    ("If you like music, you will enjoy it.", 1),
    ("It made me laugh because it is so clever.", 1),
    ("After an hour, I wanted to leave.", 0),
    ("When it ends, you will want to see it again.", 1),
    ("For all its faults, it is a moving film.", 1),
    ("Although it is short, it feels far too long.", 0),
    ("The jokes are old, and the music is loud.", 0),
    ("With a better script, it could have been great.", 0),
    ("Slowly, the film wins your heart.", 1),
    ("In this comedy, nothing is funny.", 0),
    ("Because the cast is so good, you forget the time.", 1),
    ("Nobody will remember it in a year.", 0),
    ("I smiled from the first scene to the last.", 1),
]


def keep(page: Any, name: str, *, whole: bool = True) -> None:
    path = FOLDER / f"{name}.png"
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    page.screenshot(path=path, full_page=whole, animations="disabled")
    assert path.stat().st_size < MAX_BYTES


def paraphrase(page: Any) -> None:
    page.wait_for_selector("#source-tree svg")
    page.click("#go")
    page.wait_for_selector("#results .card:not(.pending)")
    page.wait_for_function("!document.querySelector('#results .card.pending')")


def open_tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("paraphrase", WIDE, "light"), ("dark", WIDE, "dark"), ("phone", 390, "light")],
)
def test_paraphrase(visitors: Any, name: str, width: int, scheme: str) -> None:
    page = visitors.open(LINK, width=width, height=HIGH, scheme=scheme)
    paraphrase(page)
    keep(page, name)


def test_batch(visitors: Any, tmp_path: Path) -> None:
    path = tmp_path / "sentences.csv"
    path.write_text("number,text\n" + "".join(f"{n},{t}\n" for n, t in enumerate(SENTENCES, 1)))
    page = visitors.open(width=WIDE, height=HIGH)
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", path)
    page.wait_for_selector("#batch-preview table")
    page.click("#batch-go:not([disabled])")
    page.wait_for_selector("#batch-files a")
    keep(page, "batch")


def test_attack(visitors: Any, tmp_path: Path) -> None:
    path = tmp_path / "opinions.csv"
    path.write_text("text,label\n" + "".join(f'"{text}",{label}\n' for text, label in OPINIONS))
    page = visitors.open(width=WIDE, height=1080)
    open_tab(page, "Attack")
    page.get_by_text("Or a labeled file", exact=True).click()
    page.set_input_files("#attack-upload input[type=file]", path)
    page.wait_for_selector("#attack-upload table")
    page.click("#attack-go")
    page.wait_for_selector("iframe.report")
    keep(page, "attack")


def test_rate(visitors: Any, tmp_path: Path) -> None:
    from scpn.adversarial.rating_sheet import RatedExample, write_sheet

    sheet = tmp_path / "sheet.csv"
    write_sheet(
        [
            RatedExample("scpn", "1", "good", ("I liked it when it was new.",),
                         ("When it was new, I liked it.",)),
            RatedExample("scpn", "2", "bad", ("It is long and dull.",), ("Dull it is, and long.",)),
        ],
        [], labels=["bad", "good"], sheet=sheet, key=tmp_path / "key.json",
    )  # fmt: skip
    page = visitors.open(width=WIDE, height=760)
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    for label in ("good", "bad"):
        page.get_by_label(label).check()
        page.wait_for_timeout(800)
    page.wait_for_selector("text=2 of 4 answered")
    keep(page, "rate")
