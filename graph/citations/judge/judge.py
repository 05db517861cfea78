"""Judge citations: find what is wrong with each, with respect to one edition, the target.

What decides a number: the number itself, the words next to it, its stamp, and the edition declared for its file. The
checks are grouped by what they look at; the first that finds a fault decides.
"""

from collections.abc import Sequence

from msgspec import structs

from graph.citations.judge import absent, beside, moved
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Case, Words
from graph.citations.records import Citation, Fault, Fix, Meaning
from graph.history import History, Period
from rules.numbers import without_letters


class Judge:
    """Judges the citations of files, each by itself.

    Args:
        history: The history of the rules.
        target: The edition against which citations are checked, in any form that `history.resolve` accepts.
        since: The edition that citations without a stamp and in a file without a declaration were written for; rules
            that were reworded since then are reported too.
        off_topic: Whether to report numbers none of whose rule's words occur beside them.

    Raises:
        LookupError: `target` or `since` names no edition.
    """

    def __init__(
        self, history: History, target: str = "latest", *, since: str | None = None, off_topic: bool = False
    ) -> None:
        self.history = history
        self.target = history.resolve(target)
        self.since = history.resolve(since) if since else None
        self._off_topic = off_topic
        self._lexicon = Lexicon(history)

    def find_faults(self, citations: Sequence[Citation], place: int, base: str | None = None) -> tuple[Fault, ...]:
        """Return the faults of a citation, with their places, in the order of the text.

        A stamp that names no edition, which `find_edition` tells, is ignored.

        Args:
            citations: All citations of a file, in order.
            place: The index of the citation.
            base: The edition declared for the file; None without a declaration.
        """
        words = Words(self._lexicon, citations, place)
        return tuple(
            self._place_fault(words, meaning.number, meaning.fault, base)
            for meaning in self._judge_citation(words, base)
            if meaning.fault
        )

    def meanings(self, citations: Sequence[Citation], base: str | None = None) -> tuple[tuple[Meaning, ...], ...]:
        """Return the meaning of each number of each citation of a file; all of its citations are needed, in order."""
        return tuple(
            self._judge_citation(words, base)
            for words in (Words(self._lexicon, citations, place) for place in range(len(citations)))
        )

    def periods_by_words(self, citation: Citation, number: str) -> tuple[Period, ...]:
        """Return the periods of a number whose rule the words next to a citation fit; none if they do not decide."""
        return Words(self._lexicon, (citation,), 0).find_fitting(self.history.periods(number), number)

    def find_edition(self, stamp: str) -> str | None:
        """Return the id of the edition that a stamp names; None if it names none."""
        try:
            return self.history.resolve(stamp)
        except LookupError:
            return None

    def _judge_citation(self, words: Words, base: str | None) -> tuple[Meaning, ...]:
        citation = words.citation
        stamp = self.find_edition(citation.stamp) if citation.stamp else None
        base = stamp or base or self.since
        fault = absent.check_form(self.history, citation)
        if fault is not None:
            number = citation.parts[0].number if citation.parts else citation.numbers[0] if citation.numbers else ""
            return (Meaning(number or citation.raw, None, fault),)
        printed = tuple(dict.fromkeys(part.number for part in citation.parts))
        # Of a range only its ends are judged, since there may be gaps between them.
        numbers = printed if citation.form == "range" and printed else citation.numbers
        return tuple(self._judge_number(words, number, base, is_stamped=stamp is not None) for number in numbers)

    def _is_told(self, citation: Citation, number: str) -> bool:
        """Return whether a sentence tells what became of a number: it names another number that its rule had."""
        own = {period.lineage for key in {number, without_letters(number)} for period in self.history.periods(key)}
        return number in citation.told or any(
            period.lineage in own
            for other in {*citation.told, *map(without_letters, citation.told)} - {number, without_letters(number)}
            for period in self.history.periods(other)
        )

    def _judge_number(self, words: Words, number: str, base: str | None, *, is_stamped: bool) -> Meaning:
        history, target = self.history, self.target
        if words.citation.told and self._is_told(words.citation, number):
            return Meaning(number, target)
        now = history.lineage(target, number)
        case = Case(history, self._lexicon, words, number, target, base, is_stamped, now)
        exists, has_base = history.exists(number, target), base is not None and history.exists(number, base)
        fault = beside.check(case) if exists and not is_stamped else None
        fault = fault or (moved.check(case) if has_base else None)
        if fault is None and not exists:
            fault = absent.check(case)
        if fault is not None or not exists:
            return Meaning(number, fault.edition if fault else None, fault)
        edition = target if base else None
        if base is not None and has_base:
            is_same = history.lineage(base, number) == now or (
                (number.endswith("x") or history.keeps_part(number, base, target))
                and moved.find_side(case, base) != "now"
            )
            edition = base if is_same else target
            fault = moved.check_words(case) if self.since else None
        return Meaning(number, edition, fault or (beside.check_topic(case) if self._off_topic else None))

    def _place_fault(self, words: Words, number: str, fault: Fault, base: str | None) -> Fault:
        """Return a fault with its number, its place, and how its suggestion can be followed."""
        citation = words.citation
        is_whole = citation.problem or (fault.code == "CR006" and citation.form == "range")
        printed = [part for part in citation.parts if part.number == number and not is_whole]
        fix = self._find_fix(words, number, fault, base)
        return structs.replace(
            fault,
            suggestions=() if fix is None else fault.suggestions,
            number=number,
            start=printed[0].start if printed else citation.start,
            end=printed[0].end if printed else citation.end,
            fix=fix or "",
        )

    def _find_fix(self, words: Words, number: str, fault: Fault, base: str | None) -> Fix | None:
        """Return how a suggestion can be followed; None if it must not be, or if there is none.

        Written at its place, it must mend this number; in a range, list, name or address a person must write it, in the
        form of that. Otherwise it can only be followed together with the declaration or stamp, by `upgrade`, which then
        writes the number that continues the rule.
        """
        if not fault.suggestions:
            return None
        citation = words.citation
        if all(self._mends(words, number, suggestion, base) for suggestion in fault.suggestions):
            return "place" if len(fault.suggestions) == 1 and citation.raw == number else ""
        has_base = base is not None or citation.stamp is not None
        if fault.edition is None or not has_base or fault.edition == self.target:
            return None
        successor = self.history.destination(number, fault.edition, self.target).successor
        return "file" if (successor,) == fault.suggestions else None

    def _mends(self, words: Words, number: str, new: str, base: str | None) -> bool:
        """Return whether a number in place of another has no fault."""
        citation = words.citation
        parts = tuple(structs.replace(part, number=new) for part in citation.parts if part.number == number)
        alone = structs.replace(citation, form="number", numbers=(new,), parts=parts)
        citations = [it for it in (words.before, alone, words.after) if it]
        words = Words(self._lexicon, citations, citations.index(alone))
        return not any(meaning.fault for meaning in self._judge_citation(words, base))
