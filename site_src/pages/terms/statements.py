"""What is said of a term, as far as the counts of its words bear it out."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

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


def describe_term(term: Term, at: int, old: Sequence[int], new: Sequence[int] | None, new_name: Markup | str) -> Markup:
    """Return what became of the old words, and whether they or the new ones are used today.

    Args:
        term: The change.
        at: Place of its edition among all.
        old: How often the old words are used in each edition, with all inflections.
        new: The same of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    before, then, year = old[at - 1] if at else 0, old[at], term.edition[:4]
    still_used = ""
    if old[-1] and term.kind in _OF_WORDS and then < max(1, before):
        still_used = say("term_still_used" if then else "term_used_again", places=count(old[-1], "place"))
    if new is None:
        name = ("term_retired" if max(old[at:]) else "term_retired_for_good") if term.dated else "term_retired_by"
        return _join([say(name, year=year), still_used])
    name = _OF_KIND.get(term.kind, "")
    if not name:
        # of words that did not become fewer, it cannot be said that others took their place
        name = "term_also" if then and then >= before else "term_replaced"
        name = name if term.dated else "term_replaced_by"
    unused = [] if new[-1] or term.kind not in _OF_WORDS else [say("term_new_unused")]
    return _join([say_html(name, new=new_name, year=year), still_used, *unused])


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)
