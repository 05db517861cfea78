"""`e/DATE/all/`: a whole edition on one page, for searching in the browser and for printing; a script fills it."""

from __future__ import annotations

from rules.records import COMPREHENSIVE_RULES
from site_src.context import BuildContext
from site_src.data.corpus import latest_edition
from site_src.markup.shell import Frame
from site_src.markup.words import date_in_words, edition_in_words


def all_rules_address(edition: str) -> str:
    """Return the address of the page with all rules of an edition."""
    return f"e/{edition}/all/"


def write_all_rules(context: BuildContext) -> None:
    """Write the page of each edition of the Comprehensive Rules that has rules."""
    counts = context.store.counts()
    latest = latest_edition(context.store).id
    for edition in context.store.editions():
        if edition.work != COMPREHENSIVE_RULES or not counts[edition.id][0]:
            continue
        address = all_rules_address(edition.id)
        frame = Frame(
            address,
            f"All rules of {date_in_words(edition.id)}",
            edition=edition.id,
            edition_words=None if edition.id == latest else edition_in_words(edition),
            scripts=("all",),
            styles=("asof",),
            ahead=(f"api/v1/e/{edition.id}/manifest.json",),
            indexed=False,
        )
        context.write(frame, "all_rules.html.j2", edition=edition.id)
