"""`id/502.30a@2003-07-01/`: the permanent address of each lineage, also under its former ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from rules.store import Store
from site_src.layout.addresses import history_page, id_page, lineage_anchor
from site_src.layout.book import SitePlace
from site_src.markup.words import date_in_words
from site_src.pages.history.outcomes import Outcomes, format_key

_PAGE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'"><meta name="robots" content="noindex">'
    '<meta http-equiv="refresh" content="0; url={href}"><link rel="canonical" href="{canonical}">'
    "<title>{id} · Comprehensive Rules</title><h1>{id}</h1><p>{words}.</p>"
    '<p><a href="{href}">Its history</a></p></html>\n'
)
"""A redirect, without the frame of other pages. If the browser does not follow it, the link works."""


def id_pages(outcomes: Outcomes, store: Store, site_url: str = "") -> Iterator[tuple[str, str]]:
    """Yield address and content of the page that redirects from each lineage, then from each alias.

    Args:
        outcomes: The outcomes of the lineages.
        store: The knowledge base.
        site_url: Address of the site, for the canonical address; empty for a relative one.
    """
    for lineage in outcomes.histories.by_lineage:
        yield id_page(lineage), _render_page(outcomes, lineage, lineage, site_url)
    for alias, lineage in store.select("SELECT alias, lineage FROM lineage_aliases ORDER BY alias"):
        if alias not in outcomes.histories.by_lineage:
            yield id_page(alias), _render_page(outcomes, alias, lineage, site_url)


def _render_page(outcomes: Outcomes, name: str, lineage: str, site_url: str) -> str:
    last = outcomes.histories.by_lineage[lineage][-1].key
    target = SitePlace(history_page(last), lineage_anchor(lineage))
    href = target.seen_from(id_page(name))
    html = _PAGE.format(
        href=href,
        canonical=f"{site_url}{target.page}" if site_url else href,
        id=name,
        words=_describe_lineage(outcomes, name, lineage),
    )
    return str(html)


def _describe_lineage(outcomes: Outcomes, name: str, lineage: str) -> str:
    """Return a summary of a lineage: `First 502.30a, 26 May 2003; now 702.40a`."""
    first = outcomes.histories.by_lineage[lineage][0]
    former = f"An id of former times, now {lineage}. " if name != lineage else ""
    today = " and ".join(format_key(key) for key in outcomes.list_current_keys(lineage))
    sentence = f"{outcomes.in_words(lineage)} {today}".strip()
    return f"{former}First {format_key(first.key)}, {date_in_words(first.first)}; {sentence}"


def write_ids(outcomes: Outcomes, store: Store, site_dir: Path, site_url: str) -> int:
    """Write the pages of all lineages and aliases; return their number."""
    written = 0
    for address, html in id_pages(outcomes, store, site_url):
        folder = site_dir / address
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(html, encoding="utf-8")
        written += 1
    return written
