from pathlib import Path

import pytest

from scpn.errors import DataError, UsageError
from scpn.templates import Template, TemplateSet, available_sets, load_template_set


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", available_sets())
def test_bundled_set_is_complete(name: str) -> None:
    templates = load_template_set(name)
    assert templates.name == name
    assert templates.version
    assert templates.origin
    assert templates.licence
    assert len(set(templates.templates)) == len(templates.templates)


def test_set_of_the_original_code() -> None:
    texts = [str(template) for template in load_template_set("scpn-2018").templates]
    assert len(texts) == 10
    assert texts[0] == "(S(NP)(VP)(.))"
    assert texts[-1] == "(S(SBAR)(,)(NP)(VP)(.))"


def test_load_yaml_by_path(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.yaml",
        "version: 2\norigin: by hand\ntemplates:\n  - (S(NP)(VP))\n  - S -> VP .\n",
    )
    loaded = load_template_set(path)
    assert loaded == TemplateSet(
        "mine", "2", "by hand", "", (Template("S", ("NP", "VP")), Template("S", ("VP", ".")))
    )


def test_load_lines_by_path(tmp_path: Path) -> None:
    path = write(tmp_path / "few.txt", "# mine\n(S(NP)(VP))\n\n S -> VP .\r\n(NP(#)(CD))\n")
    loaded = load_template_set(str(path))
    assert loaded.name == "few"
    assert [str(t) for t in loaded.templates] == ["(S(NP)(VP))", "(S(VP)(.))", "(NP(#)(CD))"]


def test_saved_set_is_loaded_back(tmp_path: Path) -> None:
    texts = ["(S(``)(NP)(VP)(.)(''))", "(NP(#)(CD)(:))", "(PRN(-LRB-)(NP)(-RRB-))"]
    templates = tuple(map(Template.parse, texts))
    saved = TemplateSet("odd", "1.0", "quotes: 'and' #more", "none", templates)
    saved.save(tmp_path / "odd.yaml")
    assert load_template_set(tmp_path / "odd.yaml") == saved


def test_load_unknown_set_lists_the_known() -> None:
    with pytest.raises(UsageError, match=r"'scpn-2019'; did you mean 'scpn-2018'.*sets are .*scpn"):
        load_template_set("scpn-2019")


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("a.txt", "(S(NP)(VP))\n\n(S(NP)\n", 3, "missing '\\)'"),
        ("a.txt", "(S(NP)(VP))\n(S(NQP)(VP))\n", 2, "unknown label 'NQP'"),
        ("a.txt", "(S(NP)(VP))\nS -> NP VP\n", 2, r"there already, on line 1"),
        ("a.txt", "# nothing\n", None, "has no templates"),
        ("a.yaml", "name: a\ntemplates:\n- (S(NP)(VP))\n- (S(NP)\n", 4, "missing '\\)'"),
        ("a.yaml", "name: a\ntemplates:\n- (S(NP)(VP))\n- [x]\n", 4, "template must be text"),
        ("a.yaml", "name: a\ntemplates: (S(NP)(VP))\n", 2, "templates must be a list"),
        (
            "a.yaml",
            "name: a\ntemplate: []\n",
            2,
            "unknown key 'template'; did you mean 'temp",
        ),
        ("a.yaml", "name: [a]\n", 1, "name must be text"),
        ("a.yaml", "name: a\n", None, "has no templates"),
        ("a.yaml", "- (S(NP)(VP))\n", 1, "expected the keys name, version"),
        ("a.yaml", "", 1, "expected the keys"),
        ("a.yaml", "name: 'a\n", 1, "is no YAML"),
        ("a.yaml", "name: a\x00\n", None, "is no YAML"),
    ],
)
def test_load_error_names_file_and_line(
    tmp_path: Path, name: str, text: str, line: int | None, message: str
) -> None:
    path = write(tmp_path / name, text)
    with pytest.raises(DataError, match=message) as caught:
        load_template_set(path)
    assert (caught.value.path, caught.value.line) == (path, line)


def test_load_refuses_a_folder_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder"):
        load_template_set(tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"(S(NP)(VP))\n\xe9\n")
    with pytest.raises(DataError, match=r"latin\.txt:2: not UTF-8"):
        load_template_set(tmp_path / "latin.txt")


def test_save_into_a_missing_folder_fails_plainly(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        load_template_set("scpn-2018").save(tmp_path / "no" / "set.yaml")
