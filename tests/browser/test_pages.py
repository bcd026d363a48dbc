"""What visitors do, in a real browser with the real models."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

FORM = "(S(SBAR)(,)(NP)(VP)(.))"
EVIL = (
    "She said <script>window.broken=1</script> <img src=x onerror=window.broken=1> "
    "${window.broken=1} {{value}} loudly."
)
BUSY = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
"""Processes for each processor."""


def choose(page: Any, *forms: str) -> None:
    """Choose forms by their check boxes."""
    for form in forms:
        page.locator(f'#forms input[name="{form}"]').check()


def paraphrase(page: Any) -> list[str]:
    """Press the button; the paraphrases when all are there."""
    page.click("#go")
    page.wait_for_selector("#results .card:not(.pending)")
    page.wait_for_function("!document.querySelector('#results .card.pending')")
    return [text.strip() for text in page.locator("#results .output").all_inner_texts()]


def open_tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def write_batch(folder: Path, rows: int) -> Path:
    subjects = ("She", "He", "Ann", "Tom", "My sister", "The teacher", "A friend", "Nobody")
    places = ("in Rome", "at home", "on the hill", "in the garden", "after lunch")
    texts = [
        f"{who} met us {where} {n}." for n in range(rows) for who in subjects for where in places
    ]
    path = folder / "met.csv"
    path.write_text("id,text\n" + "".join(f"{n},{t}\n" for n, t in enumerate(texts[:rows])))
    return path


def test_first_visit_needs_no_reading_and_no_waiting(
    browser: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = time.monotonic()
    page = browser.open()
    painted = time.monotonic() - begin
    page.wait_for_selector("#source-tree svg")
    page.wait_for_selector("#forms label")
    choose(page, FORM)
    begin = time.monotonic()
    assert paraphrase(page) == ["Because she was tired, she drove home."]
    took = time.monotonic() - begin
    with capsys.disabled():
        sys.stdout.write(f"\nfirst paint {painted:.2f} s, first paraphrase {took:.2f} s, ")
        sys.stdout.write(f"{BUSY:.1f} processes for each processor\n")
    if BUSY > 1:
        pytest.skip("the machine is busy, so times mean nothing; all else was as it should be")
    assert painted < 3
    assert took < 2


def test_paraphrase_shows_the_proof(browser: Any) -> None:
    page = browser.open(f"?sentence={quote('We met her in Rome.')}&template={quote(FORM)}")
    page.wait_for_selector("#source-tree svg")
    assert page.locator("#sentence textarea").input_value() == "We met her in Rome."
    assert page.locator(f'#forms input[name="{FORM}"]').is_checked()
    page.locator(f'#forms input[name="{FORM}"]').uncheck()
    choose(page, "(S(PP)(,)(NP)(VP)(.))")
    (text,) = paraphrase(page)
    assert text.startswith("In Rome, we met her")
    card = page.locator("#results .card")
    assert "accepted" in card.locator(".verdict").inner_text()
    assert card.locator("svg.tree").count() == 1
    assert card.locator(".moved, .new").count() > 1
    page.click("#link")
    page.wait_for_function("location.search.includes('template=')")
    link = page.url
    other = browser.open(link.split("/", 3)[3])
    other.wait_for_selector("#forms label")
    assert other.locator("#sentence textarea").input_value() == "We met her in Rome."
    assert other.locator("#forms input:checked").count() == 1


def test_own_form_is_corrected_while_it_is_typed(browser: Any) -> None:
    page = browser.open()
    page.wait_for_selector("#forms label")
    page.get_by_text("Another form", exact=True).click()
    page.get_by_label("Your own form").press_sequentially("(S(NPP)(VP)(.)", delay=20)
    page.wait_for_selector("#own-hint [role=alert]")
    page.get_by_role("button", name="Use (S(NP)(VP)(.))").click()
    page.wait_for_selector("#own-hint [role=status]")
    page.click("#add-own")
    page.wait_for_function(
        "document.querySelector('#forms input[name=\"(S(NP)(VP)(.))\"]')?.checked"
    )


def test_full_parse_can_be_edited(browser: Any) -> None:
    page = browser.open()
    page.wait_for_selector("#forms label")
    choose(page, FORM)
    page.get_by_text("Edit the full parse", exact=True).click()
    page.click("#predict")
    page.wait_for_function("document.querySelector('#parses textarea').value.startsWith('(S(SBAR')")
    box = page.locator("#parses textarea")
    box.press("End")
    box.press("Backspace")
    page.wait_for_selector("#full-parse [role=alert]")
    box.press_sequentially(")")
    page.wait_for_selector("#full-parse svg")
    assert paraphrase(page) == ["Because she was tired, she drove home."]


def test_error_is_said_in_one_line(browser: Any) -> None:
    page = browser.open()
    page.wait_for_selector("#forms label")
    page.click("#go")
    page.wait_for_selector("#results [role=alert]")
    assert "no form is chosen" in page.locator("#results").inner_text()


def test_script_in_a_sentence_is_shown_and_not_run(browser: Any) -> None:
    page = browser.open(f"?sentence={quote(EVIL)}&template={quote('(S(NP)(VP)(.))')}")
    page.wait_for_selector("#source-tree svg, #source-tree [role=alert]")
    page.click("#go")
    page.wait_for_selector("#results .card:not(.pending), #results [role=alert]")
    assert page.evaluate("window.broken") is None
    assert page.locator("#source-tree script, #results script, #results img").count() == 0
    assert "script" in page.locator("#source-tree").inner_text()


def test_batch_of_200_rows_is_cancelled_and_keeps_what_is_done(
    browser: Any, tmp_path: Path
) -> None:
    page = browser.open()
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", write_batch(tmp_path, 200))
    page.wait_for_selector("#batch-preview table")
    page.click("#batch-go:not([disabled])")
    page.wait_for_selector("#batch-table td")
    # Another visitor is served meanwhile.
    other = browser.open(f"?template={quote(FORM)}")
    other.wait_for_selector("#forms label")
    assert paraphrase(other) == ["Because she was tired, she drove home."]
    page.click("#batch-stop:not([disabled])")
    page.wait_for_selector("#batch-files a")
    text = page.locator("#batch-progress").inner_text()
    assert "Stopped after" in text
    assert "of 200 sentences" in text
    with page.expect_download() as download:
        page.locator("#batch-files a").first.click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert records
    assert all(record["accepted"] for record in records)
    assert max(record["row"] for record in records) < 200


def test_file_that_cannot_be_read_is_refused(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("\n")
    page = browser.open()
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", path)
    page.wait_for_selector("#batch-preview [role=alert]")
    assert "empty.csv: the file is empty" in page.locator("#batch-preview").inner_text()
    assert page.locator("#batch-go").is_disabled()


def test_attack_shows_what_the_classifier_says(browser: Any) -> None:
    page = browser.open()
    open_tab(page, "Attack")
    page.fill("#attack-sentence textarea", "She met me in Rome.")
    page.click("#attack-go")
    page.wait_for_selector("#attack-file a")
    text = page.locator("#attack-results").inner_text()
    assert "(right)" in text
    assert page.locator("#attack-results .card").count() > 3
    assert page.locator("#attack-results meter").count() > 4


def test_rating_is_kept_and_saved(browser: Any, tmp_path: Path) -> None:
    from scpn.adversarial.rating import read_sheet
    from scpn.adversarial.rating_sheet import RatedExample, write_sheet

    sheet = tmp_path / "sheet.csv"
    key = write_sheet(
        [RatedExample("scpn", "1", "good", ("It is fun.",), ("Fun it is.",))],
        [],
        labels=["bad", "good"],
        sheet=sheet,
        key=tmp_path / "key.json",
    )
    page = browser.open()
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    page.get_by_label("good").check()
    page.wait_for_function("document.body.innerText.includes('1 of 2 answered')")
    page.reload()  # what was answered is in the browser
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    page.wait_for_function("document.body.innerText.includes('1 of 2 answered')")
    page.get_by_label("2 a paraphrase").check()
    page.wait_for_function("document.body.innerText.includes('All answered')")
    with page.expect_download() as download:
        page.click("#rate-save")
    saved = tmp_path / "saved.csv"
    download.value.save_as(saved)
    assert read_sheet(saved, key) == {"r001": "good", "r002": "2"}


@pytest.mark.parametrize("width", [360, 1280])
def test_page_fits_and_can_be_used_by_keyboard(browser: Any, width: int) -> None:
    page = browser.open(width=width)
    page.wait_for_selector("#forms label")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.focus("#sentence textarea")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") == "checkbox"
    page.keyboard.press("Space")
    assert page.locator("#forms input:checked").count() == 1
    unlabeled = page.evaluate(
        """[...document.querySelectorAll('input, textarea, select, button')]
        .filter(e => e.offsetParent && !(e.labels?.length || e.getAttribute('aria-label')
          || e.innerText.trim() || e.title || e.closest('label')))
        .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert unlabeled == []
