"""The links of a page to follow: further pages, with the reason why each belongs to it."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from scraper.sources.page import PageLink

LeadKind = Literal["page", "first", "next", "index", "document"]
"""`page`: a page of the rules; `first`: one from which next-page links are followed; `next`: what such a link leads to;
`index`: a list of pages; `document`: a file that the publisher offers, which may be on another of its hosts."""


class Lead(Struct, frozen=True):
    """An address to fetch.

    Attributes:
        address: The address, in normal form.
        why: The reason, as a clause: `listed as "607. Linked Abilities"`.
        kind: What is expected there.
        shown_at: The page for people whose content an interface for programs returns at the address; empty if the
            address itself is that page.
    """

    address: str
    why: str
    kind: LeadKind = "page"
    shown_at: str = ""

    @property
    def page(self) -> str:
        """The page for people, which has to be within the part of the site that the user named."""
        return self.shown_at or self.address


def list_links(links: Iterable[PageLink], kind: LeadKind = "page") -> tuple[Lead, ...]:
    """Return leads to what links of a list lead to, in its order, each address once."""
    leads: dict[str, Lead] = {}
    for link in links:
        words = "without words"
        if link.text:
            words = f'"{link.text[:80]}"'
        leads.setdefault(link.address, Lead(link.address, f"listed as {words}", kind))
    return tuple(leads.values())
