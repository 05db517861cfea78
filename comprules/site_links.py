"""Addresses of pages of the configured site, for answers that link to it."""

import os
from urllib.parse import quote, urlencode

from rules.keys import is_entry
from rules.store import Store

SITE_VARIABLE = "COMPRULES_SITE_URL"
"""Environment variable with the address of the site that answers link to; without it they have no links."""
_UNESCAPED_IN_ANCHOR = "!'()*:@"
"""The signs that the scripts of the site leave as they are in the anchor of a record."""


def permanent_link(lineage: str, edition: str, site: str | None = None) -> str:
    """Return the permanent address of a rule as worded in one edition; empty if no site is configured.

    Args:
        lineage: Id of its lineage.
        edition: Id of the edition.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    base = _site(site)
    if not base:
        return ""
    from site_src.addresses import id_page  # noqa: PLC0415 - only needed if a site is configured

    return f"{base}/{quote(id_page(lineage), safe='/@~=.')}#{edition}"


def wording_link(edition: str, key: str, site: str | None = None) -> str:
    """Return the address that citations of a wording have: `e/2012-07-01/#702.40a`; empty if no site is configured.

    The site's own menu gives readers the same address; `permanent_link` leads to the same wording by its lineage.

    Args:
        edition: Id of the edition.
        key: `702.40a`, `502.35b#2` or `glossary:Storm`.
        site: As for `permanent_link`.
    """
    base = _site(site)
    if not base:
        return ""
    from site_src.addresses import anchor_of  # noqa: PLC0415 - only needed if a site is configured

    anchor = key if is_entry(key) else anchor_of(key)
    return f"{base}/e/{edition}/#{quote(anchor, safe=_UNESCAPED_IN_ANCHOR)}"


def record_link(facts: Store, edition: str, key: str, site: str | None = None) -> str:
    """Return the permanent address of a record of an edition, or of another page; empty if no site is configured.

    Args:
        facts: A knowledge base or the ledger.
        edition: Id of the edition.
        key: `702.40a`, `glossary:Storm`, or the source of another answer of the search: `term:mana burn`.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    base = _site(site)
    if not base:
        return ""
    lineage = facts.lineage_at(edition, key)
    if lineage:
        return permanent_link(lineage, edition, site)
    page = _find_page(facts, key)
    if not page:
        return ""
    return f"{base}/{quote(page, safe='/?=&+%#')}"


def _find_page(facts: Store, source: str) -> str:
    """Return the page of an answer of the search that is no record, by its source; empty for anything else.

    Examples: `edition:2009-07-11` → `e/2009-07-11/`, `number:502.30a` → `n/?502.30a`,
    `history:603.4` → `history/603.4/#603.4`, `references:704.5` → `references/?n=704.5`,
    `compare:2009-05-01..2009-07-11/702` → `compare/?from=2009-05-01&to=2009-07-11&chapter=702`.
    """
    kind, _, name = source.partition(":")
    if kind == "edition":
        return f"e/{name}/"
    if kind == "number":
        return f"n/?{name}"
    if kind == "history":
        from site_src.addresses import history_place  # noqa: PLC0415 - only needed if a site is configured

        place = history_place(name)
        return f"{place.page}#{place.anchor}"
    if kind == "references":
        number, _, edition = name.partition("@")
        return f"references/?n={number}" + (f"&on={edition}" if edition else "")
    if kind == "compare":
        span, _, part = name.partition("/")
        return f"compare/?{_address_span(span)}{_address_part(part)}"
    if kind == "changes":
        span, _, words = name.partition("/")
        return f"search/?{urlencode({'q': words})}&in=changes&{_address_span(span)}"
    if kind == "bulletin":
        from site_src.addresses import bulletin_page  # noqa: PLC0415 - only needed if a site is configured

        return bulletin_page(name)
    if kind == "term":
        from site_src.pages.terms.names import TermPages  # noqa: PLC0415 - only needed if a site is configured

        return TermPages(facts.best_terms()).find(name) or ""
    return ""


def _address_span(span: str) -> str:
    """Return two editions as an address has them: `2009-05-01..2009-07-11` → `from=2009-05-01&to=2009-07-11`."""
    first, _, last = span.partition("..")
    return f"from={first}&to={last}"


def _address_part(part: str) -> str:
    """Return a compared part as it follows the editions in an address; empty for the whole rules.

    Examples: `702/Storm` → `&chapter=702&q=Storm`, `/Storm` → `&q=Storm`.
    """
    chapter, _, words = part.partition("/")
    address = f"&chapter={chapter}" if chapter else ""
    return f"{address}&{urlencode({'q': words})}" if words else address


def comparison_link(old: str, new: str, site: str | None = None) -> str:
    """Return the address of the comparison of two editions; empty if no site is configured.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        site: As for `permanent_link`.
    """
    base = _site(site)
    if base:
        return f"{base}/compare/?from={old}&to={new}"
    return ""


def _site(named: str | None) -> str:
    """Return the address of the named site, else of the configured one; empty if there is none."""
    if named is None:
        named = os.environ.get(SITE_VARIABLE, "")
    return named.rstrip("/")
