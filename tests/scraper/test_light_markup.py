"""Documents in a light markup have the records of the plain text that they were made from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules.records import ParsedDocument
from scraper.parse import parse_bytes

SECTIONS, CHAPTERS = ("1. The Boat",), ("100. Oars", "101. Sails")
RULES = (
    ("100.1.", "An oar moves the boat. Two oars move it faster, unless somebody sleeps on one of them."),
    ("100.1a", "A broken oar is no oar."),
    ("101.1.", "A sail moves the boat while there is wind (see rule 100, “Oars”)."),
    ("101.1a", "Without wind, a sail is a blanket."),
)
EXAMPLE = "Marten has an oar and a broken one. He has one oar."
ENTRIES = (("Oar", "A piece of wood. See rule 100."), ("Sail", "A piece of cloth. See rule 101."))


class Markup(NamedTuple):
    """How a markup has a heading of a level, bold words, an example in italics, and the name of a heading."""

    heading: Callable[[int, str], str]
    bold: str
    example: str
    name: str = ""


def _mark_equally(sign: str, *, closes: bool = False) -> Callable[[int, str], str]:
    """Writes headings with as many signs as their level, after the words as well if the markup closes headings."""

    def write(level: int, words: str) -> str:
        end = f" {sign * level}" if closes else ""
        return f"{sign * level} {words}{end}"

    return write


def _write_org(level: int, words: str) -> str:
    return f"{'*' * level} {words}\n:PROPERTIES:\n:CUSTOM_ID: a\n:END:"


def _underline(_: int, words: str) -> str:
    return f"{words}\n{'=' * len(words)}"


def _write_dokuwiki(level: int, words: str) -> str:
    marks = "=" * (7 - level)
    return f"{marks} {words} {marks}"


def _write_jira(level: int, words: str) -> str:
    return f"h{level}. {{anchor:a}}{words}"


def _write_textile(level: int, words: str) -> str:
    return f"h{level}(#a). {words}"


MARKUPS = {
    "AsciiDoc": Markup(_mark_equally("="), "*{}*", "____\n_{}_\n____", "[[a]]"),
    "DokuWiki": Markup(_write_dokuwiki, "**{}**", "//{}//"),
    "Jira": Markup(_write_jira, "*{}*", "{{quote}}_{}_{{quote}}"),
    "MediaWiki": Markup(_mark_equally("=", closes=True), "'''{}'''", "''{}''", '<span id="a"></span>'),
    "Muse": Markup(_mark_equally("*"), "**{}**", "''{}''"),
    "Org": Markup(_write_org, "*{}*", "#+begin_quote\n/{}/\n#+end_quote"),
    "Textile": Markup(_write_textile, "*{}*", "bq. _{}_"),
    "TiddlyWiki": Markup(_mark_equally("!"), "''{}''", "//{}//"),
    "reStructuredText": Markup(_underline, "**{}**", "*{}*", ".. _a-1:\n"),
}


def _write(markup: Markup, number: str, *, glossary: bool) -> bytes:
    """The rules in a markup, their numbers in another type."""

    def head(level: int, words: str) -> str:
        return f"{markup.name}\n{markup.heading(level, words)}".strip()

    blocks = [head(1, "Rules of the Boat"), head(1, SECTIONS[0])]
    for chapter in CHAPTERS:
        blocks.append(head(2, chapter))
        blocks += [f"{number.format(label)} {text}" for label, text in RULES if label[:3] == chapter[:3]]
        if chapter == CHAPTERS[0]:
            blocks.append(markup.example.format(f"Example: {EXAMPLE}"))
    if glossary:
        blocks.append(head(1, "Glossary"))
        for term, text in ENTRIES:
            blocks += [markup.bold.format(term), text]
    return "\n\n".join(blocks).encode()


def _show(document: ParsedDocument) -> list[tuple[object, ...]]:
    rules: list[tuple[object, ...]] = [(rule.number, rule.heading, rule.text, rule.examples) for rule in document.rules]
    return [*rules, *((entry.term, entry.text) for entry in document.glossary)]


EXPECTED: list[tuple[object, ...]] = [
    ("1", "The Boat", "", ()),
    ("100", "Oars", "", ()),
    ("100.1", None, RULES[0][1], ()),
    ("100.1a", None, RULES[1][1], (EXAMPLE,)),
    ("101", "Sails", "", ()),
    ("101.1", None, RULES[2][1], ()),
    ("101.1a", None, RULES[3][1], ()),
]


@pytest.mark.parametrize("name", MARKUPS)
@pytest.mark.parametrize("is_bold", [False, True])
def test_headings_numbers_headwords_and_examples_are_read_without_their_marks(name: str, is_bold: bool) -> None:
    markup = MARKUPS[name]
    number = markup.bold if is_bold else "{}"
    document = parse_bytes(_write(markup, number, glossary=True), "boat.txt")
    assert _show(document) == [*EXPECTED, *ENTRIES]
    assert not [problem for problem in document.diagnostics if problem.severity != "info"]


def _write_haddock(level: int, words: str) -> str:
    return f"{'=' * level} {words} #oars-vs.-sails#"


@pytest.mark.parametrize("mark", [" +\n", " \\\\\n", "\\\\", "\\\\ "])
def test_marks_of_line_breaks_names_and_verbatim_words_are_not_read(mark: str) -> None:
    markup = Markup(_write_haddock, "{}", "{}")
    text = _write(markup, "{}", glossary=True).decode()
    broken = text.replace("the boat. Two", f"the <verbatim>boat.</VERBATIM>{mark}Two").encode()
    rules = {rule.number: rule for rule in parse_bytes(broken, "boat.txt").rules}
    assert rules["100.1"].text == RULES[0][1].replace("boat. Two", "boat.\nTwo")
    assert rules["101"].heading == "Sails"


def test_an_example_in_italics_may_go_over_several_lines() -> None:
    text = (
        "# 100. Oars\n\n100.1. An oar moves.\n\n"
        "> *Example: Marten, who has rowed this boat since he was a boy, has an oar\n> and a broken one.*\n\n"
        "100.2. A sail moves.\n\n100.3. A boat moves.\n"
    )
    document = parse_bytes(text.encode(), "boat.md")
    example = "Marten, who has rowed this boat since he was a boy, has an oar and a broken one."
    assert [rule.examples for rule in document.rules] == [(), (example,), (), ()]


def test_a_plain_list_of_contents_with_asterisks_keeps_its_lines() -> None:
    contents = "\n".join(f"* {chapter}" for chapter in (*SECTIONS, *CHAPTERS))
    body = re.sub(r"(?m)^=+ ", "", _write(MARKUPS["AsciiDoc"]._replace(name=""), "{}", glossary=False).decode())
    document = parse_bytes(f"Contents\n\n{contents}\n\n{body}".encode(), "boat.txt")
    assert [rule.number for rule in document.rules] == [row[0] for row in EXPECTED]
