"""The contents of works and editions, as the drawer and the sidebar of a page list them."""

from collections.abc import Mapping, Sequence
from typing import Any

from site_src.addresses import (
    anchor_of,
)
from site_src.layout import Book, BookPart
from site_src.markup.passages import plain_title
from site_src.markup.words import cut_words


def contents_as_of(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the contents of an edition for its own page; every address is an anchor of that page: `#702`.

    Args:
        rows: The sections and chapters, as `pages/editions.py` lists them.
    """
    sections: list[dict[str, Any]] = []
    for row in rows:
        number = row["number"]
        entry = {"number": number, "heading": plain_title(row["heading"]), "address": f"#{number}"}
        if row["section"]:
            sections.append({**entry, "chapters": []})
        elif sections:
            sections[-1]["chapters"].append(entry)
    return sections


def contents_of(book: Book) -> list[dict[str, Any]]:
    """Return the contents of the latest edition of a work: sections, chapters and rules, with their addresses."""
    contents = []
    for section in book.sections:
        entry = {
            "number": section.number,
            "heading": plain_title(section.listed_heading),
            "address": f"{book.base_path}#{section.number}",
            "chapters": [_describe_chapter(chapter) for chapter in section.pages],
        }
        contents.append(entry)
    return contents


def _describe_chapter(chapter: BookPart) -> dict[str, Any]:
    return {
        "number": chapter.number,
        "heading": plain_title(chapter.listed_heading),
        "address": chapter.address,
        "rules": _rules_of(chapter),
    }


def _rules_of(chapter: BookPart) -> list[dict[str, str]]:
    """Return the rules of a chapter for the drawer: those on its page, then those with pages of their own."""
    rules = []
    for rule in chapter.rules:
        if rule.kind in ("rule", "ruling") and rule.key != chapter.number:
            words = plain_title((rule.heading or cut_words(rule.text, 6)).removesuffix(":"))
            anchor = anchor_of(rule.key)
            rules.append({"number": rule.number, "words": words, "address": chapter.address, "anchor": anchor})
    for page in chapter.pages:
        words = plain_title(page.listed_heading)
        rules.append({"number": page.number, "words": words, "address": page.address, "anchor": ""})
    return rules
