"""The records of the linter: citations, the evidence next to them, what they mean and what is wrong.

Guarantees: frozen, hashable, compared by content. Offsets count characters of the text that was searched, from 0;
`text[start:end]` is always the printed text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import structs

from rules.errors import ComprulesError

Form = Literal["number", "range", "letters", "identifier", "anchor", "placeholder"]
"""How a citation is written: `702.40a`; `601.2e-g`, `702.178–702.179`, `509.1-3`; `702.22j/k`, `601.2c/2d`; in a name
(`cr_702_5d`); in an address (`#R61311`); as a placeholder (`702.xxx`), which names no rule."""

Severity = Literal["error", "warning", "note"]

FaultEvidence = Literal["stamp", "declared", "quote", "title", "holder"]
"""The evidence of a fault. `stamp`: the stamp next to the number; `declared`: the declared edition; `quote`: a rule
quoted next to the number; `title`: a title named there; `holder`: nothing but the last rule that had the number."""

Fix = Literal["place", "file", ""]
"""How a suggestion can be followed. `place`: the finding is fixed, and no other arises, if the suggestion is written in
place of the number; `file`: the suggestion is right only if the whole file is upgraded, with its declaration or stamp;
empty: a person must choose, or there is no suggestion."""

DIRECTIVE = "comprules:"
"""The start of a comment to the linter, whose words up to the end of the line are not evidence about a rule."""
LONGEST_LINE = 1_000
"""Maximum characters of a line that are read to either side of a citation; longer lines are minified code or data."""
REACH = 200
"""Maximum characters between a citation and its cue, its words or the next citation of its list: two or three lines of
a comment."""
SEVERAL = 5
"""Minimum number of similar places in one file, such as rules in a table or chapters that never existed, from which
they cannot be mere slips."""
LONGEST_TEXT = 400
"""Maximum characters next to a citation that can be the text of its rule, and of a line that is kept as a whole."""
MOST_CITATIONS = 50_000
"""Maximum number of citations in one text. An edition of the rules has about 10,000, including its own numbers; no
person writes a text with five times as many, and 50 MB full of them would take a quarter of an hour and 8 GB."""


class TooManyCitationsError(ComprulesError, ValueError):
    """A text has more places that may be citations than `MOST_CITATIONS`."""

    def __init__(self) -> None:
        super().__init__(f"more than {MOST_CITATIONS:,} citations")


class Code(msgspec.Struct, frozen=True):
    """A kind of finding.

    Attributes:
        code: The code, such as `CR002`.
        name: The name of the code, such as `retired`.
        severity: How serious such a finding is: `error`, `warning` or `note`.
        meaning: What the code means, in one sentence.
        is_default: Whether such findings are reported if the user selects no codes.
    """

    code: str
    name: str
    severity: Severity
    meaning: str
    is_default: bool = True


class Part(msgspec.Struct, frozen=True):
    """A number as printed inside a citation: the `601.2e` and the `g` of `601.2e-g` are two parts.

    Attributes:
        number: The full number: `601.2g`.
        start: Offset of its first character.
        end: Offset after its last character.
    """

    number: str
    start: int
    end: int


class Evidence(msgspec.Struct, frozen=True):
    """Words next to a citation that show which rule its author meant.

    Attributes:
        kind: `title`: printed as a title of the cited rule (`CR 702.40a, "Storm"`, `702.40. Storm`, `CR 701.65
            Airbend`); `text`: words quoted from a rule, or that follow a number as the rules print them; `keyword`:
            words of the same clause, or of the same object, that may name a keyword; `prose`: words of a sentence of
            which the number is a part (`rule 702.40a's copies are not cast`), which can name any other rule.
        words: The words as printed, but each line end, with the comment mark after it, is one blank. Names in quotes,
            which can be those of cards, are replaced by as many blanks as they have characters.
        start: Offset of the first character.
        end: Offset after the last character.
        quoted: Whether a title is in quotation marks or marked as code.
        in_sentence: Whether words of the same sentence are right before a title that is before its number.
        apart: Whether a closing bracket and a comma or semicolon are between a number and the words after it, as in
            `(CR 702.34), kicker`, or a semicolon and the label of another clause: `702.34a; kicker: it is paid`.
        is_topic: Whether a slash with blanks separates words after a number from it, as in `603.6c / Earthbend`: they
            may be what a label of two parts is about, and not the name of the rule.
        before_own_line: Whether the next citation begins a line of its own, so that the words cannot belong to it.
    """

    kind: Literal["title", "text", "keyword", "prose"]
    words: str
    start: int
    end: int
    quoted: bool = False
    in_sentence: bool = False
    apart: bool = False
    is_topic: bool = False
    before_own_line: bool = False


class Citation(msgspec.Struct, frozen=True):
    """A citation: a number, a range or a list of letters. `CR 603.4 + CR 608.2b` is two citations.

    Attributes:
        raw: As printed, without the cue.
        start: Offset of the first character of `raw`.
        end: Offset after its last character.
        form: How it is written.
        numbers: The numbers of all rules that it names, as far as its form shows: `601.2e-g` names 601.2e, 601.2f and
            601.2g. Empty for placeholders.
        parts: The printed numbers, from left to right.
        cue: The word that announces it, in lower case (`cr`, `rule`, `comprehensive rules`); None for a bare number.
            The later items of a list have the cue of the first.
        stamp: The edition written next to it, as printed (`20091005`, `2024-11-08`, `M10`); None without one.
        evidence: The evidence next to it: titles, then quoted text, then other words.
        problem: The fault of its form (`a range that runs backwards`); None if there is none.
        stamp_start: Offset of the first character of `stamp`, which several citations may share.
        change_numbers: The other numbers of its sentence, if the sentence says that a number became another
            (`701.7 → 701.8`); its own numbers if it says that they are not in use (`there is no 702.1b`), that they
            are made up, or that they only show what numbers look like; else empty.
        is_expected: Whether it is in a sentence of the rules that a test expects word for word.
        is_in_copy_too: Whether its sentence is in a copy of the rules, too, that is skipped in the same file.
        head: The number at the head of the text of a rule in which it is a reference: `702.40a` for the 702.9 in
            `702.40a Row on (see rule 702.9).`; None if it is in no such text.
        strings_beside: The strings before and after it on its line, if it is the only number there, has no evidence
            and fills a string itself: `add("boats row", ["702.40"], "rowing works")`.
        is_open: Whether an open range begins with it: `702.136+`.
    """

    raw: str
    start: int
    end: int
    form: Form
    numbers: tuple[str, ...]
    parts: tuple[Part, ...]
    cue: str | None = None
    stamp: str | None = None
    evidence: tuple[Evidence, ...] = ()
    problem: str | None = None
    stamp_start: int | None = None
    change_numbers: tuple[str, ...] = ()
    is_expected: bool = False
    is_in_copy_too: bool = False
    head: str | None = None
    strings_beside: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def lettered(self) -> bool:
        """Return whether a subrule's letter is directly after the first number: `702.40a`, not `704.5(g)`."""
        if not self.numbers:
            return False
        number = self.numbers[0]
        return number[-1].isalpha() and self.parts[0].end - self.parts[0].start <= len(number)

    @property
    def dotted(self) -> bool:
        """Return whether the first number has a dot and thus names more than a chapter."""
        return bool(self.numbers) and "." in self.numbers[0]

    @property
    def is_copied(self) -> bool:
        """Return whether the number is printed as in the rules: without a cue, and with the text of its rule."""
        return self.cue is None and any(evidence.kind == "text" for evidence in self.evidence)

    def with_numbers(self, numbers: Mapping[str, str]) -> Citation:
        """Return the citation with other numbers, as if they were printed in the same place of the text.

        Args:
            numbers: Old number → new number; numbers that are not listed stay.
        """
        parts = tuple(structs.replace(part, number=numbers.get(part.number, part.number)) for part in self.parts)
        return structs.replace(self, numbers=tuple(numbers.get(number, number) for number in self.numbers), parts=parts)


class Fault(msgspec.Struct, frozen=True):
    """A fault of a printed number.

    The checks of `graph.citations.judge` leave `number`, `start`, `end` and `fix` empty; `Judge.find_faults` sets them.

    Attributes:
        code: `CR001` and so on; `graph.citations.codes` explains each.
        message: A few sentences for the author of the citation.
        suggestions: The numbers that are probably meant.
        broken: Id of the edition that broke the number; None if none did.
        evidence: The evidence of the fault; None if the number alone shows it.
        edition: An edition in which the number names the rule that is meant; None if that is unknown, or if no edition
            has that rule under the number.
        number: The wrong number, in full.
        start: Offset of the first character to mark.
        end: Offset after the last character to mark.
        fix: How the suggestion can be followed.
        is_unsupported: Whether the fault, or its suggestion, follows only from an edition that is an estimate, because
            no words next to the number show which rule is meant.
        has_lost_letter: Whether the suggestion is a rule of which some subrule is meant, because the letter of the
            number cannot be believed.
        is_quoted: Whether the text of the suggested rule was copied after the number.
    """

    code: str
    message: str
    suggestions: tuple[str, ...] = ()
    broken: str | None = None
    evidence: FaultEvidence | None = None
    edition: str | None = None
    number: str = ""
    start: int = 0
    end: int = 0
    fix: Fix = ""
    is_unsupported: bool = False
    has_lost_letter: bool = False
    is_quoted: bool = False

    def without_suggestions(self) -> Fault:
        """Return the fault without suggestions and without an edition, for a number that may mean any rule."""
        return structs.replace(self, suggestions=(), edition=None)

    def without_support(self) -> Fault:
        """Return the fault without suggestions, for a number that only an estimated edition shows to be wrong."""
        return structs.replace(self.without_suggestions(), is_unsupported=True)

    @property
    def is_guess(self) -> bool:
        """Return whether nothing but an estimated edition shows that the number, which is in use, is wrong."""
        return self.is_unsupported and self.code == "CR003"

    @property
    def suggestion(self) -> str | None:
        """Return the suggestions as text: a number, or several with commas between them; None if there are none."""
        return ", ".join(self.suggestions) or None


class Meaning(msgspec.Struct, frozen=True):
    """The meaning of a printed number.

    Attributes:
        number: As printed, in full.
        edition: Id of an edition in which this number names the rule that is meant; None if that is unknown, or if
            no edition has that rule under this number.
        fault: Its fault with respect to the target edition, without its place; None if none is known.
    """

    number: str
    edition: str | None = None
    fault: Fault | None = None
