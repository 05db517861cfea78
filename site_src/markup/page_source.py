"""A page as a Markdown file: front matter for the theme, then one block of HTML from a template."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rules.records import COMPREHENSIVE_RULES, Edition
from site_src.errors import PagesError
from site_src.layout.book import RULES_SHELF
from site_src.markup.passages import text_html
from site_src.markup.set_symbols import set_symbol
from site_src.markup.words import edition_in_words
from site_src.paths import TEMPLATES


@dataclass(frozen=True, slots=True)
class PageSource:
    """A page before mkdocs.

    Attributes:
        path: Of the Markdown file, relative to the folder of pages.
        title: For the browser's title bar.
        body: HTML, one block.
        edition: The edition it shows.
        section: Number of the section to open in the contents at the side, empty for none.
        here: Number of the chapter to mark there.
        shelf: Which contents are shown at the side: the address of a work's own, empty for none. The start page and
            the contents are themselves the list, and other editions have other chapters.
        description: One sentence for search engines; empty for the title and the edition.
        about: What the page is, in the vocabulary of schema.org (JSON-LD); nothing for pages that are no law.
        scripts: Names of scripts that the page needs besides that of every page.
        styles: Names of style sheets, likewise.
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


def environment() -> Environment:
    """Jinja2 with everything escaped, and nothing undefined passed over in silence; it knows `set_symbol`."""
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
    """`html` without blank lines and indentation, so that Markdown takes it as one block and changes nothing in it.

    Raises:
        PagesError: A line starts with anything but a tag: Markdown might take it for its own.
    """
    lines = [line.strip() for line in html.split("\n")]
    lines = [line for line in lines if line]
    for line in lines:
        if not line.startswith("<"):
            raise PagesError(f"a template puts text at the start of a line, where Markdown may read it: {line[:60]!r}")
    return "\n".join(lines) + "\n"


def front_matter(page: PageSource, latest: Edition) -> str:
    """What the theme is told of a page: its title, its edition, and which contents to show at its side."""
    meta: dict[str, str | bool] = {
        "title": page.title or "Comprehensive Rules",
        "edition": page.edition.id,
        "edition_words": edition_in_words(page.edition),
        "edition_is_latest": page.edition.id == latest.id,
        "section": page.section,
        "here": page.here,
        "edition_is_of_the_rules": page.edition.work == COMPREHENSIVE_RULES,
        "shelf": page.shelf,
        "scripts": " ".join(page.scripts),
        "styles": " ".join(page.styles),
        "description": page.description,
        "about": json.dumps(page.about) if page.about else "",
    }
    lines = [
        f"{key}: {yaml_string(value) if isinstance(value, str) else str(value).lower()}" for key, value in meta.items()
    ]
    return "\n".join(["---", *lines, "---", "", ""])


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML string in ASCII, whatever it holds."""
    plain = (char if " " <= char <= "~" and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)
    return f'"{"".join(plain)}"'
