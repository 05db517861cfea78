"""CR003 drifted: numbers that name another rule than in the edition that they were written for."""

from typing import Literal

from graph.citations.judge.case import Case
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.glossary_names import list_phrases
from graph.citations.judge.messages import describe_present
from graph.citations.judge.rivals import compare_quotes, compare_terms, have_rare_term_of
from graph.citations.judge.written_for import describe_doubt, describe_former, make_fault_since
from graph.citations.records import Fault
from graph.history import Destination, Period


def check(case: Case, base: str) -> Fault | None:
    """Return the fault of a number that names another rule in the target edition than in the edition of its author.

    None in these cases:

    - the edition of the author lacks the number, or the number still leads to its rule or to a part of it;
    - the words next to the number fit the rule that it names in the target edition (`find_side`);
    - the words fit neither rule better, but have a term whose glossary entry leads to the number only since then;
    - the words fit neither rule better, and they contradict the former rule but not the present one;
    - the words fit neither rule better, and the number ends with an x and has no stamp.

    Args:
        case: The number, which the target edition has.
        base: Id of the edition for which it was written.
    """
    history, number, target = case.history, case.number, case.target_edition
    period = case.period_in(base)
    if period is None or period.lineage == case.lineage_now:
        return None  # the edition lacks the number, or it still names the same rule
    side = find_side(case, base)
    if side is None and _has_name_since(case, base):
        return None  # the author used a name that leads to the present rule
    if side == "now" or history.destinations.keeps_part(number, base, target):
        return None  # the author meant the present rule, or the number still leads to the former one
    is_contradicted = contradict(case.words, base, number)
    if side is None and _is_excused(case, is_contradicted=is_contradicted):
        return None
    destination = history.destinations.of_number(number, base, target)
    is_sure = not is_contradicted and (side is not None or not _may_fit_another(case, base, period))
    message = _describe_drift(case, base, period, destination, is_sure=is_sure)
    fault = make_fault_since(case, "CR003", message, base, period=period, destination=destination, is_sure=is_sure)
    is_supported = not case.is_estimated or side == "then"
    return fault if is_supported else fault.without_support()


def _has_name_since(case: Case, base: str) -> bool:
    """Return whether the words have a term whose glossary entry refers to the number now, and did not before.

    The author of `Mulligan (CR 103.5)` knew where the rule is now, whatever edition is declared for the file.

    Args:
        case: The number.
        base: Id of the declared edition.
    """
    numbers_now = case.lexicon.glossary_names(case.target_edition).numbers_of_term
    numbers_before = case.lexicon.glossary_names(base).numbers_of_term
    moved: list[str] = []
    for term, numbers in numbers_now.items():
        refers_here = numbers == {case.number}
        referred_elsewhere = numbers_before.get(term, numbers) != numbers
        if refers_here and referred_elsewhere:
            moved.append(term)
    if not moved:
        return False
    phrases = list_phrases(case.words.close)
    return any(term in phrases for term in moved)


def _is_excused(case: Case, *, is_contradicted: bool) -> bool:
    """Return whether a drifted number may be right although the words next to it fit neither of its rules.

    Args:
        case: The number.
        is_contradicted: Whether the words contradict the rule that the number named in the edition of its author.
    """
    if case.number.endswith("x") and not case.is_stamped:
        return True  # an x may stand for any letter
    return is_contradicted and not contradict(case.words, case.target_edition, case.number)


def find_side(case: Case, then: str) -> Literal["now", "then"] | None:
    """Return whether the words next to a number fit its rule in the target edition or its rule in another edition.

    Quotes decide first, then titles that only one of the two rules has, then the words that only one of them has.

    Args:
        case: The number.
        then: Id of the other edition.

    Returns:
        `now` for the rule in the target edition, `then` for the rule in the other edition; None if the words fit
        neither. Words that fit both count for `now`, but not if they have all words of a title that only the rule in
        the other edition has: then the result is None.
    """
    words = case.words
    if not words.text:
        return None
    present, former = case.lineage_now or "", case.history.lineages.find(then, case.number) or ""
    side = compare_quotes(words, present, former)
    if side is not None:
        return side
    titles_now, titles_then = case.all_titles(case.target_edition), case.all_titles(then)
    only_now, only_then = titles_now - titles_then, titles_then - titles_now
    fits_now = words.may_be_about(only_now, excluding=only_then)
    fits_then = words.may_be_about(only_then, excluding=only_now)
    if fits_now is not fits_then:
        return "now" if fits_now else "then"
    side = compare_terms(words, present, former)
    if side is not None:
        return side
    # Words that may be about both rules count for the present one, unless they have a whole title of the former one.
    has_former_title = case.lexicon.titles.find_inflected(words.text, only_then) is not None
    return "now" if fits_now and not has_former_title else None


def _may_fit_another(case: Case, base: str, period: Period) -> bool:
    """Return whether the words may mean the present rule, or a third rule, instead of the rule of a period.

    Args:
        case: The number.
        base: Id of the edition for which the number was written.
        period: The period of the number that includes this edition.
    """
    if case.is_chapter and case.words.terms and not case.words.may_be_about(case.all_titles(base)):
        return True  # whoever cites a chapter names its subject
    return have_rare_term_of(case.words, case.lineage_now or "", period.lineage) or case.is_off_title(base)


def _describe_drift(case: Case, base: str, period: Period, destination: Destination, *, is_sure: bool) -> str:
    """Return the message of a drifted number."""
    former = describe_former(case, base, period, destination)
    message = f"{former} {describe_present(case.history, case.target_edition, case.number, base)}"
    if not case.is_stamped:
        message += " If you mean that rule, name it next to the number."
    return message + describe_doubt(destination, is_sure=is_sure)
