"""Pages that a site delivers as JSON (WordPress: `content.rendered` has the page).

Guarantees: every other text in the file is a block `within` `field`; JSON of another shape is no page; truncated JSON
is read up to its end. Only Python's own JSON reader is recursive, and its limit is caught.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import count
from json.decoder import scanstring  # type: ignore[attr-defined]

from msgspec.structs import replace

from rules.records import Diagnostic
from scraper.layout import SourceDocument
from scraper.markup.blocks import SHOWN, MarkupBlock
from scraper.markup.page import JSON_CONTENT, MarkupPage, is_json, page_of, read_html

MOST_PAGES = 1000


def read_json_page(source: SourceDocument) -> MarkupPage | None:
    """Return the pages in a JSON file, or None if the file holds none.

    All blocks of a page are on the line of the file that has the page's string.
    """
    page = _read_blocks(source.text, source.name)
    if page is None:
        return None
    blocks, problems = page
    return page_of(source, blocks, (*source.diagnostics, *problems), "json")


@lru_cache(maxsize=1)
def _read_blocks(text: str, name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]] | None:
    if not is_json(text):
        return None
    problems = _check_validity(text, name)
    blocks: list[MarkupBlock] = []
    at = 0
    line, counted = 1, 0
    for read in count():
        content = JSON_CONTENT.search(text, at)
        if content is not None and read == MOST_PAGES:
            message = f"{MOST_PAGES:,} pages in this JSON were read; nothing after the last of them was"
            problems.append(Diagnostic("markup-cut", "error", message, name, line))
            break
        blocks += _read_fields(text, at, content.start() if content else len(text))
        if content is None:
            break
        line, counted = line + text.count("\n", counted, content.end()), content.end()
        html, at = _read_string(text, content.end(), name, line, problems)
        inside, unclear = read_html(html, name)
        blocks += [replace(block, first=line, last=line) for block in inside]
        problems += [replace(row, line=line, column=0) for row in unclear]
    return tuple(blocks), tuple(problems)


def _check_validity(text: str, name: str) -> list[Diagnostic]:
    try:
        json.loads(text)
    except json.JSONDecodeError as wrong:
        message = f"this JSON is broken ({wrong.msg}); the pages in it were read all the same"
        return [Diagnostic("broken-json", "warning", message, name, wrong.lineno, wrong.colno)]
    except (RecursionError, ValueError):
        message = "this JSON is nested too deep or has too large a number; the pages in it were read all the same"
        return [Diagnostic("broken-json", "warning", message, name)]
    return []


def _read_string(text: str, start: int, name: str, line: int, problems: list[Diagnostic]) -> tuple[str, int]:
    """Return a JSON string's value and where the string ends.

    Of a string that never ends or has a wrong escape, the value is what can be read.
    """
    try:
        value, end = scanstring(text, start, False)
    except json.JSONDecodeError as wrong:
        if wrong.msg.startswith("Unterminated"):
            problems.append(Diagnostic("json-cut", "warning", "the page in this JSON never ends", name, line))
            return _unescape_string(text[start:]), len(text)
        message = f"the page in this JSON has a wrong escape ({wrong.msg})"
        problems.append(Diagnostic("broken-json", "warning", message, name, wrong.lineno, wrong.colno))
        closing = re.compile(r'(?<!\\)"').search(text, start)
        stop = closing.start() if closing else len(text)
        return _unescape_string(text[start:stop]), stop + 1
    return _remove_surrogates(str(value)), end


def _unescape_string(raw: str) -> str:
    """Return a string's text, with those escapes resolved that are valid."""
    simple = {"n": "\n", "r": "\r", "t": "\t"}

    def one(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else simple.get(match[2], match[2])

    text = re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", one, raw, flags=re.DOTALL)
    return _remove_surrogates(text)


def _read_fields(text: str, start: int, stop: int) -> list[MarkupBlock]:
    """Return the file's other lines, each shortened to its beginning."""
    blocks = []
    line = text.count("\n", 0, start) + 1
    for number, raw in enumerate(text[start:stop].split("\n"), line):
        words = raw.strip().strip('{}[],"')
        if words:
            blocks.append(
                MarkupBlock(words if len(words) <= SHOWN else f"{words[:SHOWN]}…", number, number, within="field")
            )
    return blocks


def _remove_surrogates(text: str) -> str:
    """Return a text without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
