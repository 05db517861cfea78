"""Choose between the parts of a split rule by the quote next to a number.

A split rule went on under one number, its *main* part, and gave some of its words to other rules. The author of
`100.2 "Sails are mended at dusk."` means the part that has this sentence now, even if the lineage of the old rule goes
on elsewhere.
"""

from graph.citations.judge.case import Case
from graph.citations.judge.quotes import AS_GOOD, Quote
from graph.history import Destination
from rules.numbers import is_number

_ABOUT_HALF = 0.4
"""Minimum share of a quote in the parts that began with the split, for the quote to mean them as much as the main part.
"""


def choose_suggestions(case: Case, destination: Destination) -> tuple[str, ...]:
    """Return the numbers to suggest for a rule: `Destination.suggested`, unless a quote is from a part of it.

    If a part that began with the split has nearly all of the quote, that part is suggested. If such parts have about
    half of it together, the quote means them as much as the main part, and nothing is suggested.

    Args:
        case: The number.
        destination: Where its rule is in the target edition.
    """
    if not (destination.sure and destination.lineage_continues and destination.parts):
        return destination.suggested
    for quote in case.words.quotes:
        shares = _list_shares(case, destination, quote)
        if not shares:
            continue
        best = max(shares, key=lambda part: shares[part])
        if shares[best] >= AS_GOOD * quote.best_share:
            return (best,)
        if sum(shares.values()) > _ABOUT_HALF:
            return ()
    return destination.suggested


def _list_shares(case: Case, destination: Destination, quote: Quote) -> dict[str, float]:
    """Return number → its share of a quote, for the parts of a rule that began with the split.

    The lineage of the main part has all words of the old rule in an earlier wording, so its share shows nothing.
    """
    shares: dict[str, float] = {}
    for key in destination.parts:
        lineage = case.history.lineages.find(case.target_edition, key)
        if not is_number(key) or lineage is None:
            continue
        if case.history.versions.of_lineage(lineage)[0].kind == "split":
            shares[key] = quote.share_of(lineage)
    return shares
