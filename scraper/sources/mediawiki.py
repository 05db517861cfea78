"""Wikis that run MediaWiki, read through their API.

History: wikis about Magic quote the rules in templates (`{{CR|…`) and lists, and date every version of a page. The API
gives the text as it was written, with the number and the time of its version; the page for people has it with
decorations, and with rules that templates put there.

Recognised: the page names MediaWiki as its generator, or the address is that of an API.

Order: of a category, as the wiki sorts it; of a page's subpages, by title.

Navigation: everything, because the API gives the text alone.

Notes: one request a page, so that each page is a file with its own version. A category leads to its members, a page
without rules to its subpages (`Rules/…`). Long lists are continued. The API's errors come with a status of success;
they are raised here.
"""

import html
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from scraper.sources.leads import Lead
from scraper.sources.page import WebPage
from scraper.web.addresses import normal_address
from scraper.web.steps import SourceError

NAME = "mediawiki"
READS_INTERFACE = True

_TITLE = re.compile(r'"wgPageName"\s*:\s*(?P<title>"(?:[^"\\]|\\.){1,500}")')
_API = "/api.php"
_CATEGORY = "Category:"
_FORM = {"action": "query", "format": "json", "formatversion": "2"}
_CONTENT = {"prop": "revisions", "rvprop": "ids|timestamp|content", "rvslots": "main", "redirects": "1"}


def recognizes(page: WebPage) -> bool:
    """Return whether a page is of a wiki, or an answer of its API."""
    if page.is_html:
        return page.meta("generator").casefold().startswith("mediawiki") and bool(_api_of(page))
    return urlsplit(page.address).path.endswith(_API) and isinstance(page.json, dict)


def contents(page: WebPage) -> tuple[Lead, ...]:
    """Return the address at which the API gives the text of a wiki's page; for a list that the API gave, its pages.

    Raises:
        SourceError: The API reports an error, or the page does not tell its title.
    """
    if page.is_html:
        return _leads_of_article(page)
    return _leads_of_answer(page)


def next_page(_page: WebPage) -> Lead | None:
    """Return None: an index lists all pages."""
    return None


def _leads_of_article(page: WebPage) -> tuple[Lead, ...]:
    title = _title_of(page)
    if title is None:
        raise SourceError("the wiki's page does not state its title; give the address of an article")
    api = _api_of(page)
    if title.startswith(_CATEGORY):
        listed = {"list": "categorymembers", "cmtitle": title, "cmtype": "page", "cmlimit": "max"}
        return (Lead(_query_address(api, listed), f"the members of {title}, from the wiki's API", "index"),)
    return (_lead_to(api, title, "the text of the page, from the wiki's API"),)


def _leads_of_answer(page: WebPage) -> tuple[Lead, ...]:
    """Return the pages that an answer of the API lists, and the next part of the list if it continues.

    An answer with the text of pages leads to the lists of the pages below them.
    """
    answer = page.json
    if "error" in answer:
        raise SourceError(f"the wiki's API answers: {_describe_error(answer['error'])}")
    query = _as_object(answer.get("query"))
    api = page.address.partition("?")[0]
    listed = [*_objects_in(query, "categorymembers"), *_objects_in(query, "allpages")]
    titles = [row["title"] for row in listed if isinstance(row.get("title"), str)]
    leads = [_lead_to(api, title, f'listed as "{title}"') for title in titles]
    following = _continuation_of(page)
    if following is not None:
        leads.append(following)
    if not listed:  # an answer with the text of pages has no list
        leads += _leads_below(api, _objects_in(query, "pages"))
    return tuple(leads)


def _continuation_of(page: WebPage) -> Lead | None:
    """Return the next part of the list of an answer: the same query with the parameters that the answer gives for it.

    None if the list does not continue.
    """
    continued = _as_object(page.json.get("continue"))
    if not continued:
        return None
    address = urlsplit(page.address)
    query = {name: values[0] for name, values in parse_qs(address.query).items()}
    api = page.address.partition("?")[0]
    return Lead(normal_address(f"{api}?{urlencode({**query, **continued})}"), "the list continues", "index")


def _describe_error(error: object) -> object:
    """Return what the wiki says about an error."""
    details = _as_object(error)
    return details.get("info") or details.get("code") or "an error"


def _as_object(value: object) -> dict[str, Any]:
    """Return a value of JSON if it is an object; an empty one for anything else."""
    if isinstance(value, dict):
        return value
    return {}


def _leads_below(api: str, pages: Sequence[dict[str, Any]]) -> Iterator[Lead]:
    """Yield where the pages below some pages are listed.

    Raises:
        SourceError: The wiki has no such page.
    """
    for row in pages:
        if row.get("missing"):
            raise SourceError(f"the wiki has no page {row.get('title')!r}")
        title = row.get("title")
        if isinstance(title, str):
            below = {"list": "allpages", "apprefix": f"{title}/", "aplimit": "max"}
            yield Lead(_query_address(api, below), f"the pages below {title}", "index")


def _lead_to(api: str, title: str, why: str) -> Lead:
    return Lead(_query_address(api, {**_CONTENT, "titles": title}), why)


def _query_address(api: str, parameters: dict[str, str]) -> str:
    """Return the address of a query to the API."""
    return normal_address(f"{api}?{urlencode({**_FORM, **parameters})}")


def _objects_in(query: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the objects in a list of an answer; none if it has no such list."""
    rows = query.get(name)
    if not isinstance(rows, list):
        return []
    return [row for row in rows if isinstance(row, dict)]


def _api_of(page: WebPage) -> str:
    """Return the address of the wiki's API, which the page names for programs that edit it; empty if it does not."""
    for link in page.links:
        address = link.address.partition("?")[0]
        if "edituri" in link.relations and address.endswith(_API):
            return address
    return ""


def _title_of(page: WebPage) -> str | None:
    """Return the title of a wiki's page: as the page says, else as its address shows."""
    stated = _TITLE.search(page.text)
    if stated is not None:
        try:
            return str(json.loads(html.unescape(stated["title"]))).replace("_", " ")
        except ValueError:
            return None
    parts = urlsplit(page.address)
    asked = parse_qs(parts.query).get("title")
    if asked:
        return asked[0].replace("_", " ")
    _, found, rest = parts.path.partition("/wiki/")
    if found and rest:
        return unquote(rest).replace("_", " ")
    return None
