"""What visitors do, in a real browser with the real models."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

FORM = "(S(SBAR)(,)(NP)(VP)(.))"
EVIL = (
    'She said <script>window.broken=1</script> "><img src=x onerror=window.broken=1> '
    "${window.broken=1} {{value}} loudly."
)


def choose(page: Any, *forms: str) -> None:
    """Choose forms by their check boxes."""
    for form in forms:
        page.locator(f'#forms input[name="{form}"]').check()


def paraphrase(page: Any) -> list[str]:
    """Press the button; the paraphrases when all are there."""
    # What is shown from before stays until the first answer comes.
    page.evaluate(
        "document.querySelectorAll('#results [role=alert], #results .card')"
        ".forEach(shown => shown.classList.add('before'))"
    )
    page.click("#go")
    page.wait_for_selector(
        "#results .card:not(.pending):not(.before), #results [role=alert]:not(.before)"
    )
    assert page.locator("#results [role=alert]").all_inner_texts() == []
    page.wait_for_function("!document.querySelector('#results .card.pending')")
    return [text.strip() for text in page.locator("#results .output").all_inner_texts()]


def open_tab(page: Any, name: str) -> None:
    """Open a page; on a narrow phone some are in a menu."""
    page.wait_for_selector("[role=tab]")
    tab = page.get_by_role("tab", name=name).locator("visible=true")
    if not tab.count():
        page.locator(".overflow-menu > button").click()
        tab = page.locator(".overflow-dropdown").get_by_text(name, exact=True)
    tab.click()


def write_batch(folder: Path, rows: int) -> Path:
    subjects = ("She", "He", "Ann", "Tom", "My sister", "The teacher", "A friend", "Nobody")
    places = ("in Rome", "at home", "on the hill", "in the garden", "after lunch")
    texts = [
        f"{who} met us {where} {n}." for n in range(rows) for who in subjects for where in places
    ]
    path = folder / "met.csv"
    path.write_text("id,text\n" + "".join(f"{n},{t}\n" for n, t in enumerate(texts[:rows])))
    return path


def test_paraphrase_shows_the_proof(visitors: Any) -> None:
    page = visitors.open(f"?sentence={quote('We met her in Rome.')}&template={quote(FORM)}")
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
    other = visitors.open(link.split("/", 3)[3])
    other.wait_for_selector("#forms label")
    assert other.locator("#sentence textarea").input_value() == "We met her in Rome."
    assert other.locator("#forms input:checked").count() == 1


def test_own_form_is_corrected_while_it_is_typed(visitors: Any) -> None:
    page = visitors.open()
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


def test_full_parse_can_be_edited(visitors: Any) -> None:
    page = visitors.open()
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
    box.fill("(S(SBAR(IN)(S(NP(PRP))(VP(VBD)(VP(VBN)))))(,)(NP(PRP))(VP(VBD)(ADVP(RB)))(.))")
    page.wait_for_selector("#full-parse svg")
    assert paraphrase(page) == ["Because she was tired, she drove home."]


def test_pasted_sentence_is_drawn(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#source-tree svg")
    box = page.locator("#sentence textarea")
    box.press("ControlOrMeta+a")
    page.keyboard.insert_text("The old dog slept.")  # one event, as a paste is
    page.wait_for_selector('#source-tree svg[aria-label*="(NN dog)"]')
    box.press("ControlOrMeta+a")
    box.press("Delete")
    page.wait_for_selector("#source-tree svg", state="detached")


def test_sentence_to_imitate_gives_its_form(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#forms label")
    page.get_by_text("Another form", exact=True).click()
    page.fill("#exemplar input, #exemplar textarea", "When it rains, I read.")
    page.click("#add-exemplar")
    page.wait_for_selector(f'#forms input[name="{FORM}"]:checked')
    assert paraphrase(page) == ["Because she was tired, she drove home."]


def test_results_come_one_after_the_other(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#forms label")
    choose(page, FORM, "(S(S)(,)(RB)(S)(.))", "(S(S)(,)(CC)(S)(.))")
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => seen.push(
        document.querySelectorAll('#results .card.pending').length)
        ).observe(document.querySelector('#results'), {childList: true, subtree: true}); }"""
    )
    assert len(paraphrase(page)) >= 2
    waiting = page.evaluate("seen.slice(seen.indexOf(3))")
    assert {3, 0} < set(waiting)  # some were shown while others were still being written
    assert waiting == sorted(waiting, reverse=True)


def test_error_is_said_in_one_line_and_mended(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#forms label")
    page.click("#go")
    page.wait_for_selector("#results [role=alert]")
    assert "no form is chosen" in page.locator("#results").inner_text()
    choose(page, FORM)
    page.fill("#sentence textarea", "   ")
    page.wait_for_selector("#source-tree svg", state="detached")
    page.click("#go")
    page.wait_for_function(
        "document.querySelector('#results').innerText.includes('the sentence is empty')"
    )
    page.fill("#sentence textarea", "We met her because it was late.")
    page.wait_for_selector('#source-tree svg[aria-label*="(VBD met)"]')
    assert paraphrase(page) == ["Because it was late, we met her."]


def test_two_visitors_at_once_get_their_own(visitors: Any) -> None:
    texts = ["We met her because it was late.", "They laughed because it was funny."]
    pages = [visitors.open(f"?sentence={quote(text)}&template={quote(FORM)}") for text in texts]
    for page in pages:
        page.wait_for_selector("#source-tree svg")
    for page in pages:
        page.click("#go")
    found = []
    for page in pages:
        page.wait_for_selector("#results .card:not(.pending)")
        found.append(page.locator("#results .output").inner_text().strip())
    assert found == ["Because it was late, we met her.", "Because it was funny, they laughed."]


def test_script_in_a_sentence_is_shown_and_not_run(visitors: Any) -> None:
    page = visitors.open(f"?sentence={quote(EVIL)}&template={quote('(S(NP)(VP)(.))')}")
    page.wait_for_selector("#source-tree svg")
    assert "script" in page.locator("#source-tree").inner_text()
    page.click("#go")
    page.wait_for_selector("#results .card:not(.pending), #results [role=alert]")
    page.get_by_text("Another form", exact=True).click()
    page.fill("#own-form input, #own-form textarea", EVIL)
    page.wait_for_selector("#own-hint [role=alert]")
    assert_nothing_ran(page)


def test_script_in_a_file_is_shown_and_not_run(visitors: Any, tmp_path: Path) -> None:
    page = visitors.open()
    path = tmp_path / "evil.txt"
    path.write_text(f"{EVIL}\n")
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", path)
    page.wait_for_selector("#batch-preview table")
    assert EVIL in page.locator("#batch-preview").inner_text()
    page.get_by_label("Keep rejected paraphrases too").check()
    page.click("#batch-go:not([disabled])")
    page.wait_for_selector("#batch-table td, #batch-progress [role=alert]")
    open_tab(page, "Attack")
    page.fill("#attack-sentence textarea", EVIL)
    page.click("#attack-go")
    page.wait_for_selector("#attack-files a, #attack-results [role=alert]")
    assert "<script>" in page.locator("#attack-results").inner_text()
    assert_nothing_ran(page)


def test_script_in_a_rating_sheet_is_shown_and_not_run(visitors: Any, tmp_path: Path) -> None:
    from scpn.adversarial.rating_sheet import RatedExample, write_sheet

    sheet = tmp_path / "sheet.csv"
    example = RatedExample("scpn", "1", "good", (EVIL,), (EVIL,))
    write_sheet(
        [example], [], labels=["<b>bad</b>", "good"], sheet=sheet, key=tmp_path / "key.json"
    )
    page = visitors.open()
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    page.wait_for_selector("#rate-question blockquote")
    assert page.locator("#rate-question blockquote").first.inner_text() == EVIL
    assert "<b>bad</b>" in page.locator("#rate-answer").inner_text()
    assert_nothing_ran(page)


def assert_nothing_ran(page: Any) -> None:
    """No script of `EVIL` has run, and nothing of it has become an element."""
    page.wait_for_timeout(300)  # a picture that cannot be loaded says so a little later
    assert page.evaluate("window.broken") is None
    assert page.locator("main script, main img").count() == 0


def write_set(folder: Path) -> Path:
    """A dozen opinions with their labels."""
    good = ("a wonderful film", "a great story", "a lovely cast", "a fine comedy")
    bad = ("a terrible film", "a dull story", "a boring cast", "an awful comedy")
    rows = [(f"In the end, it is {text}.", label) for label, texts in
            ((1, good), (0, bad)) for text in texts]  # fmt: skip
    rows += [(f"We left early because it is {text}.", 0) for text in bad]
    rows += [(f"We stayed because it is {text}.", 1) for text in good]
    path = folder / "opinions.csv"
    path.write_text("text,label\n" + "".join(f'"{text}",{label}\n' for text, label in rows))
    return path


def test_batch_of_200_rows_is_cancelled_and_keeps_what_is_done(
    visitors: Any, tmp_path: Path
) -> None:
    page = visitors.open()
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", write_batch(tmp_path, 200))
    page.wait_for_selector("#batch-preview table")
    page.click("#batch-go:not([disabled])")
    page.wait_for_selector("#batch-table td")
    # Another visitor is served meanwhile.
    other = visitors.open(f"?template={quote(FORM)}")
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


def test_file_that_cannot_be_read_is_refused(visitors: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("\n")
    page = visitors.open()
    open_tab(page, "Batch")
    page.set_input_files("#batch-file input[type=file]", path)
    page.wait_for_selector("#batch-preview [role=alert]")
    assert "empty.csv: the file is empty" in page.locator("#batch-preview").inner_text()
    assert page.locator("#batch-go").is_disabled()


def test_attack_shows_what_the_classifier_says(visitors: Any) -> None:
    page = visitors.open()
    open_tab(page, "Attack")
    page.fill("#attack-sentence textarea", "A slow film, but the actors are wonderful.")
    page.click("#attack-go")
    page.wait_for_selector("#attack-files a")
    text = page.locator("#attack-results").inner_text()
    assert "(right)" in text
    assert page.locator("#attack-results .card").count() > 3
    assert page.locator("#attack-results meter").count() > 4


def test_attack_on_a_classifier_of_pairs_asks_for_both_texts(visitors: Any) -> None:
    page = visitors.open()
    open_tab(page, "Attack")
    page.click("#victim input")
    page.get_by_role("option", name="bundled:sick").click()
    page.fill("#attack-sentence textarea", "A woman met a man in Rome.")
    page.wait_for_selector("#attack-second textarea, #attack-second input")
    page.click("#attack-go")
    page.wait_for_selector("#attack-results [role=alert]")
    assert "the second text is empty" in page.locator("#attack-results").inner_text()
    page.fill("#attack-second textarea, #attack-second input", "A man met nobody.")
    page.click("#attack-go")
    page.wait_for_selector("#attack-files a")
    assert page.locator("#attack-results .original dt").count() == 3
    assert "A man met nobody." in page.locator("#attack-results .original").inner_text()


def test_attack_on_a_set_ends_with_the_report(visitors: Any, tmp_path: Path) -> None:
    page = visitors.open()
    open_tab(page, "Attack")
    page.get_by_text("Or a labeled file", exact=True).click()
    page.set_input_files("#attack-upload input[type=file]", write_set(tmp_path))
    page.wait_for_selector("#attack-upload .file-preview, #attack-upload table")
    page.click("#attack-go")
    page.wait_for_selector("iframe.report")
    report = page.frame_locator("iframe.report")
    assert report.locator("h1").inner_text() == "Robustness of sst2"
    assert report.locator("svg.chart").count() == 3
    assert "No person has looked at" in report.locator("body").inner_text()
    assert page.locator("#attack-files a").count() >= 2


def test_rating_is_kept_and_saved(visitors: Any, tmp_path: Path) -> None:
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
    page = visitors.open()
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    page.get_by_label("good").click()  # the answer brings the next question
    page.wait_for_function("document.body.innerText.includes('1 of 2 answered')")
    page.reload()  # what was answered is in the browser
    open_tab(page, "Rate")
    page.set_input_files("#rate-file input[type=file]", sheet)
    page.wait_for_function("document.body.innerText.includes('1 of 2 answered')")
    page.get_by_label("2 a paraphrase").click()
    page.wait_for_function("document.body.innerText.includes('All answered')")
    with page.expect_download() as download:
        page.click("#rate-save")
    saved = tmp_path / "saved.csv"
    download.value.save_as(saved)
    assert read_sheet(saved, key) == {"r001": "good", "r002": "2"}


@pytest.mark.parametrize("width", [360, 1280])
def test_every_page_fits_and_names_its_fields(visitors: Any, width: int) -> None:
    page = visitors.open(width=width)
    page.wait_for_selector("#forms label")
    for name in ("Paraphrase", "Batch", "Attack", "Rate"):
        open_tab(page, name)
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        unlabeled = page.evaluate(
            """[...document.querySelectorAll('input, textarea, select, button')]
            .filter(e => e.offsetParent && !(e.labels?.length || e.getAttribute('aria-label')
              || e.innerText.trim() || e.title || e.closest('label')))
            .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert unlabeled == [], name


def test_paraphrase_is_made_by_keyboard_alone(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#forms label")
    press_until(page, "document.activeElement.matches('#sentence textarea')")
    press_until(page, f"document.activeElement.name === '{FORM}'")
    page.keyboard.press("Space")
    page.wait_for_selector(f'#forms input[name="{FORM}"]:checked')
    press_until(page, "document.activeElement.id === 'go'")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"  # whoever uses the keyboard sees where they are
    page.keyboard.press("Enter")
    page.wait_for_selector("#results .card.accepted")
    press_until(page, "document.activeElement.closest('#results .scroll')")


def test_tabs_are_changed_by_keyboard(visitors: Any) -> None:
    page = visitors.open()
    page.wait_for_selector("#forms label")
    press_until(page, "document.activeElement.getAttribute('role') === 'tab'")
    press_until(page, "document.activeElement.innerText === 'Batch'", "ArrowRight", "Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#batch-file")
    press_until(page, "document.activeElement.closest('#batch-file')")


def press_until(page: Any, condition: str, *keys: str) -> None:
    """Press keys, Tab if none is given, until a condition holds; each key up to 40 times."""
    for key in keys or ("Tab",):
        for _ in range(40):
            page.keyboard.press(key)
            if page.evaluate(f"!!({condition})"):
                return
    raise AssertionError(f"{condition}: not reached by {keys or 'Tab'}")
