"""Sites that run WordPress, read through its JSON.

History: judges' blogs hold the rules as WordPress pages, one for each chapter or one for all. The page for people wraps
them in menus and comments; the JSON has the content alone, with the day on which it was last changed.

Recognised: the page names WordPress's interface (`rel="https://api.w.org/"`), or the address is one of it.

Order: of a page's subpages, the site's own (`menu_order`).

Navigation: everything, because the JSON gives the content alone.

Notes: a page leads to its own JSON; one whose JSON has no rules leads to the pages below it; a front page leads to all
pages of the site, of which those outside of the named folder are skipped. Lists come in parts of a hundred. Where the
owner switched the interface off, `--source chapters` reads the pages for people.
"""

from typing import Any
from urllib.parse import parse_qs, urlencode

from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.web.addresses import AddressError, normal_address

NAME = "wordpress"
READS_INTERFACE = True

_INTERFACE = "https://api.w.org/"
_JSON = "application/json"
_CONTENT = "wp/v2/"
"""Where the interface has what people wrote: pages, posts, and kinds of a site's own."""
_PAGES = f"{_CONTENT}pages"
_PART = 100
"""Number of pages in a part of a list: as many as WordPress gives at once."""


def recognizes(page: WebPage) -> bool:
    """Return whether a page is of a site with WordPress, or an answer of its interface."""
    if page.is_html:
        return bool(_interface_of(page))
    return _CONTENT in page.address.replace("%2F", "/") and page.json is not None


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return the address of a page's JSON; for a page in JSON, that of its list of subpages; for a list, its pages."""
    if page.is_html:
        return _leads_of_page(page)
    if isinstance(page.json, list):
        return _leads_of_list(page)
    number = page.json.get("id")
    if not isinstance(number, int) or _PAGES not in page.address.replace("%2F", "/"):
        return ()  # a post has nothing below it
    root = _root_of(page.address)
    return (Lead(_list_address(root, {"parent": str(number)}), "the pages below it", "index"),)


def next_page(_page: WebPage) -> Lead | None:
    """Return None: an index lists all pages."""
    return None


def _leads_of_page(page: WebPage) -> tuple[Lead, ...]:
    for link in page.links:
        if "alternate" in link.relations and link.kind == _JSON and _CONTENT in link.address.replace("%2F", "/"):
            return (Lead(link.address, "the content of the page, from WordPress's JSON"),)
    return (Lead(_list_address(_interface_of(page), {}), "the pages of the site", "index"),)


def _leads_of_list(page: WebPage) -> tuple[Lead, ...]:
    """Return the pages of a part of a list, and the next part if this one is full."""
    rows = [row for row in page.json if isinstance(row, dict)]
    root = _root_of(page.address)
    leads = []
    for row in rows:
        lead = _lead_to(row, root)
        if lead is not None:
            leads.append(lead)
    if len(rows) == _PART:
        leads.append(Lead(_address_next_part(page.address), "the list continues", "index"))
    return tuple(leads)


def _address_next_part(address: str) -> str:
    """Return the address of the next part of a list: `…?page=2` → `…?page=3`; the first part has no number."""
    base, _, query = address.partition("?")
    parameters = {name: values[0] for name, values in parse_qs(query).items()}
    part = parameters.get("page", "1")
    following = 2
    if part.isdecimal():
        following = int(part) + 1
    return normal_address(f"{base}?{urlencode({**parameters, 'page': str(following)})}")


def _lead_to(row: dict[str, Any], root: str) -> Lead | None:
    """Return the lead to the JSON of a page of a list; None if the row does not say where the page is."""
    number, link = row.get("id"), row.get("link")
    if not isinstance(number, int) or not isinstance(link, str):
        return None
    try:
        shown_at = normal_address(link)
    except AddressError:
        return None
    return Lead(normal_address(f"{root}{_PAGES}/{number}"), f"listed as {shown_at}", "page", shown_at)


def _interface_of(page: WebPage) -> str:
    """Return the root of the interface, ending in a slash; empty if the page names none."""
    for link in page.links:
        if _INTERFACE in link.relations:
            return f"{link.address.rstrip('/')}/"
    return ""


def _root_of(address: str) -> str:
    """Return the root of the interface from the address of an answer."""
    return address.replace("%2F", "/").partition(_CONTENT)[0]


def _list_address(root: str, chosen: dict[str, str]) -> str:
    """Return the address of a list of pages, in the site's own order."""
    wanted = {**chosen, "per_page": str(_PART), "orderby": "menu_order", "order": "asc", "_fields": "id,link,parent"}
    return normal_address(f"{root}{_PAGES}{'&' if '?' in root else '?'}{urlencode(wanted)}")
