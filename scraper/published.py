"""The editions that the publisher offers: the links on its page, and which edition a file is. No network access."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit

from rules.counts import format_count
from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

if TYPE_CHECKING:
    from scraper.registry import Registry

_LINK = r"""https?:[^"'<>\s\\]{{1,300}}?\.(?:{forms})|(?<=href=["'])[^"'<>\\]{{1,300}}?\.(?:{forms})"""
"""A link to a file, with `forms` for the endings of its name."""
_NAME = re.compile(r"comp\w*[ _]?rules", re.IGNORECASE)
_FILE_DATE = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)")


class NotAnEdition(ComprulesError):
    """A file is no edition of the rules; the message is a clause that says why."""


def links_to_rules(page: bytes, address: str, forms: tuple[str, ...] = ("txt",)) -> tuple[str, ...]:
    """Return the addresses of all files of the rules that a page links to, in the order of the page, each once.

    The name of the file says that it is the rules, such as `MagicCompRules%2020260925.txt`; which edition it is, only
    its content says.

    Args:
        page: Its bytes.
        address: Its address, to which links may be relative.
        forms: Endings of the names of the files.
    """
    pattern = re.compile(_LINK.format(forms="|".join(forms)), re.IGNORECASE)
    found = pattern.findall(html.unescape(page.decode("utf-8", "replace")))
    links = dict.fromkeys(urljoin(address, link.replace(" ", "%20")) for link in found)
    return tuple(link for link in links if _NAME.search(unquote(urlsplit(link).path).rpartition("/")[2]))


def read_edition(data: bytes, name: str, least_rules: int) -> str:
    """Return the effective date (ISO) that the text of an edition states.

    Args:
        data: Its bytes.
        name: Its name in messages.
        least_rules: Minimum number of rules of an edition.

    Raises:
        NotAnEdition: It is another text, an error page, a part of the rules, damaged, or states no date.
    """
    try:
        document = parse_bytes(data, name)
    except UnknownDialect as error:
        raise NotAnEdition("the download is not the text of the rules") from error
    if document.work != COMPREHENSIVE_RULES or len(document.rules) < least_rules:
        count = format_count(len(document.rules), "rule")
        raise NotAnEdition(f"the download has {count}, which is not a whole edition")
    if document.condition != "good":
        raise NotAnEdition(f"the download is {document.condition}")
    if document.edition is None:
        raise NotAnEdition("the download does not state when it took effect")
    return document.edition


def mirrors_of(link: str, registry: Registry) -> tuple[str, ...]:
    """Return the addresses where public archives are likely to have the publisher's file of an address.

    Each archive names its files in one pattern with a date; its newest known copy shows the pattern. Without a date in
    the name of the publisher's file there are none.
    """
    date = _FILE_DATE.search(unquote(link).rpartition("/")[2])
    if date is None:
        return ()
    new_day = "-".join(date.groups())
    mirrors: dict[str, str] = {}
    for edition in reversed(registry.editions):
        for copy in registry.entry_of(edition).copies:
            path = copy.origin_path or ""
            name = path.rpartition("/")[2]
            is_dated = edition.id in name or _compact(edition.id) in name
            if copy.origin not in mirrors and copy.origin.startswith("github.com/") and is_dated:
                repository = copy.origin.removeprefix("github.com/")
                new_path = path.replace(edition.id, new_day).replace(_compact(edition.id), _compact(new_day))
                mirrors[copy.origin] = f"https://raw.githubusercontent.com/{repository}/HEAD/{quote(new_path)}"
    return tuple(mirrors.values())


def _compact(day: str) -> str:
    """Return a day as the names of files have it: `2009-07-11` → `20090711`."""
    return day.replace("-", "")
