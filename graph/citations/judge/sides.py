"""Decide which of its two rules the words next to a drifted number fit: the present one or the former one.

The *present* rule has the number in the target edition. The *former* rule has it in the base edition, the edition that
the author of the citation had.
"""

from graph.citations.judge.case import Case, Side
from graph.citations.judge.rivals import compare_quotes, compare_terms


def find_side(case: Case, base: str) -> Side | None:
    """Return which rule of a number the words next to it fit; None if they fit neither, or if there are no words.

    The first of these steps that decides counts:

    1. A quoted sentence is from one of the two rules.
    2. A title that only the present rule has is printed after the number as its title, and none that only the former
       rule has: `CR 112: Spells (and abilities)`.
    3. The words may be about a title that only one of the two rules has.
    4. One of the two rules has clearly more of the words.
    5. The words may be about titles of both rules: then they count for the present rule, unless they have all words of
       a title that only the former rule has.

    Args:
        case: The number.
        base: Id of the base edition.
    """
    words = case.words
    if not words.text:
        return None
    present, former = case.lineage_now or "", case.history.lineages.find(base, case.number) or ""
    side = compare_quotes(words, present, former)
    if side is not None:
        return side
    present_titles, former_titles = case.all_titles(case.target_edition), case.all_titles(base)
    only_present, only_former = present_titles - former_titles, former_titles - present_titles
    printed = {named.name for named in words.own_titles if named.as_title and not named.before}
    if printed & only_present and not printed & only_former:
        return "now"
    fits_present = words.may_be_about(only_present, excluding=only_former)
    # The number is only wrong if the words mean the former rule, so that a similar word is not enough for that.
    named_former = case.lexicon.titles.leave_out_similar(words.text, only_former)
    fits_former = words.may_be_about(named_former, excluding=only_present)
    if fits_present is not fits_former:
        return "now" if fits_present else "then"
    side = compare_terms(words, present, former)
    if side is not None:
        return side
    has_former_title = case.lexicon.titles.find_inflected(words.text, only_former) is not None
    return "now" if fits_present and not has_former_title else None
