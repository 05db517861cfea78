"""Suggestions that can be followed as they are; all others are removed or get a condition."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from comprules.lint.companions import Bond, find_companions
from comprules.lint.findings import JudgedFault
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from comprules.lint.trials import Replacement, Trials
from graph.citations.records import Citation, Fault

if TYPE_CHECKING:
    from comprules.lint.plan import Planner


_CHOICES: Sequence[tuple[bool, bool, str]] = (
    (False, False, ""),
    (False, True, "--stamp-left "),
    (True, False, "--unsafe "),
    (True, True, "--unsafe --stamp-left "),
)
"""Whether `upgrade` gets `--unsafe` and `--stamp-left`, and both as they are typed. `--unsafe` comes last, because a
person has to look at the changes that it makes."""
_CHOICES_WITH_STAMPS = ((False, True, ""), (True, True, "--unsafe "))
"""The same if the configuration has `stamp-left` already."""
_WITH_COMPANIONS: Mapping[Bond, str] = {
    "run": " Change it by hand, together with the other rules that are printed above or below it.",
    "list": " Change it by hand, together with the other numbers of its list.",
    "pair": " Change it by hand, together with the same number in quotes near it.",
    "string": " Change it by hand, together with the same number in another string of the file.",
    "copy": " Change it by hand, together with the same sentence in a copy of the rules that this file has.",
    "repeat": " Change it by hand, because the suggestion would repeat the rule of a number next to it.",
    "name": " Change it by hand, because the file would have another thing with the same name.",
}
"""What a message says about a suggestion that must not be followed alone."""
_LEFT = " Nothing is suggested, because `comprules upgrade FILE` leaves the number; run it to see why."


class Advisor:
    """Finds out whether and how the suggestions for the faults of a file can be followed.

    Args:
        scanned: The file.
        settings: The settings that decide for it.
        judged: Its faults as they were judged.
        make_planner: Returns the planner of an upgrade of the file.
        find: Returns the citations that the file would have with another text.
    """

    def __init__(
        self,
        scanned: ScannedFile,
        settings: Settings,
        judged: Sequence[JudgedFault],
        *,
        make_planner: "Callable[[], Planner]",
        find: Callable[[str], Sequence[Citation]],
    ) -> None:
        self._scanned = scanned
        self._settings = settings
        self._judged = judged
        self._make_planner = make_planner
        self._find = find

    def advise(self, judged: JudgedFault) -> Fault:
        """Return a fault with a suggestion that can be followed as it is, or with none."""
        # A fix in its "place" replaces the number; one of the "file" takes a run of `upgrade` over the whole file.
        fault = judged.fault
        if fault.fix == "place":
            return self._advise_in_place(fault, judged.index)
        if fault.fix == "file":
            citation = self._scanned.citations[judged.index]
            return _add_command(fault, citation, self._options.get(judged.index))
        return fault

    def _advise_in_place(self, fault: Fault, index: int) -> Fault:
        """Return a fault whose suggestion can replace the number; without that fix, and with the reason, if it cannot.

        Args:
            fault: The fault.
            index: The index of its citation.
        """
        bond = self._companions.get(index)
        if bond is not None:
            return replace(fault, message=fault.message + _WITH_COMPANIONS[bond], fix="")
        return fault if index in self._harmless else _demand_declaration(fault)

    @cached_property
    def _options(self) -> dict[int, str]:
        """Return the fewest options with which `upgrade` fixes citations, by their index: `{3: "", 8: "--unsafe "}`."""
        planner = self._make_planner()
        choices = _CHOICES
        if self._settings.stamp_left:
            choices = _CHOICES_WITH_STAMPS
        options: dict[int, str] = {}
        fixed_by_upgrade = {judged.index for judged in self._judged if judged.fault.fix == "file"}
        for unsafe, stamp_left, words in choices:
            if fixed_by_upgrade <= options.keys():
                break  # further plans take as long as the first, and would tell nothing new
            for index in planner.plan(unsafe=unsafe, stamp_left=stamp_left).fixed:
                options.setdefault(index, words)
        return options

    @cached_property
    def _companions(self) -> Mapping[int, Bond]:
        """Return the citations whose numbers must not be replaced alone, by their indexes."""
        return find_companions(self._scanned.text, self._scanned.citations, self._judged)

    @cached_property
    def _harmless(self) -> frozenset[int]:
        """Return the indexes of the citations whose suggestion can be written without a change of other citations."""
        replacements = [
            Replacement(judged.index, judged.fault.number, judged.fault.suggestions[0])
            for judged in self._judged
            if judged.fault.fix == "place"
        ]
        if self._settings.says_cites_rules(self._scanned.path):
            # As declared, every number is a citation, whatever the others are.
            return frozenset(replacement.index for replacement in replacements)
        trials = Trials(self._scanned.text, self._scanned.citations, self._find)
        return trials.select_harmless(replacements)


def _demand_declaration(fault: Fault) -> Fault:
    """Return a fault whose suggestion may be written only after the file was declared to cite the rules."""
    hint = (
        f" With {fault.suggestion} alone this file would no longer show that it cites the rules: declare that "
        "first, with `cites-rules` in the configuration."
    )
    return replace(fault, message=fault.message + hint, fix="")


def _add_command(fault: Fault, citation: Citation, options: str | None) -> Fault:
    """Return a fault with the command that fixes it together with its edition.

    Args:
        fault: The fault.
        citation: Its citation.
        options: The options with which `upgrade` fixes it; None if it does not: then nothing is suggested.
    """
    if options is None:
        return replace(fault, message=fault.message + _LEFT, suggestions=(), fix="")
    companion = "declaration"
    if citation.stamp is not None:
        companion = "stamp"
    hint = f" To fix the number together with its {companion}, run: comprules upgrade --write {options}FILE."
    return replace(fault, message=fault.message + hint)
