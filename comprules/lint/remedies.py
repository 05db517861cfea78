"""Remedies that hold: a suggestion can be followed as it says, or is not made."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from graph.citations.records import Citation, Fault

if TYPE_CHECKING:
    from comprules.lint.plan import Planner

_UPGRADES = ((False, False), (False, True), (True, False), (True, True))
"""Whether to follow reworded rules, whether to stamp what is left: the plainest upgrade first."""


class Advisor:
    """Says of the faults of a file whether and how their suggestions can be followed.

    Args:
        scanned: The file.
        settings: The settings that decide for it.
        make_planner: Returns what plans its upgrade.
        find: Returns the citations of another text in its place.
    """

    def __init__(
        self,
        scanned: ScannedFile,
        settings: Settings,
        *,
        make_planner: "Callable[[], Planner]",
        find: Callable[[str], Sequence[Citation]],
    ) -> None:
        self._scanned = scanned
        self._settings = settings
        self._make_planner = make_planner
        self._find = find

    def advise(self, fault: Fault, place: int) -> Fault:
        """Return a fault with a suggestion that can be followed as it says, or with none.

        Args:
            fault: The fault as it was judged.
            place: The place of its citation among those of the file.
        """
        citation = self._scanned.citations[place]
        if fault.fix == "place":
            if self._keeps_citations(citation, fault):
                return fault
            return _demand_declaration(fault)
        if fault.fix == "file":
            return _add_command(fault, citation, self._options.get(place))
        return fault

    @cached_property
    def _options(self) -> dict[int, str]:
        """Return the options of `upgrade` with which it fixes citations, by the places of these; the plainest ones."""
        planner = self._make_planner()
        always_stamps = self._settings.stamp_left
        options: dict[int, str] = {}
        for unsafe, stamp_left in _UPGRADES:
            if always_stamps and not stamp_left:
                continue
            words = ""
            if unsafe:
                words = "--unsafe "
            if stamp_left and not always_stamps:
                words += "--stamp-left "
            for place in planner.plan(unsafe=unsafe, stamp_left=stamp_left).fixed:
                options.setdefault(place, words)
        return options

    def _keeps_citations(self, citation: Citation, fault: Fault) -> bool:
        """Return whether a file has the same citations with a suggestion in its place.

        A number that is of the same kind is as good a reason to take the file for one that cites the rules.
        """
        scanned = self._scanned
        new = fault.suggestions[0]
        if self._settings.says_cites_rules(scanned.path) or _shape_of(new) == _shape_of(fault.number):
            return True
        text = f"{scanned.text[: fault.start]}{new}{scanned.text[fault.end :]}"
        again = self._find(text)
        shift = len(new) - (fault.end - fault.start)
        starts = []
        for neighbour in scanned.citations:
            is_after = neighbour.start > citation.start
            starts.append(neighbour.start + shift if is_after else neighbour.start)
        return [neighbour.start for neighbour in again] == starts


def _shape_of(number: str) -> tuple[bool, bool, str]:
    """Return what a number says about the file around it: whether a chapter can have it, and its letter."""
    from graph.citations.find.numbers import is_plausible  # noqa: PLC0415 - many trees cite nothing

    letter = ""
    if number[-1].isalpha():
        letter = number[-1]
    return is_plausible(number[:3]), "." in number, letter


def _demand_declaration(fault: Fault) -> Fault:
    """Return a fault whose suggestion may be written only after the file was declared to cite the rules."""
    hint = (
        f" With {fault.suggestion} alone this file would no longer show that it cites the rules: declare that "
        "first, with `cites-rules` in the configuration."
    )
    return msgspec.structs.replace(fault, message=fault.message + hint, fix="")


def _add_command(fault: Fault, citation: Citation, options: str | None) -> Fault:
    """Return a fault with the command that fixes it together with its edition.

    Args:
        fault: The fault.
        citation: Its citation.
        options: The options with which `upgrade` fixes it; None if it does not: then nothing is suggested.
    """
    if options is None:
        return msgspec.structs.replace(fault, suggestions=(), fix="")
    companion = "declaration"
    if citation.stamp is not None:
        companion = "stamp"
    hint = f" To fix the number together with its {companion}, run: comprules upgrade --write {options}FILE."
    return msgspec.structs.replace(fault, message=fault.message + hint)
