"""Copies as people have them: headings that link to themselves, numbers on their own line, a glossary alone."""

from __future__ import annotations

import pytest

from rules.records import ParsedDocument
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of

PAGE = """<html><head><title>Rules of the Flocks</title></head><body>
<h1>Rules of the Flocks</h1><p>These rules are effective as of January 1, 2015.</p>
<h2 id="one">{one}</h2><h3 id="101">{chapter}</h3>
<p>101.1. A lamb eats.</p><p>101.2. A ram counts.</p><p>101.2a It counts the lambs.</p><p>101.3. A ewe sleeps.</p>
<h2 id="glossary">{glossary}</h2><h3 id="lamb">{lamb}</h3><p>A small sheep. See rule 101.1.</p>
<h3 id="ram">{ram}</h3><p>A sheep that counts. See rule 101.2.</p>
</body></html>"""
HEADINGS = {"one": "1. Sheep", "chapter": "101. The Flock", "glossary": "Glossary", "lamb": "Lamb", "ram": "Ram"}


def page_with(form: str) -> bytes:
    """A page whose headings have this form."""
    return PAGE.format(**{name: form.format(words=words) for name, words in HEADINGS.items()}).encode()


@pytest.mark.parametrize(
    "form", ['<a href="#x">{words}</a>', "<a href='#x'><b>{words}</b></a>", '{words} <a href="#x"></a>']
)
def test_headings_that_link_to_their_own_page_are_headings(form: str) -> None:
    plain, linked = (parse_bytes(page_with(form), "rules.html") for form in ("{words}", form))
    assert [entry.term for entry in linked.glossary] == ["Lamb", "Ram"]
    assert (linked.rules, linked.glossary, linked.dropped) == (plain.rules, plain.glossary, plain.dropped)


def test_headings_that_link_elsewhere_are_the_menu_of_a_site() -> None:
    menu = '<h4><a href="/news">News of the Site</a></h4></body>'
    page = page_with("{words}").replace(b"</body>", menu.encode())
    assert [row.text for row in parse_bytes(page, "rules.html").dropped if row.reason == "page-links"] == [
        "News of the Site"
    ]


def test_numbers_on_a_line_of_their_own() -> None:
    text = "101.1.\nA lamb eats.\n\n101.2.\nA ram counts.\n\n101.2a\nIt counts the lambs.\n\n101.3.\nA ewe sleeps.\n"
    rules = parse_bytes(text.encode(), "rules.txt").rules
    assert [(rule.number, rule.text) for rule in rules] == [
        ("101.1", "A lamb eats."),
        ("101.2", "A ram counts."),
        ("101.2a", "It counts the lambs."),
        ("101.3", "A ewe sleeps."),
    ]


def test_a_table_of_figures_is_no_copy() -> None:
    with pytest.raises(UnknownDialect):
        parse_bytes(b"101.1\n7\n\n101.2\n8\n\n101.3\n9\n", "figures.txt")


GLOSSARY = "".join(
    f"{name}\nA {name.lower()} is one of the flock. See rule 101.{count}.\n\n"
    for count, name in enumerate(["Dog", "Ewe", "Lamb", "Ram"], 1)
)


def test_a_glossary_alone_is_read() -> None:
    document = parse_bytes(f"Glossary\n\n{GLOSSARY}".encode(), "glossary.txt")
    assert [entry.term for entry in document.glossary] == ["Dog", "Ewe", "Lamb", "Ram"]
    assert (document.rules, document.condition) == ((), "good")
    assert "glossary-alone" in codes_of(document)
    assert "unclaimed-line" not in codes_of(document)


def test_a_glossary_alone_that_was_cut_is_truncated() -> None:
    document = parse_bytes(f"Glossary\n\n{GLOSSARY}"[:-20].encode(), "glossary.txt")
    assert (len(document.glossary), document.condition) == (4, "truncated")


def test_a_glossary_of_something_else_is_no_copy() -> None:
    with pytest.raises(UnknownDialect):
        parse_bytes(b"Glossary\n\nDog\nIt barks.\n\nEwe\nIt bleats.\n\nRam\nIt butts.\n", "other.txt")


CONTENTS = """Contents

1. Game Concepts
100. General .......... 3
101. The Golden Rules ..... 4
102. Players
103. Starting the Game

7. Additional Rules
700. General
702. Keyword Abilities

Glossary
Credits
"""


def read_copy(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "copy.txt")


def test_a_list_of_contents_alone_is_read_as_its_headings() -> None:
    document = read_copy(CONTENTS)
    assert (document.dialect, document.condition, document.glossary) == ("official", "fragment", ())
    assert [(rule.number, rule.kind, rule.heading) for rule in document.rules] == [
        ("1", "section", "Game Concepts"),
        ("100", "chapter", "General"),
        ("101", "chapter", "The Golden Rules"),
        ("102", "chapter", "Players"),
        ("103", "chapter", "Starting the Game"),
        ("7", "section", "Additional Rules"),
        ("700", "chapter", "General"),
        ("702", "chapter", "Keyword Abilities"),
    ]
    assert "contents-alone" in codes_of(document)
    assert "unclaimed-line" not in codes_of(document)


@pytest.mark.parametrize(
    "text",
    [
        CONTENTS.replace("1. Game Concepts\n", "").replace("7. Additional Rules\n", ""),
        CONTENTS.replace("702.", "302."),
        CONTENTS.replace("100. General", "500. General"),
        CONTENTS.replace("Credits\n", "Credits\n" + "This line is part of a letter.\n" * 9),
        "\n".join(CONTENTS.split("\n")[:5]),
    ],
    ids=["no-sections", "another-section", "falling", "letter", "short"],
)
def test_another_list_is_no_list_of_contents(text: str) -> None:
    with pytest.raises(UnknownDialect):
        read_copy(text)


ENTRIES = {
    name: f"A {name.lower()} is one of the flock. See rule 101.{count}."
    for count, name in enumerate(["Dog", "Ewe", "Lamb", "Ram"], 1)
}
CHAPTERS = ["1. Sheep", "101. Lambs", "102. Rams", "103. Ewes", "104. Grass", "105. Wool", "2. Dogs", "201. Barking"]
ALONE = {
    "html": "<html><body><h1>Glossary</h1>" + "".join(f"<p><b>{n}</b></p><p>{t}</p>" for n, t in ENTRIES.items()),
    "definitions": "<html><h1>Glossary</h1><dl>" + "".join(f"<dt>{n}</dt><dd>{t}</dd>" for n, t in ENTRIES.items()),
    "markdown": "# Glossary\n\n" + "".join(f"**{n}**\n\n{t}\n\n" for n, t in ENTRIES.items()),
}


@pytest.mark.parametrize("form", ALONE)
def test_a_glossary_alone_is_read_in_the_form_of_a_page(form: str) -> None:
    document = parse_bytes(ALONE[form].encode(), "glossary")
    assert {entry.term: entry.text for entry in document.glossary} == ENTRIES
    assert (document.rules, document.condition) == ((), "good")
    assert "glossary-alone" in codes_of(document)
    assert "unclaimed-line" not in codes_of(document)


@pytest.mark.parametrize(
    ("begin", "entry"),
    [
        ("<html><body><h1>Contents</h1><ul>", "<li>{}</li>"),
        ("<html><body><h1>Contents</h1><ul>", "<li><a href='x.html'>{}</a></li>"),
        ("# Contents\n\n", "- [{}](x.md)\n"),
        ("# Contents\n\n", "- {}\n"),
    ],
)
def test_a_list_of_contents_alone_is_read_in_the_form_of_a_page(begin: str, entry: str) -> None:
    document = parse_bytes((begin + "".join(map(entry.format, CHAPTERS))).encode(), "contents")
    assert [f"{rule.number}. {rule.heading}" for rule in document.rules] == CHAPTERS
    assert document.condition == "fragment"
    assert "contents-alone" in codes_of(document)


FLOCK = ["Bell", "Crook", "Dog", "Ewe", "Fence", "Gate", "Hay", "Lamb", "Meadow", "Ram", "Shears", "Wool", "Yard"]
HEADLESS = {
    "text": "{term}\n{text}\n\n",
    "page": "<p><b>{term}</b></p><p>{text}</p>",
    "definitions": "<dt>{term}</dt><dd>{text}</dd>",
}


def write_entries(form: str, terms: list[str]) -> bytes:
    entries = (
        form.format(term=term, text=f"A {term} is found on the farm. See rule 101.{len(term)}.") for term in terms
    )
    text = "".join(entries)
    return (f"<html><body>{text}</body></html>" if text.startswith("<") else text).encode()


@pytest.mark.parametrize("form", HEADLESS.values(), ids=HEADLESS)
def test_a_glossary_without_its_heading_is_recognised_by_the_alphabet(form: str) -> None:
    document = parse_bytes(write_entries(form, FLOCK), "glossary")
    assert [entry.term for entry in document.glossary] == FLOCK
    assert "glossary-alone" in codes_of(document)
    assert "unclaimed-line" not in codes_of(document)
    for notes in (FLOCK[::-1], FLOCK[:6]):
        with pytest.raises(UnknownDialect):
            parse_bytes(write_entries(form, notes), "notes")


def test_marks_of_markdown_are_no_part_of_a_headword() -> None:
    document = parse_bytes(write_entries("**{term}**\n\n{text}\n\n", FLOCK), "glossary")
    assert [entry.term for entry in document.glossary] == FLOCK
    with pytest.raises(UnknownDialect):
        parse_bytes(write_entries("**{term}**\n\n{text}\n\n", FLOCK[:6]), "notes")


ONE_LINE = {
    "colon": "{term}: {text}\n",
    "colon, blank lines": "{term}: {text}\n\n",
    "hyphen": "{term} - {text}\n",
    "dash": "{term} — {text}\n",
    "tab": "{term}\t{text}\n",
    "Markdown": "**{term}**: {text}\n\n",
    "Markdown, colon in bold": "**{term}:** {text}\n\n",
    "list": "- **{term}** - {text}\n",
    "page": "<p><b>{term}</b>: {text}</p>",
    "page, bold alone": "<p><strong>{term}</strong> {text}</p>",
    "page, dash": "<li><b>{term}</b> — {text}</li>",
}


@pytest.mark.parametrize("form", ONE_LINE.values(), ids=ONE_LINE)
def test_a_glossary_with_headword_and_text_on_one_line(form: str) -> None:
    document = parse_bytes(write_entries(form, FLOCK), "glossary")
    texts = [f"A {term} is found on the farm. See rule 101.{len(term)}." for term in FLOCK]
    assert [(entry.term, entry.text) for entry in document.glossary] == [*zip(FLOCK, texts, strict=True)]
    assert "unclaimed-line" not in codes_of(document)
    if "\t" not in form:  # with tabs it is a table, in any order
        with pytest.raises(UnknownDialect):
            parse_bytes(write_entries(form, FLOCK[::-1]), "notes")


def test_further_paragraphs_of_an_entry_on_one_line_belong_to_it() -> None:
    entries = write_entries("{term}: {text}\n", FLOCK).decode()
    further = ("2. One of several: the other one. See rule 101.9.", "Example: A dog barks.")
    text = entries.replace("Ewe: ", "\n".join(further) + "\nEwe: ").replace("Dog: A", "Dog: 1. A")
    document = parse_bytes(text.encode(), "glossary")
    assert [entry.term for entry in document.glossary] == FLOCK
    assert document.glossary[2].text.split("\n") == ["1. A Dog is found on the farm. See rule 101.3.", *further]


def test_a_chapter_with_two_rules_is_recognised_by_its_heading() -> None:
    rules = "101.1. A lamb eats grass.\n\n101.2. A ram counts lambs.\n"
    for text in (f"101. The Flock\n\n{rules}", f"# 101. The Flock\n\n{rules}"):
        document = parse_bytes(text.encode(), "chapter")
        assert [rule.number for rule in document.rules] == ["101", "101.1", "101.2"]
    for text in (rules, f"102. The Dog\n\n{rules}"):
        with pytest.raises(UnknownDialect):
            parse_bytes(text.encode(), "notes")


def test_contents_with_number_and_title_in_cells() -> None:
    rows = "".join("<tr><td>{}</td><td>{}</td></tr>".format(*line.split(" ", 1)) for line in CHAPTERS)
    document = parse_bytes(f"<html><body><table>{rows}</table></body></html>".encode(), "contents.html")
    assert [f"{rule.number}. {rule.heading}" for rule in document.rules] == CHAPTERS
    assert document.condition == "fragment"
