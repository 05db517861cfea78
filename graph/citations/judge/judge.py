"""Judge citations: find what is wrong with each, with respect to one edition, the target.

A number is judged by itself, by the words next to it, by its stamp, and by the edition declared for its file. `checks`
asks a module for each code, and the first fault decides. The *base* of a number is the edition that it was written for:
that of its stamp (`CR 702.40a @2024-11-08`), else the declared one.
"""

import threading
from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec import structs

from graph.citations.judge import cr006
from graph.citations.judge.author_letters import AuthorLetters
from graph.citations.judge.case import Case
from graph.citations.judge.checks import check_absent, check_existing, check_on_request
from graph.citations.judge.cited_numbers import CitedNumbers
from graph.citations.judge.file_sides import FileSides
from graph.citations.judge.file_support import FileSupport
from graph.citations.judge.fitting import find_fitting
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.number_changes import is_about_change
from graph.citations.judge.quotes import LEAST_OF_SOURCE
from graph.citations.judge.repeated_edition import find_repeated_edition
from graph.citations.judge.sides import find_side
from graph.citations.judge.twins import OF_WORDS, FileTwins
from graph.citations.judge.words import Words
from graph.citations.records import Citation, Fault, Fix, Meaning
from graph.history import History, Period
from rules.abandonment import proceed

_EXPECTED = " Nothing is suggested, because a test expects the sentence with this number word for word."


class _Declared(NamedTuple):
    """The edition declared for a file.

    Attributes:
        edition: The edition; None without a declaration.
        is_estimate: Whether it is only an estimate.
    """

    edition: str | None
    is_estimate: bool


class _JudgedFile:
    """What the citations of a file tell together about each of them.

    Args:
        citations: All citations of the file, in order.

    Attributes:
        citations: The same.
        numbers: How often the file cites each rule.
        sides: How often the words next to a number fit its present rule, and how often a former one.
        support: Whether the words next to all citations of a number fit a rule that it was.
        author_letters: Tells which letters of the numbers can be believed.
        twins: By the edition declared for the file: judges each number also by its other places.
    """

    def __init__(self, citations: Sequence[Citation]) -> None:
        self.citations = citations
        self.numbers = CitedNumbers(citations)
        self.sides = FileSides(citations)
        self.support = FileSupport(citations)
        self.author_letters = AuthorLetters(citations)
        self.twins: dict[_Declared, FileTwins] = {}


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
        self._of_thread = threading.local()  # several threads may judge different files at once

    def find_faults(
        self, citations: Sequence[Citation], index: int, base: str | None = None, *, is_estimate: bool = False
    ) -> tuple[Fault, ...]:
        """Return the faults of a citation, with their places, in the order of the text.

        A number in use that only an estimated edition shows to be wrong has no fault here; `meanings` has it. A stamp
        that names no edition is ignored; `find_edition` tells whether it names one.

        Args:
            citations: All citations of a file, in order.
            index: The index of the citation.
            base: The edition declared for the file; None without a declaration.
            is_estimate: Whether that edition is only an estimate.
        """
        self._open_file(citations)
        declared = _Declared(base, is_estimate=is_estimate)
        words = Words(self._lexicon, citations, index)
        return tuple(
            self._complete_fault(words, meaning.number, meaning.fault, declared)
            for meaning in self._find_twins(citations, declared).judge(index)
            if meaning.fault and not meaning.fault.is_guess
        )

    def meanings(
        self, citations: Sequence[Citation], base: str | None = None, *, is_estimate: bool = False
    ) -> tuple[tuple[Meaning, ...], ...]:
        """Return the meaning of each number of each citation of a file.

        Args:
            citations: All citations of the file, in order: neighbours decide to which citation words belong.
            base: The edition declared for the file; None without a declaration.
            is_estimate: Whether that edition is only an estimate.
        """
        self._open_file(citations)
        twins = self._find_twins(citations, _Declared(base, is_estimate=is_estimate))
        return tuple(map(twins.judge, range(len(citations))))

    @property
    def _file(self) -> _JudgedFile:
        """Return the file whose citations this thread judges."""
        file: _JudgedFile = self._of_thread.file
        return file

    def _open_file(self, citations: Sequence[Citation]) -> None:
        """Let all citations of a file count for each of them, and also for suggestions in their place.

        `find_faults` is called for one citation after the other with the same sequence, which is opened once.
        """
        if getattr(self._of_thread, "file", None) is None or citations is not self._file.citations:
            self._of_thread.file = _JudgedFile(citations)

    def _find_twins(self, citations: Sequence[Citation], declared: _Declared) -> FileTwins:
        """Return what judges the citations of a file together.

        Args:
            citations: All citations of the file.
            declared: The edition declared for it.
        """
        twins = self._file.twins
        if declared not in twins:
            twins[declared] = FileTwins(
                citations,
                lambda index: self._judge_citation(Words(self._lexicon, citations, index), declared),
                lambda index, number: self._make_case(Words(self._lexicon, citations, index), number, declared, None),
                self._file.author_letters,
            )
        return twins[declared]

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

    def _judge_citation(self, words: Words, declared: _Declared) -> tuple[Meaning, ...]:
        """Return the meanings of the numbers of a citation.

        If its form is wrong, as in a range that runs backwards, the only meaning is that of its first number.

        Args:
            words: The words next to it.
            declared: The edition declared for the file.
        """
        proceed()
        citation = words.citation
        fault = cr006.check_form(self.history, citation)
        if fault is not None:
            return (Meaning(_first_number(citation), None, fault),)
        stamp = self.find_edition(citation.stamp) if citation.stamp else None
        return tuple(self._judge_number(words, number, declared, stamp) for number in _list_judged(citation))

    def _judge_number(self, words: Words, number: str, declared: _Declared, stamp: str | None) -> Meaning:
        """Return the meaning of a number.

        Args:
            words: The words next to its citation.
            number: The number.
            declared: The edition declared for the file.
            stamp: The edition of its stamp, which counts instead of the declared one; None without a stamp.
        """
        if is_about_change(self.history, words.citation, number):
            return Meaning(number, self.target)
        case = self._make_case(words, number, declared, stamp)
        is_absent = case.lineage_now is None
        fault = check_absent(case) if is_absent else check_existing(case)
        is_shown_by_words = fault is not None and fault.evidence in OF_WORDS
        if fault is not None and case.chapter_edition is not None and not (case.is_of_chapter or is_shown_by_words):
            fault = fault.without_suggestions()  # the edition of its chapter lacks the number
        if fault is not None:
            fault = self._file.author_letters.leave_out_doubtful(case, fault)
        if fault is not None and words.citation.is_expected:
            fault = structs.replace(fault.without_suggestions(), message=fault.message + _EXPECTED)
        if fault is not None:
            return Meaning(number, fault.edition, fault)
        if is_absent:
            return Meaning(number)
        requested = check_on_request(case, self._chosen, with_reworded=self.since is not None)
        return Meaning(number, _find_meant_edition(case), requested)

    def _make_case(self, words: Words, number: str, declared: _Declared, stamp: str | None) -> Case:
        """Return a number with everything that its judgement depends on; the arguments are those of `_judge_number`."""
        chapter_edition = None if stamp is not None else self._find_edition_of_chapter(words, number, declared)
        base = stamp or self._find_base(words, number, declared, chapter_edition)
        lineage_now = self.history.lineages.find(self.target, number)
        file = self._file
        return Case(
            history=self.history,
            lexicon=self._lexicon,
            words=words,
            cited_numbers=file.numbers,
            number=number,
            target_edition=self.target,
            base=base,
            is_stamped=stamp is not None,
            is_estimated=stamp is None and declared.is_estimate,
            chapter_edition=chapter_edition,
            lineage_now=lineage_now,
            count_sides=file.sides.count,
            find_support_in_file=file.support.find,
        )

    def _find_base(self, words: Words, number: str, declared: _Declared, chapter_edition: str | None) -> str | None:
        """Return the edition that a number without a stamp was written for: the declared one, or that of its text.

        The second counts for a reference in the text of a rule that the file repeats (`repeated_edition`), and for a
        subrule right after its chapter, whose words show that it is of another edition.

        Args:
            words: The words next to its citation.
            number: The number.
            declared: The edition declared for the file.
            chapter_edition: The edition of its chapter (`_find_edition_of_chapter`).
        """
        base = declared.edition or self.since
        if base is None:
            return None
        repeated = find_repeated_edition(words, number, base, self.target)
        if repeated is not None:
            return repeated
        if chapter_edition is None or self.history.lineages.find(chapter_edition, number) is None:
            return base
        return chapter_edition

    def _find_edition_of_chapter(self, words: Words, number: str, declared: _Declared) -> str | None:
        """Return the edition that the words next to the chapter of a subrule show, if it is cited right before it.

        None if they show nothing, or no other chapter than the declared edition has under the number. None also if the
        file is declared for the target edition or for none.

        Args:
            words: The words next to the citation of the subrule.
            number: The number of the subrule.
            declared: The edition declared for the file.
        """
        base = declared.edition or self.since
        if base is None or base == self.target or "." not in number:
            return None
        chapter_words = words.find_chapter(number)
        if chapter_words is None or chapter_words.citation.stamp is not None:
            return None
        (meaning,) = self._judge_citation(chapter_words, declared)
        if meaning.edition is None or meaning.fault is None or meaning.fault.evidence not in OF_WORDS:
            return None
        lineages = self.history.lineages
        is_declared = lineages.find(meaning.edition, meaning.number) == lineages.find(base, meaning.number)
        return None if is_declared else meaning.edition

    def _complete_fault(self, words: Words, number: str, fault: Fault, declared: _Declared) -> Fault:
        """Return a fault with its number, the offsets to mark, and how its suggestion can be followed.

        A suggestion that must not be followed is dropped.

        Args:
            words: The words next to the citation.
            number: The wrong number.
            fault: The fault, as a check returns it.
            declared: The edition declared for the file.
        """
        fix = self._find_fix(words, number, fault, declared)
        if fix is None:
            fault = structs.replace(fault, suggestions=())
        is_quoted = fix == "place" and self._quotes(words, fault.suggestions[0])
        return structs.replace(_place_fault(words.citation, number, fault), fix=fix or "", is_quoted=is_quoted)

    def _quotes(self, words: Words, number: str) -> bool:
        """Return whether some words are the text of a rule, copied with its number.

        Args:
            words: The words next to the citation.
            number: The number of the rule in the target edition.
        """
        lineage = self.history.lineages.find(self.target, number)
        if lineage is None or not words.citation.is_copied:
            return False
        return any(quote.share_of(lineage) >= LEAST_OF_SOURCE for quote in words.quotes)

    def _find_fix(self, words: Words, number: str, fault: Fault, declared: _Declared) -> Fix | None:
        """Return how a suggestion can be followed; None if it must not be followed, or if there is none.

        - `place` if the suggestion, written in place of the number, has no fault.
        - Empty if it has none, but a person must write it: there are several suggestions, or the citation is a range, a
          list, a name or an address, or the letter has to be found.
        - `file` if the suggestion is only right together with a new declaration or stamp, which `upgrade` writes; it
          must then be the number that `upgrade` writes.

        The arguments are those of `_complete_fault`.
        """
        if not fault.suggestions:
            return None
        citation = words.citation
        if all(self._is_right(words, number, suggestion, declared) for suggestion in fault.suggestions):
            is_alone = len(fault.suggestions) == 1 and citation.raw == number and citation.form == "number"
            return "place" if is_alone and not fault.has_lost_letter else ""
        has_base = declared.edition is not None or citation.stamp is not None
        if has_base and self._is_upgraded_to(number, fault):
            return "file"
        return None

    def _is_upgraded_to(self, number: str, fault: Fault) -> bool:
        """Return whether `upgrade` would replace a number by exactly the suggestion of its fault."""
        if fault.edition is None or fault.edition == self.target:
            return False
        successor = self.history.destinations.of_number(number, fault.edition, self.target).successor
        return fault.suggestions == (successor,)

    def _is_right(self, words: Words, number: str, new: str, declared: _Declared) -> bool:
        """Return whether a new number, written in place of another, has no fault.

        Args:
            words: The words next to the citation.
            number: The number that is replaced.
            new: The new number.
            declared: The edition declared for the file.
        """
        citation = words.citation
        parts = tuple(structs.replace(part, number=new) for part in citation.parts if part.number == number)
        # Strings beside it only show that a number may stay; a new number is of the edition of the whole file.
        alone = structs.replace(citation, form="number", numbers=(new,), parts=parts, strings_beside=())
        neighbours = (words.before, alone, words.after)
        citations = [neighbour for neighbour in neighbours if neighbour is not None]
        renewed = Words(self._lexicon, citations, citations.index(alone))
        return not any(meaning.fault for meaning in self._judge_citation(renewed, declared))


def _find_meant_edition(case: Case) -> str | None:
    """Return an edition in which a number without a fault names the rule that is meant; None if that is unknown.

    Args:
        case: The number, which the target edition has.
    """
    if case.base is None:
        return None
    base = case.base_with_number
    if base is not None and _names_same(case, base):
        return base
    return case.target_edition


def _names_same(case: Case, base: str) -> bool:
    """Return whether a number without a fault means the rule that it named in the edition that it was written for.

    It does if the number still names that rule. It also does if it is still a part of the rule, or ends with an x,
    which stands for any letter, and if the words next to it do not fit the present rule.

    Args:
        case: The number, which the target edition has.
        base: Id of the edition for which it was written, which has the number too.
    """
    if case.history.lineages.find(base, case.number) == case.lineage_now:
        return True
    may_be_part = case.may_be_any_letter or case.history.destinations.keeps_part(case.number, base, case.target_edition)
    return may_be_part and find_side(case, base) != "now"


def _place_fault(citation: Citation, number: str, fault: Fault) -> Fault:
    """Return a fault with its number and the offsets to mark: those of the number, or of the whole citation.

    The whole citation is marked if its form is wrong, as in a range that runs backwards.

    Args:
        citation: The citation.
        number: The wrong number.
        fault: The fault, as a check returns it.
    """
    start, end = citation.start, citation.end
    is_form_wrong = citation.problem or (fault.code == "CR006" and citation.form == "range")
    if not is_form_wrong:
        for part in citation.parts:
            if part.number == number:
                start, end = part.start, part.end
                break
    return structs.replace(fault, number=number, start=start, end=end)


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
