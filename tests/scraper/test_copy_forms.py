"""The same made-up rules in the forms that tools give them: each form has the records of the plain text."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

import pytest
from msgspec import Struct

from rules.records import ParsedDocument
from scraper.decode import decode
from scraper.layout import UnknownDialect
from scraper.markup.markdown import is_markdown
from scraper.markup.page import read_form
from scraper.parse import parse_bytes
from tests.scraper.accounts import codes_of

DATE = "These rules are effective as of January 1, 2015."


class Made(Struct, frozen=True):
    """A rule as a form writes it: number with its full stop, words, examples."""

    number: str
    words: str
    examples: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        return self.number.rstrip(".")


CHAPTERS: dict[str, tuple[Made, ...]] = {
    "1. Sheep": (),
    "101. The Flock": (
        Made("101.1.", "A lamb eats grass (see rule 102.1)."),
        Made("101.2.", "A ram counts."),
        Made("101.2a", "It counts lambs | ewes.", ("A ram counts two.", "A ram counts nobody.")),
        Made("101.3.", "Grazing Time"),
        Made("101.3a", "Each ewe grazes; {T} is a sign."),
    ),
    "102. The Dog": (
        Made("102.1.", "A dog barks."),
        Made("102.1a", "It barks at night, not <often>.", ("A dog that sleeps is silent.",)),
        Made("102.2.", "Each dog is one of the flock."),
    ),
}
TERMS = {
    "Dog": "One that barks. See rule 102.1.",
    "Ewe": "One that grazes. See rule 101.3.",
    "Lamb": "One that eats. See rule 101.1.",
    "Ram": "One that counts. See rule 101.2.",
}

_MARK = re.compile(r"([<>|{}()])")
_ESCAPED = r"\\\1"

WriteHeading = Callable[[str], str]
WriteRule = Callable[[Made], str]


def write_page(heading: WriteHeading, rule: WriteRule, term: Callable[[str, str], str] | None = None) -> str:
    """A page: its headings, rules and entries of the glossary in some form of HTML."""
    term = term or (lambda name, text: f"<p><b>{name}</b></p><p>{text}</p>")
    body = "\n".join(heading(escape(name)) + "\n".join(map(rule, rules)) for name, rules in CHAPTERS.items())
    glossary = heading("Glossary") + "\n".join(term(*entry) for entry in TERMS.items())
    return f"<!DOCTYPE html><html><body><p>{DATE}</p>{body}{glossary}</body></html>"


def write_markdown(
    rule: WriteRule,
    heading: WriteHeading = lambda name: f"## {name}",
    term: Callable[[str, str], str] = lambda name, text: f"**{name}**\n\n{text}",
) -> str:
    """A document in Markdown, its rules and entries of the glossary in some form."""
    parts = ["# Rules of the Flocks", DATE]
    for name, rules in CHAPTERS.items():
        parts += [heading(name), *map(rule, rules)]
    parts += [heading("Glossary"), *(term(*entry) for entry in TERMS.items())]
    return "\n\n".join(parts) + "\n"


def in_html(rule: Made) -> str:
    """The words and examples of a rule as paragraphs, the first of which is still open."""
    return escape(rule.words) + "</p>" + "".join(f"<p>Example: {escape(text)}</p>" for text in rule.examples)


def below(rule: Made, mark: str = "") -> str:
    """The examples of a rule as paragraphs of Markdown."""
    return "".join(f"\n\n{mark}Example: {text}" for text in rule.examples)


def as_row(rule: Made) -> str:
    words = [rule.words, *(f"Example: {text}" for text in rule.examples)]
    cell = "<br>".join(text.replace("|", "\\|") for text in words)
    return f"| Number | Words |\n|---|---|\n| {rule.number} | {cell} |"


def plain_heading(name: str) -> str:
    return f"<h2>{name}</h2>"


FORMS: dict[str, str] = {
    "definitions": write_page(
        plain_heading,
        lambda rule: f"<dl><dt>{rule.number}</dt><dd><p>{in_html(rule)}</dd></dl>",
        lambda name, text: f"<dl><dt>{name}</dt><dd>{text}</dd></dl>",
    ),
    "plain paragraphs with escaped marks": write_markdown(
        lambda rule: rule.number + " " + _MARK.sub(_ESCAPED, rule.words) + below(rule),
        lambda name: name.replace(". ", "\\. "),
        lambda name, text: f"{name}\n\n{text}",
    ).replace("# Rules", "Rules"),
    "chapters that lists count, as of docutils": write_page(
        lambda name: (
            "<ol class='arabic simple' start='{}'><li>{}</li></ol>".format(*name.split(". "))
            if name[0].isdigit()
            else plain_heading(name)
        ),
        lambda rule: f"<p>{rule.number} {in_html(rule)}",
    ),
    "part of a page, wrapped": write_page(plain_heading, lambda rule: f"<p>{rule.number} {in_html(rule)}")
    .removeprefix("<!DOCTYPE html><html><body>")
    .replace("rule 10", "rule\n10"),
    "linked definitions": write_page(
        lambda name: f"<h2><a href='#x'>{name}</a></h2>",
        lambda rule: f"<dl><dt><a href='#{rule.anchor}'>{rule.number}</a></dt><dd><p>{in_html(rule)}</dd></dl>",
    ),
    "code": write_page(plain_heading, lambda rule: f"<p><code>{rule.number}</code> {in_html(rule)}"),
    "chapters that open": write_page(
        lambda name: f"<details><summary>{name}</summary>", lambda rule: f"<p>{rule.number} {in_html(rule)}"
    ),
    "rules that open": write_page(
        plain_heading, lambda rule: f"<details><summary>{rule.number}</summary><p>{in_html(rule)}</details>"
    ),
    "table": write_page(
        plain_heading, lambda rule: f"<table><tr><td>{rule.number}</td><td><p>{in_html(rule)}</td></tr></table>"
    ),
    "signs": write_page(
        lambda name: f"<h2>{name}<a href='#x'>¶</a></h2>",
        lambda rule: f"<p>{rule.number} {in_html(rule)}",
        lambda name, text: f"<h3><a href='#x'>#</a> {name}</h3><p>{text}</p>",
    ),
    "numbers as headings": write_page(plain_heading, lambda rule: f"<h4>{rule.number}</h4><p>{in_html(rule)}"),
    "markdown": write_markdown(lambda rule: f"{rule.number} {rule.words}{below(rule)}"),
    "markdown, bold": write_markdown(lambda rule: f"**{rule.number}** {rule.words}{below(rule)}"),
    "markdown, code": write_markdown(lambda rule: f"`{rule.number}` {rule.words}{below(rule)}"),
    "markdown, links": write_markdown(
        lambda rule: f"[{rule.number}](#{rule.anchor}) {rule.words.replace('102.1', '[102.1](#102.1)')}{below(rule)}",
        lambda name: f"## [{name}](#x)",
    ),
    "markdown, bold links in a list": write_markdown(
        lambda rule: f"- **[{rule.number}](#{rule.anchor})** {rule.words}{below(rule, '  - ')}"
    ),
    "markdown, anchors": write_markdown(
        lambda rule: f'<a id="{rule.anchor}"></a>{rule.number} {rule.words}{below(rule)}',
        lambda name: f'<a name="x"></a>\n## {name} {{#x}}',
    ),
    "markdown, headings": write_markdown(
        lambda rule: f"#### {rule.number}\n\n{rule.words}{below(rule)}",
        lambda name: f"## {name} [¶](#x)",
        lambda name, text: f"### {name}\n\n{text}",
    ),
    "markdown, tables": write_markdown(as_row),
    "markdown, own lines": write_markdown(lambda rule: f"{rule.number}\n{rule.words}{below(rule)}"),
    "markdown, definitions": write_markdown(
        lambda rule: f"{rule.number}\n: {rule.words}{below(rule, ': ')}",
        term=lambda name, text: f"{name}\n: {text}",
    ),
    "markdown, quotations": write_markdown(lambda rule: f"> **{rule.number}** {rule.words}{below(rule, '> ')}"),
    "markdown, chapters that open": write_markdown(
        lambda rule: f"{rule.number} {rule.words}{below(rule)}",
        lambda name: f"<details>\n<summary>{name}</summary>\n\n",
    ),
    "wiki, definitions": write_markdown(
        lambda rule: f";{rule.number}\n: {rule.words}{below(rule, ': ')}",
        lambda name: f"== {name} ==",
        lambda name, text: f";{name}\n: {text}",
    ),
    "headings in cells": f"<!DOCTYPE html><html><body><p>{DATE}</p><table>"
    + "".join(
        f"<tr><td>{name.partition(' ')[0]}</td><td>{name.partition(' ')[2]}</td></tr>"
        + "".join(f"<tr><td>{rule.number}</td><td><p>{in_html(rule)}</td></tr>" for rule in rules)
        for name, rules in CHAPTERS.items()
    )
    + "</table><h2>Glossary</h2>"
    + "".join(f"<p>{name}</p><p>{text}</p>" for name, text in TERMS.items())
    + "</body></html>",
    "examples in boxes of the page": write_page(
        plain_heading,
        lambda rule: (
            f"<p>{rule.number} {escape(rule.words)}</p>"
            + "".join(f"<aside>Example: {escape(text)}</aside>" for text in rule.examples)
        ),
    ),
    "markdown, backslashes": write_markdown(
        lambda rule: f"**{rule.number}** {_MARK.sub(_ESCAPED, rule.words)}\\\n{below(rule)}"
    ),
    "markdown, entities": write_markdown(lambda rule: f"**{rule.number}** {escape(rule.words)}{below(rule)}"),
    "markdown, attributes": write_markdown(
        lambda rule: f"**{rule.number}**{{ #r{rule.anchor} }} {rule.words}{below(rule)}",
        lambda name: f"## {name} {{ #x .y }}",
    ),
    "markdown, names of lines": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words} ^r{rule.anchor.replace('.', '-')}{below(rule)}",
        lambda name: f"## {name} :id=x",
    ),
    "markdown, boxes": write_markdown(
        lambda rule: (
            f"**{rule.number}** {rule.words}"
            + "".join(f'\n\n!!! example "Example"\n\n    {text}' for text in rule.examples)
        )
    ),
    "markdown, called out": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words}" + "".join(f"\n\n> [!example]\n> {x}" for x in rule.examples)
    ),
    "markdown, examples in italics": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words}" + "".join(f"\n\n> *Example: {x}*" for x in rule.examples)
    ),
    "markdown, label in underscores": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words}" + "".join(f"\n\n_Example:_ {x}" for x in rule.examples)
    ),
    "markdown, label on a line of its own": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words}" + "".join(f"\n\n**Example:**\n\n{x}" for x in rule.examples)
    ),
    "label on a line of its own": write_page(
        plain_heading,
        lambda rule: (
            f"<p>{rule.number} {escape(rule.words)}</p>"
            + "".join(f"<h5>Example:</h5><p>{escape(text)}</p>" for text in rule.examples)
        ),
    ),
    "markdown, deep lists": write_markdown(
        lambda rule: f"    - {rule.number} {rule.words}{below(rule, '        - ')}",
        lambda name: f"  - {name}" if name != "Glossary" else f"## {name}",
        lambda name, text: f"- **{name}**\n    \n    {text}",
    ),
    "wiki, table": write_markdown(
        lambda rule: f"|-\n| '''{rule.number}''' || {rule.words}" + "".join(f"<br>Example: {x}" for x in rule.examples),
        lambda name: "|}\n== Glossary ==" if name == "Glossary" else f"|-\n| {name.replace(' ', ' || ', 1)}",
        lambda name, text: f";{name}\n: {text}",
    ).replace("|-", '{| class="x"\n! Number !! Words\n|-', 1),
    "glossary on one line": write_markdown(
        lambda rule: f"{rule.number} {rule.words}{below(rule)}", str, lambda name, text: f"{name}: {text}"
    ),
    "markdown, glossary on one line": write_markdown(
        lambda rule: f"**{rule.number}** {rule.words}{below(rule)}", term=lambda name, text: f"- **{name}** - {text}"
    ),
    "bold headwords": write_page(
        plain_heading,
        lambda rule: f"<p>{rule.number} {in_html(rule)}",
        lambda name, text: f"<p><b>{name}</b> {text}</p>",
    ),
    "text, own lines": write_markdown(
        lambda rule: f"{rule.number}\n{rule.words}{below(rule)}", str, lambda name, text: f"{name}\n{text}"
    ),
}


def read(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "copy")


@pytest.fixture(scope="module")
def plain() -> ParsedDocument:
    """The rules as the publisher writes them."""
    text = write_markdown(
        lambda rule: f"{rule.number} {rule.words}{below(rule)}", str, lambda name, text: f"{name}\n{text}"
    )
    return read(text)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_has_the_records_of_the_plain_text(form: str, plain: ParsedDocument) -> None:
    document = read(FORMS[form])
    for name in ("edition", "condition"):
        assert getattr(document, name) == getattr(plain, name)
    assert [(rule.number, rule.heading, rule.text, rule.examples) for rule in document.rules] == [
        (rule.number, rule.heading, rule.text, rule.examples) for rule in plain.rules
    ]
    assert [(entry.term, entry.text) for entry in document.glossary] == [*TERMS.items()]
    assert "unclaimed-line" not in codes_of(document)


def test_the_plain_text_has_what_was_made(plain: ParsedDocument) -> None:
    rules = {rule.number: rule for rule in plain.rules}
    assert [rules[made.anchor].heading or rules[made.anchor].text for row in CHAPTERS.values() for made in row] == [
        made.words for row in CHAPTERS.values() for made in row
    ]
    assert rules["101.3"].heading == "Grazing Time"
    assert plain.condition == "good"


def test_a_reference_that_a_line_end_divides_keeps_its_words() -> None:
    text = write_markdown(lambda rule: f"**{rule.number}** {rule.words}{below(rule)}")
    document = read(text.replace("(see rule", "and goes on with grass when there is any (see\nrule"))
    assert document.rules[2].text == "A lamb eats grass and goes on with grass when there is any (see rule 102.1)."


def test_numbers_behind_commands_are_no_glossary() -> None:
    text = write_markdown(
        lambda rule: f"\\textbf{{{rule.number}}} {rule.words}{below(rule)}",
        lambda name: f"\\section{{{name}}}" if name != "Glossary" else name,
        lambda name, text: f"{name}\n{text}",
    )
    with pytest.raises(UnknownDialect):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "101.1. A lamb **eats**.\n101.2. See [this](that).\n",
        "**101.1.** is a stray mark.\n101.2. A ram counts.\n101.3. A ewe sleeps.\n",
        "101.1. A lamb eats.\n# a note\n",
        "<details><summary>101. Sheep</summary><p>101.1. A lamb.</p></details>",
    ],
)
def test_a_stray_mark_makes_no_markdown(text: str) -> None:
    assert not is_markdown(text)


@pytest.mark.parametrize(
    ("line", "words", "chrome"),
    [
        ("Words with [a link](x) inside.", "Words with a link inside.", ""),
        ("Words with __two__ *kinds* of **marks _inside_**.", "Words with two kinds of marks _inside_.", ""),
        ("Pay \\[this\\] or <that>.", "Pay [this] or <that>.", ""),
        ("A ram of size \\*, where \\* is its age.", "A ram of size *, where * is its age.", ""),
        ("A ram of size *, where * is its age.", "A ram of size *, where * is its age.", ""),
        ("| A line of a block.", "A line of a block.", ""),
        ("![a picture](x.png)", "![a picture](x.png)", ""),
        ("<br><!-- a remark -->", "<!-- a remark -->", "tag"),
        ("</details>", "</details>", "tag"),
        ("|:--|--:|", "|:--|--:|", "rule"),
        ("* * *", "* * *", ""),
    ],
)
def test_lines_of_markdown_keep_their_words(line: str, words: str, chrome: str) -> None:
    page = read_form(decode(f"## 101. The Flock\n\n{line}\n".encode(), "copy.md"))
    assert page is not None
    assert [(block.text, block.chrome) for block in page.lines[1:]] == [(words, chrome)]


def test_page_numbers_make_markdown_no_page_of_an_e_book() -> None:
    """References at the heads of wrapped lines look like the only rules without marks."""
    text = FORMS["markdown, backslashes"].replace("\\\n", "\n") + "\nsee rules\n101.1 and\n101.2 and\n102.1 and so on\n"
    document = read(text.replace("## 102.", "Page 1 of 2\n\n## 102."))
    assert document.dialect == "rules-site"
    assert {made.anchor for row in CHAPTERS.values() for made in row} <= {rule.number for rule in document.rules}


def test_a_sign_inside_a_paragraph_stays() -> None:
    page = read_form(decode(b"<html><p>A lamb<a href='#1'>*</a> eats.<p><a href='#2'>*</a> A note.", "copy.html"))
    assert page is not None
    assert [(block.text, block.chrome) for block in page.lines] == [
        ("A lamb* eats.", ""),
        ("*", "permalink"),
        ("A note.", ""),
    ]


def test_links_to_elsewhere_are_the_menu_of_a_site() -> None:
    text = FORMS["markdown"].replace(DATE, f"{DATE}\n\n[News of the site](https://example.org/news)")
    dropped = [(row.reason, row.text) for row in read(text).dropped]
    assert ("page-links", "News of the site") in dropped


def test_hard_spaces_are_spaces(plain: ParsedDocument) -> None:
    text = write_markdown(
        lambda rule: f"{rule.number} {rule.words}{below(rule)}", str, lambda name, text: f"{name}\n{text}"
    )
    document = read(text.replace(" ", "\u00a0"))
    assert (document.rules, document.glossary) == (plain.rules, plain.glossary)
