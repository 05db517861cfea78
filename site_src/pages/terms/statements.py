"""What is said of a term, as far as the counts of its words bear it out."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from graph.terms import Term
from site_src.markup.sentences import say, say_html
from site_src.markup.words import count

_OF_KIND = {
    "split": "term_split",
    "reworded": "term_reworded",
    "heading": "term_heading",
    "keyword": "term_keyword",
    "reclassified": "term_reclassified",
}
_OF_WORDS = ("renamed", "split", "retired")
"""Kinds that are about words wherever they occur; of the others, the old words go on with another meaning."""


class WordCounts(Struct, frozen=True):
    """How often words are used, with all inflections, around the edition of a change.

    Attributes:
        before: In the edition before; 0 for the first edition.
        then: In the edition of the change.
        now: In the latest edition.
        since: The most in any edition from that of the change on.
    """

    before: int
    then: int
    now: int
    since: int


def counts_at(series: Sequence[int], at: int) -> WordCounts:
    """Return the counts around the edition at a place of a series."""
    return WordCounts(series[at - 1] if at else 0, series[at], series[-1], max(series[at:]))


def describe_term(term: Term, old: WordCounts, new: WordCounts | None, new_name: Markup | str) -> Markup:
    """Return what became of the old words, and whether they or the new ones are used today.

    Args:
        term: The change.
        old: Counts of the old words.
        new: Counts of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    year = term.edition[:4]
    if new is None:
        return _join([say(_name_retirement(term, old), year=year), _describe_use(term, old)])
    name = _OF_KIND.get(term.kind, "")
    if not name:
        # of words that did not become fewer, it cannot be said that others took their place
        name = "term_also" if old.then and old.then >= old.before else "term_replaced"
        name = name if term.dated else "term_replaced_by"
    unused = [] if new.now or term.kind not in _OF_WORDS else [say("term_new_unused")]
    return _join([say_html(name, new=new_name, year=year), _describe_use(term, old), *unused])


def _name_retirement(term: Term, old: WordCounts) -> str:
    if not term.dated:
        return "term_retired_by"
    return "term_retired" if old.since else "term_retired_for_good"


def _describe_use(term: Term, old: WordCounts) -> str:
    if not old.now or term.kind not in _OF_WORDS or old.then >= max(1, old.before):
        return ""
    return say("term_still_used" if old.then else "term_used_again", places=count(old.now, "place"))


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)
