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
    """The lines of a markup: of a heading on a level, of bold type, of an example in italics, before a heading."""

    heading: Callable[[int, str], str]
    bold: Callable[[str], str]
    example: Callable[[str], str]
    name: str = ""


MARKUPS = {
    "AsciiDoc": Markup(lambda level, words: f"{'=' * level} {words}", "*{}*".format, "____\n_{}_\n____".format, "[[a]]"),
    "DokuWiki": Markup(lambda level, words: f"{'=' * (7 - level)} {words} {'=' * (7 - level)}", "**{}**".format, "//{}//".format),
    "Jira": Markup(lambda level, words: f"h{level}. {{anchor:a}}{words}", "*{}*".format, "{{quote}}_{}_{{quote}}".format),
    "MediaWiki": Markup(lambda level, words: f"{'=' * level} {words} {'=' * level}", "'''{}'''".format, "''{}''".format, '<span id="a"></span>'),
    "Muse": Markup(lambda level, words: f"{'*' * level} {words}", "**{}**".format, "''{}''".format),
    "Org": Markup(lambda level, words: f"{'*' * level} {words}\n:PROPERTIES:\n:CUSTOM_ID: a\n:END:", "*{}*".format, "#+begin_quote\n/{}/\n#+end_quote".format),
    "Textile": Markup(lambda level, words: f"h{level}(#a). {words}", "*{}*".format, "bq. _{}_".format),
    "TiddlyWiki": Markup(lambda level, words: f"{'!' * level} {words}", "''{}''".format, "//{}//".format),
    "reStructuredText": Markup(lambda _, words: f"{words}\n{'=' * len(words)}", "**{}**".format, "*{}*".format, ".. _a-1:\n"),
}  # fmt: skip


def _write(markup: Markup, number: Callable[[str], str], *, glossary: bool) -> bytes:
    """The rules in a markup, their numbers in another type."""

    def head(level: int, words: str) -> str:
        return f"{markup.name}\n{markup.heading(level, words)}".strip()

    blocks = [head(1, "Rules of the Boat"), head(1, SECTIONS[0])]
    for chapter in CHAPTERS:
        blocks.append(head(2, chapter))
        blocks += [f"{number(label)} {text}" for label, text in RULES if label[:3] == chapter[:3]]
        if chapter == CHAPTERS[0]:
            blocks.append(markup.example(f"Example: {EXAMPLE}"))
    if glossary:
        blocks.append(head(1, "Glossary"))
        for term, text in ENTRIES:
            blocks += [markup.bold(term), text]
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
    number = markup.bold if is_bold else str
    document = parse_bytes(_write(markup, number, glossary=True), "boat.txt")
    assert _show(document) == [*EXPECTED, *ENTRIES]
    assert not [problem for problem in document.diagnostics if problem.severity != "info"]


def test_an_example_in_italics_may_go_over_several_lines() -> None:
    lines = ["> *Example: Marten, who has rowed this boat since he was a boy, has an oar", "> and a broken one.*"]
    text = "\n".join(["# 100. Oars", "", "100.1. An oar moves.", "", *lines, "", "100.2. A sail moves.", "", "100.3. A boat moves."])
    document = parse_bytes(text.encode(), "boat.md")
    example = "Marten, who has rowed this boat since he was a boy, has an oar and a broken one."
    assert [rule.examples for rule in document.rules] == [(), (example,), (), ()]


def test_a_plain_list_of_contents_with_asterisks_keeps_its_lines() -> None:
    contents = "\n".join(f"* {chapter}" for chapter in (*SECTIONS, *CHAPTERS))
    body = re.sub(r"(?m)^=+ ", "", _write(MARKUPS["AsciiDoc"]._replace(name=""), str, glossary=False).decode())
    document = parse_bytes(f"Contents\n\n{contents}\n\n{body}".encode(), "boat.txt")
    assert [rule.number for rule in document.rules] == [row[0] for row in EXPECTED]
