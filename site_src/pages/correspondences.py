"""The comparisons of issues of the rulings summary with editions of the rules, by what the summary restates."""

from __future__ import annotations

from itertools import product
from typing import Any

from graph.answers.correspondence import CorrespondenceAnswer, RestatedChange, answer_correspondence
from graph.history import History
from site_src.addresses import SitePlace, anchor_of
from site_src.context import BuildContext
from site_src.markup.differences import mark_segments
from site_src.markup.shell import Frame
from site_src.markup.words import METHODS, date_in_words
from site_src.pages.compare import pair_address, restating_issues
from site_src.pages.rulings.layout import SUMMARY_PATH, chapter_of


def write_correspondences(context: BuildContext) -> None:
    """Write a page for each issue and each edition of the rules."""
    store = context.store
    history = History(store)
    issues = restating_issues(store)
    for issue, edition in product(issues, store.editions_of()):
        answer = answer_correspondence(history, issue, edition)
        address = pair_address(issue, edition)
        title = f"What the rulings summary of {date_in_words(issue)} restates of {date_in_words(edition)}"
        frame = Frame(address, title, scripts=("compare",), styles=("compare",))
        rows = [_make_row(context, answer, change, address) for change in answer.changes]
        context.write(frame, "correspondences.html.j2", answer=answer, issues=issues, rows=rows)


def _make_row(
    context: BuildContext, answer: CorrespondenceAnswer, change: RestatedChange, address: str
) -> dict[str, Any]:
    """Return the row of a ruling: the rules of an edition that it restates, with links from the page at `address`."""
    best = max(change.restated, key=lambda restated: restated.score)
    number = change.old[0].number
    ruling = SitePlace(f"{SUMMARY_PATH}{chapter_of(number)}/", anchor_of(number))
    rules = []
    for record in change.new:
        place = _place_in(context, answer.new, record.number)
        rules.append((record.number, place.seen_from(address)))
    return {
        "anchor": anchor_of(number),
        "number": number,
        "href": ruling.seen_from(address),
        "rules": rules,
        "certainty": best.certainty,
        "how": f"{METHODS.get(best.method, best.method)}, {best.score:.2f}",
        "words": mark_segments(change.segments),
    }


def _place_in(context: BuildContext, edition: str, number: str) -> SitePlace:
    """Return the place of a rule: on its own page in the newest edition, on the page of the edition in any other."""
    newest = context.store.chained()[-1]
    if edition == newest and number in context.places:
        return context.places[number]
    return SitePlace(f"e/{edition}/", anchor_of(number))
