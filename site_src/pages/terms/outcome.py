"""Sentences about the old words of a term: the words that replaced them, and whether they are still in use."""

from collections.abc import Sequence

from markupsafe import Markup

from rules.links import Term
from site_src.markup.words import count, say, say_html

_SENTENCE_OF_KIND = {
    "split": "term_split",
    "reworded": "term_reworded",
    "heading": "term_heading",
    "keyword": "term_keyword",
    "reclassified": "term_reclassified",
}
_REPLACING_KINDS = ("renamed", "split", "retired")
"""Kinds of terms whose old words disappear everywhere; with other kinds, the words remain in use in another meaning."""


def describe_term(
    term: Term, index: int, old: Sequence[int], new: Sequence[int] | None, new_name: Markup | str
) -> Markup:
    """Return the sentences about a change of words, such as its year, and whether old and new words are used today.

    Args:
        term: The change.
        index: Index of its edition among all.
        old: How often the old words are used in each edition, with all inflections.
        new: The same of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    year = term.edition[:4]
    # the first edition has no edition before it
    before = old[index - 1] if index > 0 else 0
    then = old[index]
    still_used = _describe_still_used(term, before, then, today=old[-1])
    if new is None:
        retired = say(_name_retirement(term, old[index:]), year=year)
        return _join([retired, still_used])
    replaced = say_html(_name_replacement(term, before, then), new=new_name, year=year)
    unused = ""
    if not new[-1] and term.kind in _REPLACING_KINDS:
        unused = say("term_new_unused")
    return _join([replaced, still_used, unused])


def _describe_still_used(term: Term, before: int, then: int, today: int) -> str:
    """Return a sentence on old words that are used today; empty if they are not, or if the change left their number.

    Args:
        term: The change.
        before: How often the edition before the change uses them.
        then: How often the edition of the change uses them.
        today: How often the newest edition uses them.
    """
    was_reduced = then < max(1, before)
    if not today or term.kind not in _REPLACING_KINDS or not was_reduced:
        return ""
    places = count(today, "place")
    if then:
        return say("term_still_used", places=places)
    return say("term_used_again", places=places)


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
    if term.kind in _SENTENCE_OF_KIND:
        return _SENTENCE_OF_KIND[term.kind]
    if not term.dated:
        return "term_replaced_by"
    # the new words did not replace the old ones if these are used as often as before
    if then and then >= before:
        return "term_also"
    return "term_replaced"


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)
