"""A page of a web site as its source sees it: address, bytes, and the links in their order."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from bs4 import BeautifulSoup
from bs4.dammit import EncodingDetector
from bs4.element import Tag
from msgspec import Struct

from rules.records import Diagnostic
from scraper.documents.kinds import readable_kind
from scraper.markup.page import has_markup
from scraper.markup.prepare import LINKING, NEWLINE, RESTORED, prepare
from scraper.web.addresses import AddressError, normal_address

_NO_LINKS = frozenset(("meta", "base"))
"""Elements that are read, but are no links."""


class PageLink(Struct, frozen=True):
    """A link of a page.

    Attributes:
        address: Where it leads, in normal form.
        text: Its words; empty for a link that no reader sees.
        relations: What the page says of it (`next`, `alternate`, …), in lower case.
        kind: The kind of what is there, as the page states it (`application/json`); may be empty.
        is_choice: Whether it is a choice of a list that opens, not a link in the text.
    """

    address: str
    text: str
    relations: tuple[str, ...] = ()
    kind: str = ""
    is_choice: bool = False


class WebPage:
    """A page, read only as far as its source asks.

    Args:
        address: Where it came from, in normal form.
        body: Its bytes.
        content_type: The kind and the encoding that the server stated; may be empty, and is not believed where the
            bytes say otherwise.
    """

    def __init__(self, address: str, body: bytes, content_type: str = "") -> None:
        self.address = address
        self.body = body
        self.content_type = content_type

    @cached_property
    def text(self) -> str:
        """The page as text, for its links: UTF-8 if it is that, else as the server or the page says; empty for PDF."""
        if readable_kind(self.body) is not None:
            return ""
        stated = self.content_type.lower().partition("charset=")[2].strip("\"' ;")
        wanted = ["utf-8", *([stated] if stated else [])]
        for encoding in EncodingDetector(self.body, user_encodings=wanted, is_html=True).encodings:
            try:
                return self.body.decode(encoding)
            except (LookupError, ValueError):
                continue
        return self.body.decode("cp1252", "replace")

    @cached_property
    def is_html(self) -> bool:
        """Whether the page has tags to look for links in."""
        return has_markup(self.text)

    @cached_property
    def json(self) -> Any:
        """What the page says as JSON; None if it is none."""
        if self.text.lstrip()[:1] not in {"{", "["}:
            return None
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def links(self) -> tuple[PageLink, ...]:
        """The links to other pages of the web, in the order of the page; several may lead to one address."""
        links = []
        for element in self._elements:
            if element.name in _NO_LINKS:
                continue
            link = self._read_link(element)
            if link is not None and link.address != self.address:
                links.append(link)
        return tuple(links)

    def meta(self, name: str) -> str:
        """Return the value of a `meta` element of the page, by its name, such as `generator`; else empty."""
        for element in self._elements:
            if element.name == "meta" and str(element.get("name", "")).casefold() == name:
                return str(element.get("content", ""))
        return ""

    @property
    def is_cut(self) -> bool:
        """Whether the page has more tags than are read, so that links may be missing."""
        _, problems = self._prepared
        return any(problem.code == "markup-cut" for problem in problems)

    @cached_property
    def _prepared(self) -> tuple[str, tuple[Diagnostic, ...]]:
        if self.is_html:
            return prepare(self.text, self.address, with_links=True)
        return ("", ())

    @cached_property
    def _elements(self) -> tuple[Tag, ...]:
        prepared, _ = self._prepared
        return tuple(BeautifulSoup(prepared, "html.parser").find_all(sorted(LINKING)))

    @cached_property
    def _base(self) -> str:
        """The address that the links are relative to."""
        for element in self._elements:
            if element.name == "base" and element.get("href"):
                try:
                    return normal_address(str(element["href"]), self.address)
                except AddressError:
                    break
        return self.address

    def _read_link(self, element: Tag) -> PageLink | None:
        """Return the link that an element is; None if it leads nowhere else on the web."""
        is_choice = element.name == "option"
        target = str(element.get("value" if is_choice else "href") or "")
        if not target or target.startswith("#"):
            return None
        if is_choice and "/" not in target and "?" not in target:
            return None  # a number or a word, not an address
        try:
            address = normal_address(target, self._base)
        except AddressError:
            return None
        words = ""
        if element.name != "link":  # which no reader sees
            words = element.get_text().translate(RESTORED).replace(NEWLINE, " ")
        return PageLink(
            address=address,
            text=" ".join(words.split()),
            relations=_read_relations(element),
            kind=str(element.get("type", "")).casefold(),
            is_choice=is_choice,
        )


def _read_relations(element: Tag) -> tuple[str, ...]:
    """Return the relations of a link, which the parser gives as one text or as a list: `("next", "nofollow")`."""
    stated = element.get("rel") or ()
    relations = stated.split() if isinstance(stated, str) else stated
    return tuple(relation.casefold() for relation in relations)
