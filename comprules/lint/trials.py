"""Find the numbers of a file that can be replaced without a change of what counts as a citation there.

Whether an uncertain number counts as a citation depends on the whole file, so only a new scan of the whole text shows
what a replacement changes. One scan tries many replacements at once; smaller groups are tried only if that scan finds
other citations.
"""

import bisect
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from graph.citations.records import Citation
from graph.citations.renumber.spelling import replace_spans

_ROUNDS = 3
"""Maximum attempts to leave out the replacements that change citations; those undecided then count as not harmless.

Few files need more than one attempt, and the limit bounds the scans of a text with many replacements."""


class Replacement(Struct, frozen=True):
    """A number that replaces a citation as a whole.

    Attributes:
        index: The index of the citation in its file.
        old: Its number.
        new: The number in its place.
    """

    index: int
    old: str
    new: str


class _Shape(Struct, frozen=True):
    """The properties of a number by which a scan decides whether the file around it cites the rules.

    Attributes:
        plausible: Whether the rules can have its chapter.
        dotted: Whether it has more than a chapter, as 702.19 has.
        letter: Its letter; empty without one.
    """

    plausible: bool
    dotted: bool
    letter: str


class Trials:
    """Tries replacements in one file.

    Args:
        text: Its text.
        citations: Its citations, in order.
        find: Returns the citations of another text in its place.
    """

    def __init__(self, text: str, citations: Sequence[Citation], find: Callable[[str], Sequence[Citation]]) -> None:
        self._text = text
        self._citations = citations
        self._find = find

    def select_harmless(self, replacements: Iterable[Replacement]) -> frozenset[int]:
        """Return the indexes of citations that can all be replaced, without any other change of the citations.

        A number is a reason to take the file for one that cites the rules. A number of the same shape is as good a
        reason, and needs no trial. Replacements by a weaker number are tried in one group, all others in a second one:
        in one text, the stronger numbers could make up for the weaker ones, and so hide the harm that these do alone.

        Args:
            replacements: The replacements, at most one for each citation, in order.
        """
        harmless: set[int] = set()
        weakening: list[Replacement] = []
        strengthening: list[Replacement] = []
        for replacement in replacements:
            old = _shape_of(replacement.old)
            new = _shape_of(replacement.new)
            if old == new:
                harmless.add(replacement.index)
            elif _is_weaker(new, old):
                weakening.append(replacement)
            else:
                strengthening.append(replacement)
        for group in (weakening, strengthening):
            harmless.update(replacement.index for replacement in self._select(group))
        return frozenset(harmless)

    def _select(self, group: list[Replacement]) -> list[Replacement]:
        """Return replacements of a group that together leave the citations as they are; none if no round finds some."""
        for _ in range(_ROUNDS):
            blamed = self._find_blamed(group)
            if not blamed:
                return group
            if len(blamed) == len(group):
                return self._select_in_order(group)
            group = [replacement for replacement in group if replacement.index not in blamed]
        return []

    def _select_in_order(self, group: list[Replacement]) -> list[Replacement]:
        """Return replacements of a group that together leave the citations as they are, from the first on.

        Each round selects those before the first one that changes the citations, and leaves that one out.

        Args:
            group: The replacements. Together they change the citations.
        """
        if len(group) == 1:
            return []  # it is the one that changes them
        selected: list[Replacement] = []
        undecided = group
        for _ in range(_ROUNDS):
            harmful = self._find_first_harmful(selected, undecided)
            selected += undecided[:harmful]
            undecided = undecided[harmful + 1 :]
            if not undecided or not self._find_blamed([*selected, *undecided]):
                return [*selected, *undecided]
        return selected

    def _find_first_harmful(self, selected: Sequence[Replacement], undecided: Sequence[Replacement]) -> int:
        """Return the position of the first replacement that changes the citations if all before it are written, too.

        It is found by bisection, as if all groups that contain it changed the citations; so few scans are needed.

        Args:
            selected: Replacements that are written in any case.
            undecided: The replacements among which it is.
        """

        def is_harmful(last: int) -> bool:
            return bool(self._find_blamed([*selected, *undecided[: last + 1]]))

        return bisect.bisect_left(range(len(undecided)), True, key=is_harmful)

    def _find_blamed(self, group: Sequence[Replacement]) -> set[int]:
        """Return the citations whose replacement seems to change the citations of the file, by their indexes.

        The result is empty if the citations stay as they are. For each citation that is lost or new, the nearest
        replacement before it is blamed.

        Args:
            group: The replacements to write together.
        """
        if not group:
            return set()
        expected = self._list_starts(group)
        found = {citation.start for citation in self._find(self._replace(group))}
        changed = found.symmetric_difference(expected)
        if not changed:
            return set()
        if not found:  # the file does not cite the rules any more, to which all of them contribute
            return {replacement.index for replacement in group}
        starts = [expected[replacement.index] for replacement in group]
        blamed: set[int] = set()
        for start in changed:
            # A citation depends on what is before it: on its cue, or on the list that it continues.
            nearest = max(bisect.bisect_right(starts, start) - 1, 0)
            blamed.add(group[nearest].index)
        return blamed

    def _replace(self, group: Iterable[Replacement]) -> str:
        """Return the text with some replacements."""
        spans: dict[tuple[int, int], str] = {}
        for replacement in group:
            citation = self._citations[replacement.index]
            spans[citation.start, citation.end] = replacement.new
        return replace_spans(self._text, spans)

    def _list_starts(self, group: Iterable[Replacement]) -> list[int]:
        """Return the offsets at which the citations of the file begin after some replacements."""
        lengths = {replacement.index: len(replacement.new) for replacement in group}
        starts: list[int] = []
        shift = 0
        for index, citation in enumerate(self._citations):
            starts.append(citation.start + shift)
            if index in lengths:
                shift += lengths[index] - (citation.end - citation.start)
        return starts


def _shape_of(number: str) -> _Shape:
    """Return the shape of a number."""
    from graph.citations.find.number_forms import is_plausible  # noqa: PLC0415 - many trees cite nothing

    letter = ""
    if number[-1].isalpha():
        letter = number[-1]
    return _Shape(is_plausible(number[:3]), "." in number, letter)


def _is_weaker(new: _Shape, old: _Shape) -> bool:
    """Return whether the new number may be less of a reason to take the file for one that cites rules."""
    if new.plausible < old.plausible or new.dotted < old.dotted:
        return True
    # Some letters are units of amounts as well, so one letter is not as good as another.
    return bool(old.letter) and new.letter != old.letter
