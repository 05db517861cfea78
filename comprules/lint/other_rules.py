"""Find the files of a tree that cite other rules than Magic's, for `comprules init`.

A file that names Magic, or that has the titles of Magic's rules next to their numbers, is never one of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from comprules.lint.dating import relative_path
from comprules.lint.declaration import write_pattern
from comprules.lint.decode import decode
from comprules.lint.init_answers import OtherRules
from comprules.lint.notices import Notice
from graph.citations.find.foreign import LEAST_UNKNOWN
from graph.citations.find.other_rules import find_other_game, list_other_numbers, names_magic
from graph.citations.judge.lexicon import Lexicon
from graph.citations.judge.words import Words
from graph.citations.records import Citation
from graph.history import History
from rules.grouping import grouped

_LEAST_NUMBERS = 5
"""Minimum different numbers of files that show whether they cite Magic's rules; of fewer, most may be slips."""
_LEAST_TITLES = 2
"""Minimum different numbers of a file with the title of their rule next to them, for it to cite Magic's rules."""
_README = "readme"
"""Beginning of the name, in small letters, of the file in which a tree says what it is about."""
_WHOLE = "*"
"""The pattern of the whole tree."""


def find_other_rules(
    cited: Sequence[tuple[str, Citation]], notices: Iterable[Notice], root: Path, history: History
) -> tuple[OtherRules, ...]:
    """Return the files of a tree that cite other rules than Magic's.

    The whole tree does if too many of its different numbers were in no edition of Magic's rules, or have a form that
    none of theirs has; if it says that it is about another game; and if such files have been skipped, and no other
    file cites rules. If a file certainly cites Magic's rules, each folder without such a file is decided by its own
    numbers.

    Args:
        cited: The citations of the tree, with the paths of their files relative to it.
        notices: What was skipped in it.
        root: The folder of the tree.
        history: The history of the rules.
    """
    skipped = [notice for notice in notices if notice.kind == "other-rules"]
    citations = grouped(cited)
    unknown = _UnknownNumbers(history, root)
    has_numbers = any(citation.numbers for _, citation in cited)
    if skipped and not has_numbers:
        return (OtherRules(_WHOLE, skipped[0].whole_reason),)
    found = tuple(
        OtherRules(write_pattern(relative_path(notice.path, root)), notice.whole_reason) for notice in skipped
    )
    why = unknown.describe(citations, [relative_path(notice.path, root) for notice in skipped])
    game = _find_game(root)
    if why is None and game is None:
        return found
    of_magic = set(_list_files_of_magic(citations, root, history))
    if not of_magic:
        by_readme = f"its readme names {game}, and neither that file nor one with citations names Magic"
        return (OtherRules(_WHOLE, why or by_readme),)
    return (*found, *_list_parts(citations, of_magic, unknown))


def leave_out_other_rules(
    cited: Iterable[tuple[str, Citation]], other_rules: Iterable[OtherRules]
) -> list[tuple[str, Citation]]:
    """Return the citations of a tree without those in files that cite other rules.

    Args:
        cited: The citations, with the paths of their files relative to the tree.
        other_rules: The files that cite other rules, as `find_other_rules` returns them.
    """
    patterns = {unit.pattern for unit in other_rules}
    return [(path, citation) for path, citation in cited if patterns.isdisjoint(_list_patterns(path))]


def _list_patterns(path: str) -> Iterator[str]:
    """Yield the patterns of a file, of each folder around it, and of the whole tree."""
    yield write_pattern(path)
    for folder in Path(path).parents:
        yield _write_folder(folder.as_posix())


def _write_folder(folder: str) -> str:
    """Return the pattern of a folder; `.` is the whole tree."""
    return _WHOLE if folder == "." else write_pattern(folder, is_folder=True)


class _UnknownNumbers:
    """Counts the numbers that were never in Magic's rules, because of their form or otherwise.

    Args:
        history: The history of the rules.
        root: The folder of the tree.
    """

    def __init__(self, history: History, root: Path) -> None:
        self._history = history
        self._root = root

    def count(self, numbers: Iterable[str]) -> int:
        """Return how many of some numbers were never in Magic's rules."""
        return sum(not self._history.periods.of_key(number) for number in numbers)

    def describe(self, files: Mapping[str, Sequence[Citation]], skipped: Sequence[str] = ()) -> str | None:
        """Return that too many numbers of some files were never in Magic's rules, in words; None if few were.

        Args:
            files: The citations of each file, by its path relative to the root.
            skipped: The paths of files whose numbers are no citations, since they cite other rules.
        """
        numbers = {number for citations in files.values() for number in _list_numbers(citations)}
        other_numbers = {number for path in (*files, *skipped) for number in self._list_other(path)}
        total = len(numbers) + len(other_numbers)
        count = self.count(numbers) + len(other_numbers)
        if total < _LEAST_NUMBERS or count < LEAST_UNKNOWN * total:
            return None
        return f"{count:,} of {total:,} numbers were never in Magic's rules"

    def _list_other(self, path: str) -> frozenset[str]:
        """Return the numbers of another form that a file cites."""
        return list_other_numbers(_read_text(self._root / path))


def _list_numbers(citations: Iterable[Citation]) -> set[str]:
    """Return the different numbers of some citations."""
    return {number for citation in citations for number in citation.numbers}


def _list_files_of_magic(citations: Mapping[str, Sequence[Citation]], root: Path, history: History) -> Iterator[str]:
    """Yield the files that certainly cite Magic's rules: they name Magic, or the titles of their rules.

    Args:
        citations: The citations of each file, by its path relative to the root.
        root: The folder of the tree.
        history: The history of the rules.
    """
    lexicon = Lexicon(history)
    unknown = _UnknownNumbers(history, root)
    for path, of_file in citations.items():
        names = names_magic(path) or names_magic(_read_text(root / path))
        if names or _has_titles(of_file, lexicon, unknown):
            yield path


def _has_titles(citations: Sequence[Citation], lexicon: Lexicon, unknown: _UnknownNumbers) -> bool:
    """Return whether titles show that a file cites Magic's rules.

    There must be two or more numbers with the title that their rule has, or had, next to them, and no fewer than the
    numbers that never existed.

    Args:
        citations: The citations of the file.
        lexicon: The words of the rules.
        unknown: Counts numbers that never existed.
    """
    titled: set[str] = set()
    for citation in citations:
        words = Words(lexicon, (citation,), 0)
        titled.update(number for number in citation.numbers if _has_title(words, number))
    return len(titled) >= max(_LEAST_TITLES, unknown.count(_list_numbers(citations)))


def _has_title(words: Words, number: str) -> bool:
    """Return whether a title that the rule of a number has or had is next to it."""
    history = words.lexicon.history
    return any(
        words.name_any(history.titles.of_number(period.last, number).nearest)
        for period in history.periods.of_key(number)
    )


def _list_parts(
    citations: Mapping[str, Sequence[Citation]], of_magic: set[str], unknown: _UnknownNumbers
) -> Iterator[OtherRules]:
    """Yield the folders and files of a mixed tree too many of whose numbers were never in Magic's rules.

    A folder without a file of Magic is decided as a whole; the other files of a folder with one are decided together.

    Args:
        citations: The citations of each file, by its path.
        of_magic: The files that certainly cite Magic's rules.
        unknown: Counts numbers that never existed.
    """
    mixed = {folder.as_posix() for path in of_magic for folder in Path(path).parents}
    parts: dict[str, list[str]] = {}  # a folder without a file of Magic, or one with such a file → the other files
    for path in citations:
        if path not in of_magic:
            parts.setdefault(_find_part(path, mixed), []).append(path)
    for folder, paths in parts.items():
        why = unknown.describe({path: citations[path] for path in paths})
        if why is None:
            continue
        patterns = map(write_pattern, paths) if folder in mixed else [_write_folder(folder)]
        yield from (OtherRules(pattern, why) for pattern in patterns)


def _find_part(path: str, mixed: set[str]) -> str:
    """Return the outermost folder around a file that is not mixed; the folder of the file if that is mixed.

    Args:
        path: The file.
        mixed: The folders with a file of Magic in them or below them.
    """
    part = Path(path).parent.as_posix()
    for folder in Path(path).parents:
        if folder.as_posix() in mixed:
            break
        part = folder.as_posix()
    return part


def _find_game(root: Path) -> str | None:
    """Return the name of the other game that a tree is about; None if it is about Magic or names no other game.

    The readme of a tree names its game, so it must name the other one. If the readme names Magic too, the tree may be
    about both.

    Args:
        root: The folder of the tree.
    """
    readmes = [path for path in sorted(root.iterdir()) if path.name.lower().startswith(_README) and path.is_file()]
    texts = [_read_text(path) for path in readmes]
    if any(map(names_magic, texts)):
        return None
    return find_other_game("\n".join(texts))


def _read_text(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read any more."""
    try:
        return decode(path.read_bytes()).text
    except OSError:
        return ""
