"""The link of a page that leads to the next page of the same text."""

import re
from urllib.parse import urlsplit

from scraper.sources.leads import Lead
from scraper.sources.page import PageLink, WebPage
from scraper.web.addresses import host_and_port_of
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
    """Return the address that the next-page link of a page leads to; None if it has none on its own host.

    The surest sign that a page has decides: its own statement (`rel="next"`), the link's words, an arrow, or the number
    of the page after this one.

    Raises:
        SourceError: Two links with the same sign lead to different pages.
    """
    own_host = host_and_port_of(page.address)
    links = [link for link in page.links if host_and_port_of(link.address) == own_host]
    signs = (
        ([link for link in links if "next" in link.relations], "next page, according to its own metadata"),
        ([link for link in links if _NEXT_WORDS.fullmatch(link.text)], "next page, by the words of the link"),
        ([link for link in links if _ARROW.fullmatch(link.text)], "next page, by an arrow"),
        ([link for link in links if _follows_in_number(link, page.address)], "next page, by its number"),
    )
    for links_with_sign, why in signs:
        addresses = list(dict.fromkeys(link.address for link in links_with_sign))
        if len(addresses) > 1:
            shown = " and ".join(addresses[:2])
            raise SourceError(f"two links say that they are the next page, {shown}; name the one that is meant")
        if addresses:
            return Lead(addresses[0], why, "next")
    return None


def _follows_in_number(link: PageLink, address: str) -> bool:
    """Return whether a link's text is the number of the page after this one, as the two addresses show it.

    On `https://example.org/book-30.html`, the link `31` to `https://example.org/book-31.html` does.
    """
    if not link.text.isdecimal():
        return False
    numbers_here, numbers_there = _numbers_of(address), _numbers_of(link.address)
    differ_in_words = _DIGITS.sub("#", address) != _DIGITS.sub("#", link.address)
    if differ_in_words or len(numbers_here) != len(numbers_there):
        return False
    pairs = zip(numbers_here, numbers_there, strict=True)
    differing = [(before, after) for before, after in pairs if before != after]
    number = int(link.text)
    return differing == [(number - 1, number)]


def _numbers_of(address: str) -> list[int]:
    parts = urlsplit(address)
    return [int(digits) for digits in _DIGITS.findall(f"{parts.path}?{parts.query}") if len(digits) < 18]
