"""Judge citations: find what is wrong with each, with respect to one edition, the target.

What decides a number: the number itself, the words next to it, its stamp, and the edition declared for its file. There
is a module for each code; the first of them that finds a fault decides.
"""

from collections.abc import Collection, Sequence

from msgspec import structs

from graph.citations.codes import LIKELY_ANOTHER, OFF_TOPIC
from graph.citations.judge import cr001, cr002, cr003, cr004, cr005, cr006, cr007, cr008, cr009, cr010
from graph.citations.judge.case import Case
from graph.citations.judge.fitting import find_fitting
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.citations.records import Citation, Fault, Fix, Meaning
from graph.history import History, Period
from rules.numbers import is_number, without_letters

_CHECKS_OF_ABSENT = (cr002.check, cr006.check, cr007.check, cr001.check)
"""The checks of a number that the target edition lacks, in order."""
_CHECKS_BY_WORDS = (cr004.check, cr005.check)
"""The checks of a number that the target edition has, by the words next to it, in order."""

_CHECKS_ON_REQUEST = {LIKELY_ANOTHER: cr010.check, OFF_TOPIC: cr009.check}
"""The checks that only some users want, the one that says more first."""


class Judge:
    """Judges the citations of files, each by itself.

    Args:
        history: The history of the rules.
        target: The edition against which citations are checked, in any form that `history.calendar.resolve` accepts.
        since: The edition that citations without a stamp and in a file without a declaration were written for; rules
            that were reworded since then are reported too.
        chosen: The codes to report of those that are reported only on request: CR009 and CR010.

    Raises:
        LookupError: `target` or `since` names no edition.
    """

    def __init__(
        self, history: History, target: str = "latest", *, since: str | None = None, chosen: Collection[str] = ()
    ) -> None:
        self.history = history
        self.target = history.calendar.resolve(target)
        self.since = history.calendar.resolve(since) if since else None
        self._chosen = frozenset(chosen)
        self._lexicon = Lexicon(history)

    def find_faults(self, citations: Sequence[Citation], index: int, base: str | None = None) -> tuple[Fault, ...]:
        """Return the faults of a citation, with their places, in the order of the text.

        A stamp that names no edition is ignored; `find_edition` tells whether it names one.

        Args:
            citations: All citations of a file, in order.
            index: The index of the citation.
            base: The edition declared for the file; None without a declaration.
        """
        words = Words(self._lexicon, citations, index)
        meanings = self._judge_citation(words, base)
        return tuple(
            self._place_fault(words, meaning.number, meaning.fault, base) for meaning in meanings if meaning.fault
        )

    def meanings(self, citations: Sequence[Citation], base: str | None = None) -> tuple[tuple[Meaning, ...], ...]:
        """Return the meaning of each number of each citation of a file.

        Args:
            citations: All citations of the file, in order: neighbours decide to which citation words belong.
            base: The edition declared for the file; None without a declaration.
        """
        all_words = (Words(self._lexicon, citations, index) for index in range(len(citations)))
        return tuple(self._judge_citation(words, base) for words in all_words)

    def periods_by_words(self, citation: Citation, number: str) -> tuple[Period, ...]:
        """Return the periods of a number whose rule the words next to a citation fit; empty if they do not decide."""
        words = Words(self._lexicon, (citation,), 0)
        return find_fitting(words, self.history.periods.of_key(number), number)

    def find_edition(self, stamp: str) -> str | None:
        """Return the id of the edition that a stamp names; None if it names none."""
        try:
            return self.history.calendar.resolve(stamp)
        except LookupError:
            return None

    def _judge_citation(self, words: Words, base: str | None) -> tuple[Meaning, ...]:
        """Return the meanings of the numbers of a citation.

        Args:
            words: The words next to it.
            base: The edition declared for the file; None without a declaration.
        """
        citation = words.citation
        fault = cr006.check_form(self.history, citation)
        if fault is not None:
            return (Meaning(_first_number(citation), None, fault),)
        stamp = self.find_edition(citation.stamp) if citation.stamp else None
        base = stamp or base or self.since
        return tuple(
            self._judge_number(words, number, base, is_stamped=stamp is not None) for number in _list_judged(citation)
        )

    def _judge_number(self, words: Words, number: str, base: str | None, *, is_stamped: bool) -> Meaning:
        """Return the meaning of a number.

        Args:
            words: The words next to its citation.
            number: The number.
            base: The edition that it was written for; None if that is unknown.
            is_stamped: Whether that edition is from a stamp.
        """
        target = self.target
        if self._is_about_change(words.citation, number):
            return Meaning(number, target)
        now = self.history.lineages.find(target, number)
        case = Case(
            history=self.history,
            lexicon=self._lexicon,
            words=words,
            number=number,
            target=target,
            base=base,
            is_stamped=is_stamped,
            now=now,
        )
        base_with_number = base if base is not None and self.history.lineages.exists(number, base) else None
        check = _check_absent if now is None else _check_existing
        fault = check(case, base_with_number)
        if fault is not None:
            return Meaning(number, fault.edition, fault)
        if now is None:
            return Meaning(number)
        edition = self._find_meant_edition(case, base_with_number)
        return Meaning(number, edition, self._check_on_request(case, base_with_number))

    def _find_meant_edition(self, case: Case, base: str | None) -> str | None:
        """Return an edition in which a number without a fault names the rule that is meant; None if that is unknown.

        Args:
            case: The number, which the target edition has.
            base: Id of the edition for which it was written; None if that is unknown or lacks the number.
        """
        if case.base is None:
            return None
        if base is None or not self._names_same(case, base):
            return self.target
        return base

    def _check_on_request(self, case: Case, base: str | None) -> Fault | None:
        """Return the fault that only some users ask for, CR008 to CR010; None if the number has none.

        Args:
            case: The number, which the target edition has.
            base: Id of the edition for which it was written; None if that is unknown or lacks the number.
        """
        fault: Fault | None = None
        if base is not None and self.since is not None:
            fault = cr008.check(case, base)
        for code, check in _CHECKS_ON_REQUEST.items():
            if fault is None and code in self._chosen:
                fault = check(case)
        return fault

    def _names_same(self, case: Case, base: str) -> bool:
        """Return whether a number without a fault means the rule that it named in the edition that it was written for.

        Args:
            case: The number, which the target edition has.
            base: Id of the edition for which it was written, which has the number too.
        """
        if self.history.lineages.find(base, case.number) == case.now:
            return True
        may_be_part = case.number.endswith("x") or self.history.destinations.keeps_part(case.number, base, self.target)
        return may_be_part and cr003.find_side(case, base) != "now"

    def _is_about_change(self, citation: Citation, number: str) -> bool:
        """Return whether the sentence of a citation is about a change of a number.

        It is if it also has another number of the same rule, as in `702.36e → 702.37e`, or if it says that the number
        is not in use.
        """
        if not citation.change_numbers:
            return False
        if number in citation.change_numbers:
            return True
        own_numbers = {number, without_letters(number)}
        own_lineages = {period.lineage for own in own_numbers for period in self.history.periods.of_key(own)}
        named = {*citation.change_numbers, *map(without_letters, citation.change_numbers)}
        for change_number in named - own_numbers:
            if any(period.lineage in own_lineages for period in self.history.periods.of_key(change_number)):
                return True
        return False

    def _place_fault(self, words: Words, number: str, fault: Fault, base: str | None) -> Fault:
        """Return a fault with its number, the offsets to mark, and how its suggestion can be followed.

        If the form of the citation is wrong, the whole citation is marked, otherwise only the number.

        Args:
            words: The words next to the citation.
            number: The wrong number.
            fault: The fault, as a check returns it.
            base: The edition declared for the file; None without a declaration.
        """
        citation = words.citation
        start, end = citation.start, citation.end
        is_whole = citation.problem or (fault.code == "CR006" and citation.form == "range")
        for part in citation.parts:
            if part.number == number and not is_whole:
                start, end = part.start, part.end
                break
        fix = self._find_fix(words, number, fault, base)
        if fix is None:
            fault = structs.replace(fault, suggestions=())
        return structs.replace(fault, number=number, start=start, end=end, fix=fix or "")

    def _find_fix(self, words: Words, number: str, fault: Fault, base: str | None) -> Fix | None:
        """Return how a suggestion can be followed; None if it must not be followed, or if there is none.

        `place` if the suggestion, written in place of the number, has no fault. Empty if it has no fault, but the
        citation is a range, a list, a name or an address, so that a person must write it in that form. `file` if the
        suggestion is only right together with a new declaration or stamp, which `upgrade` writes; it must then be the
        number that `upgrade` writes.
        """
        if not fault.suggestions:
            return None
        citation = words.citation
        if all(self._is_right(words, number, suggestion, base) for suggestion in fault.suggestions):
            is_alone = len(fault.suggestions) == 1 and citation.raw == number
            return "place" if is_alone else ""
        has_base = base is not None or citation.stamp is not None
        if fault.edition is None or not has_base or fault.edition == self.target:
            return None
        successor = self.history.destinations.of_number(number, fault.edition, self.target).successor
        if fault.suggestions != (successor,):
            return None
        return "file"

    def _is_right(self, words: Words, number: str, new: str, base: str | None) -> bool:
        """Return whether a new number, written in place of another, has no fault.

        Args:
            words: The words next to the citation.
            number: The number that is replaced.
            new: The new number.
            base: The edition declared for the file; None without a declaration.
        """
        citation = words.citation
        parts = tuple(structs.replace(part, number=new) for part in citation.parts if part.number == number)
        alone = structs.replace(citation, form="number", numbers=(new,), parts=parts)
        neighbours = (words.before, alone, words.after)
        citations = [neighbour for neighbour in neighbours if neighbour is not None]
        renewed = Words(self._lexicon, citations, citations.index(alone))
        return not any(meaning.fault for meaning in self._judge_citation(renewed, base))


def _check_absent(case: Case, base: str | None) -> Fault | None:
    """Return the fault of a number that the target edition lacks; None for examples, placeholders and amounts.

    Args:
        case: The number.
        base: Id of the edition for which it was written; None if that is unknown or lacks the number.
    """
    if base is not None:
        fault = cr002.check_declared(case, base)
        if fault is not None:
            return fault
    for check in _CHECKS_OF_ABSENT:
        fault = check(case)
        if fault is not None:
            return fault
    return None


def _check_existing(case: Case, base: str | None) -> Fault | None:
    """Return the fault of a number that the target edition has; None if it is right.

    Args:
        case: The number.
        base: Id of the edition for which it was written; None if that is unknown or lacks the number.
    """
    if not case.is_stamped and is_number(case.number) and case.words.text:
        for check in _CHECKS_BY_WORDS:
            fault = check(case)
            if fault is not None:
                return fault
    if base is None:
        return None
    return cr003.check(case, base)


def _list_judged(citation: Citation) -> tuple[str, ...]:
    """Return the numbers of a citation that are judged, each once: all of them, or only the ends of a range.

    The numbers between the ends of a range may have gaps, which are no faults.
    """
    if citation.form != "range" or not citation.parts:
        return citation.numbers
    return tuple(dict.fromkeys(part.number for part in citation.parts))


def _first_number(citation: Citation) -> str:
    """Return the first number of a citation; the citation as printed if it has none."""
    numbers = [part.number for part in citation.parts] or list(citation.numbers)
    if not numbers:
        return citation.raw
    return numbers[0] or citation.raw
