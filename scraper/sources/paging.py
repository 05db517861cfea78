"""The link of a page that leads to the next page of the same text."""

import re
from urllib.parse import urlsplit

from scraper.sources.leads import Lead
from scraper.sources.page import PageLink, WebPage
from scraper.web.addresses import host_of
from scraper.web.steps import SourceError

_NEXT_WORDS = re.compile(
    r"[\s«»<>→›|·.\[\]()-]*(?:next(?:\s(?:page|chapter|section|part))?"
    r"|следующая(?:\s(?:страница|глава))?|следующий|вперед|вперёд|далее|дальше|nächste(?:\sseite)?|suivant|siguiente)"
    r"[\s«»<>→›|·.\[\]()-]*",
    re.IGNORECASE,
)
"""Words of a next-page link, in the languages in which sites have the rules."""

_ARROW = re.compile(r"(?:»|→|›|>|>>)")
_DIGITS = re.compile(r"\d+")


def next_page(page: WebPage) -> Lead | None:
    """Return the address that the next-page link of a page leads to; None if it has none.

    The surest sign that a page has decides: its own statement (`rel="next"`), the link's words, an arrow, or the number
    of the page after this one.

    Raises:
        SourceError: Two links with the same sign lead to different pages.
    """
    own_host = host_of(page.address)
    links = [link for link in page.links if host_of(link.address) == own_host]
    signs = (
        ([link for link in links if "next" in link.relations], "next page, according to its own metadata"),
        ([link for link in links if _NEXT_WORDS.fullmatch(link.text)], "next page, by the words of the link"),
        ([link for link in links if _ARROW.fullmatch(link.text)], "next page, by an arrow"),
        ([link for link in links if _follows_in_number(link, page.address)], "next page, by its number"),
    )
    for found, why in signs:
        addresses = dict.fromkeys(link.address for link in found)
        if len(addresses) > 1:
            shown = " and ".join(list(addresses)[:2])
            raise SourceError(f"two links say that they are the next page, {shown}; name the one that is meant")
        for address in addresses:
            return Lead(address, why, "next")
    return None


def _follows_in_number(link: PageLink, address: str) -> bool:
    """Return whether a link's text is the number of the page after this one, as the two addresses show it."""
    if not link.text.isdecimal():
        return False
    own, candidate = _numbers_of(address), _numbers_of(link.address)
    if len(own) != len(candidate) or _DIGITS.sub("#", address) != _DIGITS.sub("#", link.address):
        return False
    differing = [(before, after) for before, after in zip(own, candidate, strict=True) if before != after]
    return differing == [(int(link.text) - 1, int(link.text))]


def _numbers_of(address: str) -> list[int]:
    parts = urlsplit(address)
    return [int(digits) for digits in _DIGITS.findall(f"{parts.path}?{parts.query}") if len(digits) < 18]
