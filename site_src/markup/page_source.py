"""A page as a Markdown file: front matter for the theme, then one block of HTML from a template."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct, field

from rules.records import COMPREHENSIVE_RULES, Edition
from site_src.errors import PagesError
from site_src.layout.book import RULES_SHELF
from site_src.markup.passages import text_html
from site_src.markup.set_symbols import set_symbol
from site_src.markup.shell import Frame
from site_src.markup.words import edition_in_words
from site_src.paths import TEMPLATES


class PageSource(Struct, frozen=True):
    """The source of a page for mkdocs.

    Attributes:
        path: Path of the Markdown file, relative to the folder of pages.
        title: Title for the browser's title bar; empty for the start page.
        body: HTML, one block.
        edition: The edition that it shows.
        section: Number of the section to open in the contents; empty for none.
        here: Number of the chapter to mark there.
        shelf: Which contents to show at the side: the address of the contents of a work, empty for none. The start page
            and the contents themselves are the list, and other editions have other chapters.
        description: One sentence for search engines; if empty, made from the title and the edition.
        about: Metadata of the page in the vocabulary of schema.org (JSON-LD); empty for pages without rules.
        scripts: Names of additional scripts for this page.
        styles: Names of additional style sheets.
        contents: The contents of an edition that is not the latest.
        toc: Address and text of each entry in the table of contents of the page.
        toc_title: Title of that table.
        previous: Address from the site's root and title of the previous page.
        next: Address and title of the next page.
    """

    path: str
    title: str
    body: str
    edition: Edition
    section: str = ""
    here: str = ""
    shelf: str = RULES_SHELF
    description: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    contents: Sequence[Mapping[str, Any]] = ()
    toc: Sequence[tuple[str, str]] = ()
    toc_title: str = ""
    previous: tuple[str, str] | None = None
    next: tuple[str, str] | None = None

    def frame(self, latest: Edition) -> Frame:
        """Return the page's frame."""
        address = re.sub(r"(^|/)index$", r"\1", self.path.removesuffix(".md"))
        words = edition_in_words(self.edition)
        return Frame(
            f"{address}/" if address and not address.endswith("/") else address,
            self.title,
            self.description or f"{self.title or 'The rules of Magic: The Gathering'}. {words}.",
            edition=self.edition.id,
            edition_words=None if self.edition.id == latest.id else words,
            of_the_rules=self.edition.work == COMPREHENSIVE_RULES,
            shelf=self.shelf,
            section=self.section,
            here=self.here,
            contents=self.contents,
            toc=self.toc,
            toc_title=self.toc_title,
            previous=self.previous,
            next=self.next,
            scripts=self.scripts,
            styles=self.styles,
            about=json.dumps(self.about) if self.about else "",
        )


def make_environment() -> Environment:
    """Return a Jinja2 environment that escapes everything, fails on undefined names and has `set_symbol`."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: text_html(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["set_symbol"] = set_symbol
    return made


def one_block(html: str) -> str:
    """Return `html` without blank lines and indentation, so that Markdown keeps it unchanged as one block.

    Raises:
        PagesError: A line does not start with a tag, so that Markdown might interpret it.
    """
    lines = [line.strip() for line in html.split("\n")]
    lines = [line for line in lines if line]
    for line in lines:
        if not line.startswith("<"):
            raise PagesError(f"a template puts text at the start of a line, where Markdown may read it: {line[:60]!r}")
    return "\n".join(lines) + "\n"


def front_matter(page: PageSource, latest: Edition) -> str:
    """Return the front matter of a page, as YAML; every string in ASCII, each value on its own line."""
    lines = [f"{name}: {yaml_value(value)}" for name, value in page.frame(latest).meta().items()]
    return "\n".join(["---", *lines, "---", "", ""])


def yaml_value(value: object) -> str:
    """Return a string, truth value, list or mapping as YAML in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml_string(str(name))}: {yaml_value(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(yaml_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else yaml_string(str(value))


def yaml_string(text: str) -> str:
    """Return `text` as a double-quoted YAML string in ASCII, whatever its characters."""
    plain = (char if " " <= char <= "~" and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)
    return f'"{"".join(plain)}"'
