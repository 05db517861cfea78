"""What became of the old words of a term, as sentences."""

from collections.abc import Sequence

from markupsafe import Markup

from rules.links import Term
from site_src.markup.words import count, say, say_html

_OF_KIND = {
    "split": "term_split",
    "reworded": "term_reworded",
    "heading": "term_heading",
    "keyword": "term_keyword",
    "reclassified": "term_reclassified",
}
_OF_WORDS = ("renamed", "split", "retired")
"""Kinds that are about words wherever they occur; of the others, the old words go on with another meaning."""


def describe_term(
    term: Term, index: int, old: Sequence[int], new: Sequence[int] | None, new_name: Markup | str
) -> Markup:
    """Return what became of the old words, and whether they or the new ones are used today.

    Args:
        term: The change.
        index: Index of its edition among all.
        old: How often the old words are used in each edition, with all inflections.
        new: The same of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    year = term.edition[:4]
    before = 0  # if the first edition has the new words already
    if index > 0:
        before = old[index - 1]
    still_used = _describe_still_used(term, before, old[index], old[-1])
    if new is None:
        retired = say(_name_retirement(term, old[index:]), year=year)
        return _join([retired, still_used])
    replacement = _name_replacement(term, before, old[index])
    replaced = say_html(replacement, new=new_name, year=year)
    unused = ""
    if not new[-1] and term.kind in _OF_WORDS:
        unused = say("term_new_unused")
    return _join([replaced, still_used, unused])


def _describe_still_used(term: Term, before: int, then: int, today: int) -> str:
    """Return that old words which became fewer are used today; empty if they are not, or did not become fewer.

    Args:
        term: The change.
        before: How often the edition before the change uses them.
        then: How often the edition of the change uses them.
        today: How often the newest edition uses them.
    """
    if not today or term.kind not in _OF_WORDS or then >= max(1, before):
        return ""
    return say("term_still_used" if then else "term_used_again", places=count(today, "place"))


def _name_retirement(term: Term, uses: Sequence[int]) -> str:
    """Return the name of the sentence on a retired term; `uses` are those from its edition on."""
    if not term.dated:
        return "term_retired_by"
    if max(uses):
        return "term_retired"
    return "term_retired_for_good"


def _name_replacement(term: Term, before: int, then: int) -> str:
    """Return the name of the sentence on a term that was replaced, or is of another kind.

    Args:
        term: The change.
        before: How often the edition before the change uses the old words.
        then: How often the edition of the change uses them.
    """
    if term.kind == "reworded" and then:
        return "term_reworded_in_part"
    if term.kind in _OF_KIND:
        return _OF_KIND[term.kind]
    if not term.dated:
        return "term_replaced_by"
    # of words that did not become fewer, it cannot be said that others took their place
    if then and then >= before:
        return "term_also"
    return "term_replaced"


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)
