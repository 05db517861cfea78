"""The outcome for each citation of a text when the text is rewritten for another edition.

A citation is *renumbered*, *unchanged*, *ignored* or *left*. It is left if its numbers may name other rules now and it
nevertheless stays as it is, for a *cause*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, structs

from graph.citations.records import Citation
from graph.citations.renumber.spelling import replace_spans
from graph.history import Destination

Status = Literal["renumbered", "unchanged", "ignored", "left"]
Cause = Literal[
    "reworded",
    "split",
    "merged",
    "ambiguous",
    "deleted",
    "absent",
    "scattered",
    "form",
    "name",
    "malformed",
    "stamp",
    "shared",
    "pinned",
    "contradicted",
    "unsupported",
    "accepted",
    "block",
    "run",
    "companion",
    "elsewhere",
    "finding",
    "file",
]
"""The reason why a citation is left:

- the first six are the `DestinationKind` of one of its numbers;
- `scattered`: the rules of its range are no longer in a row;
- `form`: the new number cannot be written in the form of the citation;
- `name`: it is a chapter in a name that other files may use, and the name may mean something else: `rule_413`;
- `malformed`: the form of the citation has a fault;
- `stamp`: its stamp names no edition;
- `shared`: its stamp also covers a citation that is left or ignored;
- `pinned`: its stamp names a certain copy of the rules, which still has the old number;
- `contradicted`: the words next to it mean another rule;
- `unsupported`: the edition of its file is only an estimate, and no words next to it show that its rule is meant;
- `accepted`: its rule moved, but the number may be right nevertheless: it has an x for any letter, or the number still
  names a part of the rule;
- `block`: the words next to another citation of the same rule show that it is written for the new edition already;
- `run`: another rule of the run in which it is printed is left;
- `companion`: its new number would clash with another number of the file, such as the same one in quotes;
- `elsewhere`: another file keeps the name that it is a part of, and may use this one;
- `finding`: if its file were upgraded, the judge would find a fault in it that it does not have now, or the finder
  would not find it any more;
- `file`: another citation of the file cannot be upgraded, and its finding would be silenced if the file were."""


class Outcome(Struct, frozen=True):
    """The outcome for one citation.

    Attributes:
        citation: The citation.
        status: `renumbered`; `unchanged` if its numbers name the same rules; `ignored` if a comment says so; or `left`
            although its numbers may name other rules.
        edition: Id of the edition that it was written for; None if its stamp names no edition, or if it has no stamp
            and citations without a stamp are not rewritten.
        new: The replacement, with the stamp that is added, if any; the old text if nothing is replaced.
        causes: The reasons why it is left, the most important first; empty if it is not left.
        destinations: Where the rules of its numbers are in the target edition, for the numbers that were followed.
        new_stamp: The replacement of its stamp; None if the stamp stays.
    """

    citation: Citation
    status: Status
    edition: str | None
    new: str
    causes: tuple[Cause, ...] = ()
    destinations: tuple[Destination, ...] = ()
    new_stamp: str | None = None

    @property
    def new_numbers(self) -> dict[str, str]:
        """Return the new number for each number of the citation; empty if it is not renumbered."""
        if self.status != "renumbered":
            return {}
        return {found.number: found.successor for found in self.destinations if found.successor}

    @property
    def awaits_consent(self) -> bool:
        """Return whether the citation is left only because of reworded or divided rules.

        Such rules are followed if a person allows it (option `--unsafe` of `upgrade`).
        """
        blocking = [destination for destination in self.destinations if not destination.is_verbatim]
        return self.status == "left" and bool(blocking) and all(destination.needs_consent for destination in blocking)

    def hold(self) -> Outcome:
        """Return the outcome for a file that stays as it is: the citation is neither renumbered nor stamped."""
        held = self.leave("file")
        return structs.replace(held, new=held.citation.raw, new_stamp=None)

    def hold_blocking(self) -> Outcome:
        """Return the outcome for a citation because of which its file stays as it is."""
        held = structs.replace(self, new=self.citation.raw, new_stamp=None)
        if held.status in {"left", "ignored"}:
            return held
        return structs.replace(held, status="left", causes=("finding",))

    def leave_unsupported(self) -> Outcome:
        """Return the outcome with the status `left`, because the edition of the citation is only an estimate."""
        left = self.leave("unsupported")
        if left.status == "left" and "unsupported" not in left.causes:
            return structs.replace(left, causes=(*left.causes, "unsupported"))
        return left

    def leave(self, cause: Cause) -> Outcome:
        """Return the outcome with the status `left` and a cause; an outcome that is not `renumbered` stays as it is."""
        if self.status != "renumbered":
            return self
        return Outcome(
            citation=self.citation,
            status="left",
            edition=self.edition,
            new=self.citation.raw,
            causes=(cause,),
            destinations=self.destinations,
        )


def apply_outcomes(text: str, outcomes: Iterable[Outcome]) -> str:
    """Return a text with the replacements of its citations and of their stamps."""
    return replace_spans(text, _list_replacements(outcomes))


def list_spans(outcomes: Sequence[Outcome]) -> list[tuple[int, int]]:
    """Return the start and end of each citation in the text that `apply_outcomes` returns.

    Args:
        outcomes: The outcomes for the citations of the old text, in order.
    """
    new_starts: dict[int, int] = {}  # by the start in the old text, for citations and for stamps
    growth = 0  # how many characters the text has grown so far
    for (old_start, old_end), words in sorted(_list_replacements(outcomes).items()):
        new_starts[old_start] = old_start + growth
        growth += len(words) - (old_end - old_start)
    spans: list[tuple[int, int]] = []
    for outcome in outcomes:
        start = new_starts[outcome.citation.start]
        spans.append((start, start + len(outcome.new)))
    return spans


def _list_replacements(outcomes: Iterable[Outcome]) -> dict[tuple[int, int], str]:
    """Return the new words for the citations and stamps of a text, each by its begin and end in the old text.

    A citation that stays has its old words. Of a stamp that covers several citations there is one entry.
    """
    new: dict[tuple[int, int], str] = {}
    for outcome in outcomes:
        citation = outcome.citation
        new[citation.start, citation.end] = outcome.new
        if outcome.new_stamp is not None and citation.stamp_start is not None:
            new[citation.stamp_start, citation.stamp_start + len(citation.stamp or "")] = outcome.new_stamp
    return new
