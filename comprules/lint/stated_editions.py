"""Find the editions that a tree states: in the name of a file, or where a program names a file of the rules.

Such a name is `MagicCompRules 20170925.txt`, `MagicCompRules_2017-09-25.txt` or `comprehensive-rules.2017.09.25.pdf`.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from comprules.lint.dating import relative_path
from comprules.lint.decode import is_binary
from comprules.lint.init_answers import StatedEdition
from comprules.lint.read import MEGABYTE, File
from graph.history import History
from rules.late_patterns import compile_late

_NAME = compile_late(
    rb"""
    (?:Magic|MTG|Mtg|mtg)?[ _-]?(?:Comp|comp)(?:rehensive)?(?:%20|[ _-])?[Rr]ules(?:%20|[ _.-]){0,2}
    (?P<year>(?:19|20)\d\d)(?P<mark>[ _./-]?)(?P<month>0[1-9]|1[0-2])(?P=mark)(?P<day>0[1-9]|[12]\d|3[01])(?!\d)
    (?:\.\w{2,4})?
    """,
    re.VERBOSE,
)
"""The name of a file of the rules, with its date."""
_SHOWS_NAME = b"ules"
"""A part of all such names, for which a text is searched first."""
_MOST_FILES = 20_000
"""Maximum number of files that are searched, since a tree may have very many."""
_LARGEST = MEGABYTE
"""Maximum size in bytes of a file that is searched; larger ones are data."""
_MOST_IN_FILE = 2
"""Maximum number of editions that a file can state; one that names more has a list of editions."""
_MOST_IN_TREE = 3
"""Maximum number of editions that the texts of a tree can state; if they name more, they are about many editions."""


def find_stated_editions(files: Iterable[File], root: Path, history: History) -> tuple[StatedEdition, ...]:
    """Return the editions that a tree states, each once.

    A text that names many editions states none of them: it is about the history of the rules.

    Args:
        files: The files of the tree.
        root: The folder of the tree, which the answer is relative to.
        history: The history of the rules.
    """
    by_name: dict[str, StatedEdition] = {}
    by_text: dict[str, StatedEdition] = {}
    ordered = sorted(files, key=lambda file: file.path)[:_MOST_FILES]
    for file in ordered:
        path = _show_name(relative_path(file.path, root))
        name = _show_name(Path(file.path).name)
        for edition in _find_editions(name.encode(), history):
            by_name.setdefault(edition, StatedEdition(path, name, edition))
        words_of = _find_editions(_read(file), history)
        if len(words_of) <= _MOST_IN_FILE:
            for edition, words in words_of.items():
                by_text.setdefault(edition, StatedEdition(path, words, edition))
    if len(by_text) <= _MOST_IN_TREE:
        by_name = by_text | by_name
    return tuple(by_name[edition] for edition in sorted(by_name))


def _show_name(name: str) -> str:
    r"""Return the name of a file as the answer has it: bytes that are not UTF-8 as `\xff`, since JSON has none."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _find_editions(data: bytes, history: History) -> dict[str, str]:
    """Return the editions that a text names, each with the words that name it first."""
    editions: dict[str, str] = {}
    if _SHOWS_NAME in data:
        for edition, words in _list_editions(data, history):
            editions.setdefault(edition, words)
    return editions


def _list_editions(data: bytes, history: History) -> Iterator[tuple[str, str]]:
    """Yield the editions that a text names, with the words that name them; dates without an edition are left out."""
    for match in _NAME.finditer(data):
        day = (match["year"] + match["month"] + match["day"]).decode()
        try:
            edition = history.calendar.resolve(day)
        except LookupError:
            continue
        yield edition, match[0].decode().strip(" _-")


def _read(file: File) -> bytes:
    """Return the bytes of a file; none if it is too large, or can't be read, or is no text."""
    if file.size > _LARGEST:
        return b""
    try:
        data = Path(file.path).read_bytes()
    except OSError:
        return b""
    return b"" if is_binary(data) else data
