"""Find the files that must not change a name or string with a number, since another file of the run keeps it.

A program that defines `cr_702_39a` in one file and calls it in another one only works if both files are upgraded. The
same is true of a string with nothing but a number, which may be the key of a table in another file: `"702.39a"`. If one
of the files stays as it is, the other one has to stay, too, and so on for the names and strings in that one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from comprules.lint.companions import find_name
from comprules.lint.plan import FilePlan
from rules.late_patterns import compile_late

_STRING = compile_late(
    r"(?P<mark>[\"'])(?P<words>(?:[A-Za-z]{1,12}[ .:_-]{1,2}){0,2}[1-9]\d\d\.(?P<rest>\d{1,3}[a-z]?))(?P=mark)"
)
"""A string with nothing but a number, at most with a cue: `"702.39a"`, `'CR 702.39a'`."""
_OF_PEOPLE = frozenset({".adoc", ".htm", ".html", ".markdown", ".md", ".rst", ".tex", ".txt"})
"""The endings of files for people, in which quotation marks make no string."""
_LENGTH_OF_CHAPTER = 4
"""Number of characters of a chapter, with the dot after it: `702.`."""


class SharedNames:
    """The names and strings with numbers in the files of a run."""

    def __init__(self) -> None:
        self._keepers: dict[str, set[str]] = defaultdict(set)  # name → the files that keep it
        self._changers: dict[str, set[str]] = defaultdict(set)  # name → the files that would change it
        self._indexes: dict[str, dict[str, set[int]]] = {}  # file → name that it would change → indexes of citations

    def add(self, path: str, text: str, plan: FilePlan) -> None:
        """Add the names of a file. A number that is right as it is shows nothing about the same name elsewhere.

        A string whose number is no citation stays as it is, whatever becomes of the file.

        Args:
            path: The file.
            text: Its text.
            plan: Its plan.
        """
        has_faults = len(plan.faults) == len(plan.outcomes)
        for name, index in _list_names(path, text, plan):
            outcome = None if index is None else plan.outcomes[index]
            if index is None or outcome is None:
                self._keepers[name].add(path)
            elif outcome.status == "renumbered":
                self._changers[name].add(path)
                self._indexes.setdefault(path, defaultdict(set))[name].add(index)
            elif outcome.status != "unchanged" or (has_faults and plan.faults[index]):
                self._keepers[name].add(path)

    def changes_name(self, path: str) -> bool:
        """Return whether a file would change a name or string."""
        return path in self._indexes

    def find_bound(self) -> Mapping[str, frozenset[int]]:
        """Return the files that must stay as they are, each with the indexes of the citations because of which."""
        bound: dict[str, frozenset[int]] = {}
        pending = [name for name in self._keepers if name in self._changers]
        settled: set[str] = set()  # the names that no file may change
        while pending:
            name = pending.pop()
            if name in settled:
                continue
            keepers = set(self._keepers[name])
            if len(keepers) > 1:
                settled.add(name)
            for path in sorted(self._changers[name]):
                # A file that only keeps its own name in another place is judged by itself.
                if path not in bound and keepers != {path}:
                    bound[path] = frozenset(self._indexes[path][name])
                    pending += self._keep_names(path)
        return bound

    def _keep_names(self, path: str) -> Iterable[str]:
        """Enter a file that stays as it is as a keeper of all its names, and return these."""
        names = self._indexes[path]
        for name in names:
            self._keepers[name].add(path)
        return names


def _list_names(path: str, text: str, plan: FilePlan) -> Iterator[tuple[str, int | None]]:
    """Yield the names and strings with numbers of a file, each with the index of its citation; None for no citation.

    Strings have quotation marks, which are double ones whatever the file has.

    Args:
        path: The file.
        text: Its text.
        plan: Its plan.
    """
    index_at: dict[int, int] = {}
    for index, outcome in enumerate(plan.outcomes):
        citation = outcome.citation
        if citation.form == "number":
            index_at[citation.start] = index
        if citation.form == "identifier" and (span := find_name(text, citation)) is not None:
            yield text[span.start : span.stop], index
    if PurePath(path).suffix.lower() in _OF_PEOPLE:
        return
    for string in _STRING.finditer(text):
        yield f'"{string["words"]}"', index_at.get(string.start("rest") - _LENGTH_OF_CHAPTER)
