"""Addresses of histories, lineages and keywords. Each follows from the key alone, so links need no look-up.

A history page belongs to a number without its letter: `702.40a` of any edition is on `history/702.40/`, whether or
not the latest edition has it.
"""

from __future__ import annotations

import re

from rules.numbers import fold_key, is_term, name_of, number_of, section_of
from site_src.layout.book import SitePlace, anchor_of, in_short_parts, slug

HISTORY_PATH = "history/"
"""Below it is a page for each number that any edition has."""
LATEST = "latest"
"""The latest edition, where an address or a document is not to change with each new one."""
BULLETIN_PATH = "bulletins/"
"""Below it is a page for each bulletin."""
ID_PATH = "id/"
"""Below it is a permanent page for each lineage."""
KEYWORD_PATH = "kw/"
"""Below it is a page for each heading of a rule."""
NEIGHBOURHOOD_PATH = "pictures/neighbourhood/"
"""Below it is a page for each section, with a drawing for each of its rules."""
RESOLVER = "n/"
"""The page that resolves `n/?502.30a`."""

_HOME = re.compile(r"\d+(?:\.\d+)?|[A-Z]\d*(?:\.\d+)?")
"""A number of the rules without its letter, or the chapter of a number of a rulings summary."""

_FAMILY = re.compile(r"glossary:[^@#]*|\w*\.?\d*", re.ASCII)
"""The part of a lineage's id that its neighbours share: chapter and rule, or the term."""

_ORDINAL = re.compile(r"#\d+$")


def home_of(key: str) -> str:
    """Return the name of a key's page: `702.40a` → `702.40`, `A.2.1` → `A.2`, `glossary:Storm` → itself.

    A misprinted number is treated as its regular beginning: `408.f` → `408`.
    """
    if is_term(key):
        return key
    number = number_of(key)
    match = _HOME.match(number)
    return match[0] if match else in_short_parts(slug(number))


def history_page(key: str) -> str:
    """Return the page with the history of a key: `history/702.40/`, `history/glossary/st/`."""
    if is_term(key):
        # by their first two letters: with a page for each there would be a thousand files more
        return f"{HISTORY_PATH}glossary/{_make_term_slug(key)[:2]}/"
    return f"{HISTORY_PATH}{home_of(key)}/"


def history_place(key: str) -> SitePlace:
    """Return the place of the history of the lineage that has a key, or had it last: `history/702.40/#702.40a`."""
    return SitePlace(history_page(key), _make_term_slug(key) if is_term(key) else anchor_of(key))


def lineage_anchor(lineage: str) -> str:
    """Return the anchor of a lineage on its page: `502.30a@2003-07-01`, `glossary.Storm@2003-07-01`.

    The page is that of its last number.
    """
    return segment_of(lineage)


def id_page(lineage: str) -> str:
    """Return the permanent address of a lineage: `id/502.30a@2003-07-01/`."""
    return f"{ID_PATH}{segment_of(lineage)}/"


def bulletin_page(bulletin: str) -> str:
    """Return the address of a bulletin's page: `bulletins/magic-2015-update-bulletin-2014-07-17/`."""
    return f"{BULLETIN_PATH}{bulletin}/"


def neighbourhood_place(key: str) -> SitePlace:
    """Return the place of the drawing of a record's neighbourhood: `pictures/neighbourhood/7/#702.40`.

    Args:
        key: Key of the record; a subrule has the drawing of its rule.
    """
    if is_term(key):
        return SitePlace(f"{NEIGHBOURHOOD_PATH}glossary/", segment_of(key))
    return SitePlace(f"{NEIGHBOURHOOD_PATH}{section_of(key)}/", anchor_of(fold_key(key, "rule")))


def segment_of(lineage: str) -> str:
    """Return the id of a lineage as a unique part of an address, valid as a file name on every file system.

    A number and its date are unchanged. In a glossary entry's id a blank becomes `_`, `#` becomes `~`, `glossary:`
    becomes `glossary.`, and any other sign its UTF-8 in hexadecimal after `=`, as in quoted-printable.
    """
    prefix, rest = ("glossary.", name_of(lineage)) if is_term(lineage) else ("", lineage)
    return in_short_parts(prefix + "".join(map(_escape_char, rest)))


def lineage_file(lineage: str) -> str:
    """Return the name of the data file that has a lineage, below `api/v1/lineages/`: `0` to `63`.

    It is the FNV-1a hash, modulo 64, of chapter and rule of the first number, or of the first term: rules of one
    number are in one file, and files are about equally large.
    """
    hashed = 0x811C9DC5
    for byte in _FAMILY.match(lineage)[0].encode():  # type: ignore[index]
        hashed = (hashed ^ byte) * 0x01000193 & 0xFFFFFFFF
    return str(hashed % 64)


def keyword_page(heading: str) -> str:
    """Return the page of a current or former heading: `kw/storm/`."""
    return f"{KEYWORD_PATH}{_make_slug(heading)}/"


def _make_term_slug(key: str) -> str:
    """Return the term of an entry as a slug; entries with the same term share it, as doubled numbers share a page."""
    return _make_slug(_ORDINAL.sub("", name_of(key)))


def _make_slug(words: str) -> str:
    """Return words as a slug in short parts, with straight apostrophes.

    Early editions print a straight apostrophe where later ones have a curly one; both must have the same page.
    """
    return in_short_parts(slug(words.replace("’", "'")))


def _escape_char(char: str) -> str:
    if char.isascii() and (char.isalnum() or char in "@.-"):
        return char
    if char in " #":
        return "_" if char == " " else "~"
    return "".join(f"={byte:02x}" for byte in char.encode())
