"""Find the files that must not change a name with a number, since another file of the run keeps that name.

A program that defines `cr_702_39a` in one file and calls it in another one only works if both files are upgraded. If
one of them stays as it is, the other one has to stay, too, and so on for the names in that one.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from comprules.lint.companions import find_name
from comprules.lint.plan import FilePlan


class SharedNames:
    """The names with numbers in the files of a run."""

    def __init__(self) -> None:
        self._keepers: dict[str, set[str]] = defaultdict(set)  # name → the files that keep it
        self._changers: dict[str, set[str]] = defaultdict(set)  # name → the files that would change it
        self._indexes: dict[str, dict[str, set[int]]] = {}  # file → name that it would change → indexes of citations

    def add(self, path: str, text: str, plan: FilePlan) -> None:
        """Add the names of a file. A number that is right as it is shows nothing about the same name elsewhere.

        Args:
            path: The file.
            text: Its text.
            plan: Its plan.
        """
        has_faults = len(plan.faults) == len(plan.outcomes)
        for index, outcome in enumerate(plan.outcomes):
            is_right = outcome.status == "unchanged" and not (has_faults and plan.faults[index])
            if outcome.citation.form != "identifier" or is_right:
                continue
            span = find_name(text, outcome.citation)
            if span is None:
                continue
            name = text[span.start : span.stop]
            if outcome.status == "renumbered":
                self._changers[name].add(path)
                self._indexes.setdefault(path, defaultdict(set))[name].add(index)
            else:
                self._keepers[name].add(path)

    def changes_name(self, path: str) -> bool:
        """Return whether a file would change a name."""
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
