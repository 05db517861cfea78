"""The addresses of the site: of every rule, entry, history, lineage, keyword and bulletin.

A history page belongs to a number without its letter: `702.40a` of any edition is on `history/702.40/`, whether or
not the latest edition has it. Such addresses follow from the key alone, so links need no look-up.
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

from rules.keys import chapter_of_key, is_entry, key_at_level, name_of, number_of, term_of
from rules.numbers import section_of

RULES_PATH = "cr/"
"""Address of the contents of the Comprehensive Rules; their pages are below it."""
GLOSSARY_PATH = "glossary/"
"""Address of the list of all glossary entries; a page for each letter is below it."""
_TOO_LONG = re.compile(r".{200}(?=.)")
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
REFERENCES_PATH = "references/"
"""The page that lists the references of a rule on any day; below it are those of today, a page for each chapter."""
RESOLVER = "n/"
"""The page that resolves `n/?502.30a`."""
_HOME = re.compile(r"\d+(?:\.\d+)?|[A-Z]\d*(?:\.\d+)?")
"""A number of the rules without its letter (`702.40`), or the chapter of a number of a rulings summary (`A.2`)."""
_FAMILY = re.compile(r"glossary:[^@#]*|\w*\.?\d*", re.ASCII)
"""The beginning of a lineage's id that all subrules of a rule share: `502.30` of `502.30a@2003-05-26`; or the term."""
_ORDINAL = re.compile(r"#\d+$")
_NO_SLUG = re.compile(r"[^a-z0-9]+")


class SitePlace(Struct, frozen=True):
    """A place on the site.

    Attributes:
        page: Address of the page relative to the site's root: `cr/702.40/`.
        anchor: Id on that page; empty for the page itself.
    """

    page: str
    anchor: str = ""

    def seen_from(self, page: str) -> str:
        """Return the relative address of this place from `page`, an address from the root (empty: the start page)."""
        fragment = ""
        if self.anchor:
            fragment = f"#{self.anchor}"
        if page == self.page:
            return fragment or "."
        way = "../" * page.count("/") + self.page
        return (way or ".") + fragment


class PageLink(Struct, frozen=True):
    """A link as it is printed.

    Attributes:
        words: Its words.
        href: Its address, from the page that has it or from the site's root; empty for words without a link.
        more: What stands beside it; may be empty.
    """

    words: str
    href: str = ""
    more: str = ""


def anchor_of(key: str) -> str:
    """Return the id of a rule on its page: its number, and `502.35b-2` for the second rule with that number."""
    return key.replace("#", "-")


def slug(term: str) -> str:
    """Return a term as part of an address: `Mana Ability` → `mana-ability`; `term` without any letter or digit."""
    decomposed = unicodedata.normalize("NFKD", term)
    plain = decomposed.encode("ascii", "ignore").decode().lower()
    return _NO_SLUG.sub("-", plain).strip("-") or "term"


def letter_of(anchor: str) -> str:
    """Return the letter of a term's anchor: `s`; `other` if it does not begin with a letter from a to z."""
    if anchor[0].isalpha():
        return anchor[0]
    return "other"


def term_place(anchor: str) -> SitePlace:
    """Return the place of a glossary entry with an anchor, on the page of its letter: `glossary/s/#storm`."""
    return SitePlace(f"{GLOSSARY_PATH}{letter_of(anchor)}/", anchor)


def in_order(key: str) -> tuple[tuple[int, str], ...]:
    """Return a sorting key for natural order: `702.9` before `702.10`, `502.35b` before `502.35b#2`."""
    order = []
    for piece in re.findall(r"\d+|\D", key.lower()):
        if piece.isdecimal():
            order.append((int(piece), ""))
        else:
            order.append((-1, piece))
    return tuple(order)


def in_short_parts(name: str) -> str:
    """Return a name as a part of an address; a name too long for a file system continues in subfolders.

    File systems allow 255 bytes. Nothing is cut off, so different names never get the same address.
    """
    return _TOO_LONG.sub(r"\g<0>/", name)


def free_anchor(base: str, used: set[str], sign: str = "-") -> str:
    """Return an anchor that is free on a page, and mark it as used: `base`, or `base-2` and so on."""
    anchor, number = base, 1
    while anchor in used:
        number += 1
        anchor = f"{base}{sign}{number}"
    used.add(anchor)
    return anchor


def home_of(key: str) -> str:
    """Return the name of the page that a key is on: `702.40a` → `702.40`, `A.2.1` → `A.2`; a term stays as it is.

    A misprinted number is treated as its regular beginning: `408.f` → `408`.
    """
    if is_entry(key):
        return key
    number = number_of(key)
    match = _HOME.match(number)
    if match:
        return match[0]
    return in_short_parts(slug(number))


def history_page(key: str) -> str:
    """Return the page with the history of a key: `history/702.40/`, `history/glossary/st/`."""
    if is_entry(key):
        # by their first two letters: with a page for each there would be a thousand files more
        return f"{HISTORY_PATH}glossary/{_make_term_slug(key)[:2]}/"
    return f"{HISTORY_PATH}{home_of(key)}/"


def history_place(key: str) -> SitePlace:
    """Return the place of the history of the lineage that has a key, or had it last: `history/702.40/#702.40a`."""
    anchor = anchor_of(key)
    if is_entry(key):
        anchor = _make_term_slug(key)
    return SitePlace(history_page(key), anchor)


def lineage_place(key: str, lineage: str) -> SitePlace:
    """Return the place of a lineage, `history/702.40/#502.30a@2003-05-26`; `key` is its current or last one."""
    return SitePlace(history_page(key), segment_of(lineage))


def id_page(lineage: str) -> str:
    """Return the permanent address of a lineage: `id/502.30a@2003-05-26/`."""
    return f"{ID_PATH}{segment_of(lineage)}/"


def bulletin_page(bulletin: str) -> str:
    """Return the address of a bulletin's page: `bulletins/magic-2015-update-bulletin-2014-07-17/`."""
    return f"{BULLETIN_PATH}{bulletin}/"


def neighbourhood_place(key: str) -> SitePlace:
    """Return the place of the drawing of a record's neighbourhood: `pictures/neighbourhood/7/#702.40`.

    Args:
        key: Key of the record; a subrule has the drawing of its rule.
    """
    if is_entry(key):
        return SitePlace(f"{NEIGHBOURHOOD_PATH}glossary/", segment_of(key))
    return SitePlace(f"{NEIGHBOURHOOD_PATH}{section_of(key)}/", anchor_of(key_at_level(key, "rule")))


def references_place(key: str) -> SitePlace:
    """Return the place of the references of a record today: `references/702/#702.40`, `references/glossary/s/#storm`.

    Args:
        key: Key of the record; a subrule is listed with its rule.
    """
    if is_entry(key):
        letter = letter_of(slug(term_of(key)))
        return SitePlace(f"{REFERENCES_PATH}glossary/{letter}/", segment_of(key))
    chapter = home_of(chapter_of_key(key))
    return SitePlace(f"{REFERENCES_PATH}{chapter}/", anchor_of(key_at_level(key, "rule")))


def references_file(key: str) -> str:
    """Return the name of the data file with the references of a key in all editions.

    `references/702.40`, and for terms `references/glossary-st`.
    """
    if is_entry(key):
        # by their first two letters, as their histories
        return f"references/glossary-{slug(term_of(key))[:2]}"
    return f"references/{home_of(key)}"


def segment_of(lineage: str) -> str:
    """Return the id of a lineage as a unique part of an address, valid as a file name on every file system.

    A number and its date are unchanged. In a glossary entry's id a blank becomes `_`, `#` becomes `~`, `glossary:`
    becomes `glossary.`, and any other sign its UTF-8 in hexadecimal after `=`, as in quoted-printable.
    """
    if is_entry(lineage):
        return in_short_parts(f"glossary.{_escape(name_of(lineage))}")
    return in_short_parts(_escape(lineage))


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
    """Return the term of an entry as a slug: `glossary:Storm#2` → `storm`, so that entries of one term share a page."""
    return _make_slug(_ORDINAL.sub("", name_of(key)))


def _make_slug(words: str) -> str:
    """Return words as a slug in short parts, with straight apostrophes.

    Early editions print a straight apostrophe where later ones have a curly one; both must have the same page.
    """
    return in_short_parts(slug(words.replace("’", "'")))


def _escape(name: str) -> str:
    """Return a name with its characters escaped as `segment_of` says."""
    return "".join(map(_escape_char, name))


def _escape_char(char: str) -> str:
    if char.isascii() and (char.isalnum() or char in "@.-"):
        return char
    if char == " ":
        return "_"
    if char == "#":
        return "~"
    return "".join(f"={byte:02x}" for byte in char.encode())
