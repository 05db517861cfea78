"""CR003 drifted: numbers that name another rule than in the base edition, for which they were written."""

from graph.citations.judge.case import Case, Side
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.glossary_names import list_phrases
from graph.citations.judge.messages import describe_present
from graph.citations.judge.rivals import have_rare_term_of
from graph.citations.judge.sides import find_side
from graph.citations.judge.unrelated_words import find_support
from graph.citations.judge.written_for import (
    Doubt,
    describe_doubt,
    describe_former,
    find_doubt,
    make_fault_since,
)
from graph.citations.records import Fault
from graph.history import Destination, Period


def check(case: Case, base: str) -> Fault | None:
    """Return the fault of a number that names another rule in the target edition than in the base edition.

    None in these cases:

    - the base edition lacks the number, or the number still leads to its rule or to a part of it;
    - the words next to the number fit the rule that it names in the target edition (`find_side`);
    - the words fit neither rule better, but have a term whose glossary entry leads to the number only since then;
    - the words fit neither rule better, and they contradict the former rule but not the present one;
    - the words fit neither rule better, and the number ends with an x and has no stamp;
    - no words are next to the number, and a string beside it begins with a title that only the present rule has;
    - no words are next to the number, and the words next to other citations in the file fit the present rules of the
      same move (`file_sides`).

    The new number is not suggested if the words may mean another rule than the former one. If the base edition is only
    an estimate, and the words do not fit the former rule, the fault is one without support (`Fault.without_support`).

    Args:
        case: The number, which the target edition has.
        base: Id of the base edition, for which the number was written.
    """
    period = case.period_in(base)
    if period is None or period.lineage == case.lineage_now:
        return None
    side = find_side(case, base)
    if _is_right(case, base, side):
        return None
    return _make_fault(case, base, period, side)


def _is_right(case: Case, base: str, side: Side | None) -> bool:
    """Return whether a number is right although the base edition has another rule under it.

    Args:
        case: The number.
        base: Id of the base edition.
        side: The rule that the words next to the number fit.
    """
    if side == "now" or case.history.destinations.keeps_part(case.number, base, case.target_edition):
        return True
    if side == "then":
        return False
    return (
        _is_named_beside(case, base)
        or _has_name_since(case, base)
        or _is_excused(case, base)
        or _is_among_present(case, base)
    )


def _is_named_beside(case: Case, base: str) -> bool:
    """Return whether a string beside the number begins with a title of its present rule, and none names the former one.

    In `add("Rowing works", ["702.40"])` the author meant Rowing, whatever edition is declared for the file. A number
    with a stamp is of the edition of its stamp.

    Args:
        case: The number.
        base: Id of the base edition.
    """
    if case.is_stamped or case.words.text or not case.words.citation.strings_beside:
        return False
    former_titles = case.all_titles(base)
    present_titles = case.history.titles.of_number(case.target_edition, case.number).of_rule - former_titles
    named = [title for string in case.words.citation.strings_beside for title in case.lexicon.titles.find_named(string)]
    if any(title.name in former_titles for title in named):
        return False
    return any(title.name in present_titles and title.start == 0 for title in named)


def _has_name_since(case: Case, base: str) -> bool:
    """Return whether the words have a term whose glossary entry leads to the number now, and led elsewhere before.

    The author of `Mulligan (CR 103.5)` knew where the rule is now, whatever edition is declared for the file. A term
    without an entry in the base edition does not count.

    Args:
        case: The number.
        base: Id of the base edition.
    """
    numbers_now = case.lexicon.glossary_names(case.target_edition).numbers_of_term
    numbers_before = case.lexicon.glossary_names(base).numbers_of_term
    moved: list[str] = []
    for term, numbers in numbers_now.items():
        leads_here = numbers == {case.number}
        led_elsewhere = term in numbers_before and numbers_before[term] != numbers
        if leads_here and led_elsewhere:
            moved.append(term)
    if not moved:
        return False
    phrases = list_phrases(case.words.close)
    return any(term in phrases for term in moved)


def _is_among_present(case: Case, base: str) -> bool:
    """Return whether other numbers of the file that moved with this one fit their present rules, and none a former one.

    A number with a stamp, or with words that say anything, is judged by itself: in `fog (CR 101.1)` the number may be
    wrong whatever the other citations mean.

    Args:
        case: The number.
        base: Id of the base edition.
    """
    if case.is_stamped or case.words.terms:
        return False
    sides = case.count_sides(case, base)
    return bool(sides.get("now")) and not sides.get("then")


def _is_excused(case: Case, base: str) -> bool:
    """Return whether a drifted number may be right although the words next to it fit neither of its rules.

    Args:
        case: The number.
        base: Id of the base edition.
    """
    if case.may_be_any_letter:
        return True
    contradicts_former = contradict(case.words, base, case.number)
    return contradicts_former and not contradict(case.words, case.target_edition, case.number)


def _make_fault(case: Case, base: str, period: Period, side: Side | None) -> Fault:
    """Return the fault of a drifted number.

    Args:
        case: The number.
        base: Id of the base edition.
        period: The period of the number that includes this edition.
        side: The rule that the words next to the number fit: the former one, or None for neither.
    """
    destination = case.history.destinations.of_number(case.number, base, case.target_edition)
    doubt: Doubt | None = None
    if not case.is_of_chapter:  # else the words next to the chapter count
        doubt = find_doubt(case, base)
        if doubt is None and side is None:
            doubt = _find_doubt_by_rivals(case, base, period)
    message = _describe_drift(case, base, period, destination, doubt)
    is_sure = doubt is None
    fault = make_fault_since(case, "CR003", message, base, period=period, destination=destination, is_sure=is_sure)
    is_supported = not case.is_estimated or side == "then"
    return fault if is_supported else fault.without_support()


def _find_doubt_by_rivals(case: Case, base: str, period: Period) -> Doubt | None:
    """Return why the words may mean the present rule, or a third one, and not that of a period; None without a doubt.

    Args:
        case: The number.
        base: Id of the base edition.
        period: The period of the number that includes this edition.
    """
    if case.is_off_title(base):
        return "another rule"
    if have_rare_term_of(case.words, case.lineage_now or "", period.lineage):
        return "present rule"
    if case.is_chapter and case.words.terms and not case.words.may_be_about(case.all_titles(base)):
        return "no word"  # whoever cites a chapter names its subject
    if not case.history.titles.of_number(base, case.number).of_rule:
        return None
    has_no_words = find_support(case.words, base, case.number) is None
    return "elsewhere" if has_no_words and case.find_support_in_file(case, base) == "lacks" else None


def _describe_drift(case: Case, base: str, period: Period, destination: Destination, doubt: Doubt | None) -> str:
    """Return the message of a drifted number."""
    former = describe_former(case, base, period, destination)
    message = f"{former} {describe_present(case.history, case.target_edition, case.number, base)}"
    present_titles = case.history.titles.of_number(case.target_edition, case.number).nearest
    if not (case.is_stamped or case.words.name_any(present_titles)):
        message += " If you mean that rule, name it next to the number."
    return message + describe_doubt(case, destination, doubt)
