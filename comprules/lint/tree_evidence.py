"""Evidence of a tree's editions in its files besides their citations, for `comprules init`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from comprules.lint.dating import TreeEvidence, has_moved, relative_path
from comprules.lint.declaration import write_pattern
from comprules.lint.decode import decode
from comprules.lint.git_dates import find_last_changes
from comprules.lint.init_answers import CopyInTree, OtherRules, UndeclaredFile
from comprules.lint.notices import Notice
from graph.citations.find.foreign import LEAST_UNKNOWN
from graph.citations.find.other_rules import find_other_game, names_magic
from graph.citations.records import Citation
from graph.history import History
from graph.ledger import Ledger
from graph.ledger.copied_edition import find_copied_edition

_LEAST_NUMBERS = 5
"""Minimum different numbers of a tree that show whether it cites Magic's rules; of fewer, most may be slips."""
_MOST_COPIES = 8
"""Maximum number of copies of the rules that are read again for their edition, since each takes a while."""
_README = "readme"
"""Beginning of the name, in small letters, of the file in which a tree says what it is about."""


def collect_evidence(
    cited: Sequence[tuple[str, Citation]], notices: Iterable[Notice], root: Path, history: History
) -> TreeEvidence:
    """Return the evidence in a tree besides its citations.

    Args:
        cited: Its citations, with the paths of their files relative to it.
        notices: What was skipped in it.
        root: The folder of the tree.
        history: The history of the rules.
    """
    notices = list(notices)

    def has_moved_since(number: str, edition: str) -> bool:
        return has_moved(history, number, edition, history.calendar.newest)

    return TreeEvidence(
        changed=find_last_changes(root, {path for path, _ in cited}),
        copies=_list_copies(notices, root, history.ledger),
        other_rules=_find_other_rules(cited, notices, root, history),
        unread=tuple(_list_unread(notices, root)),
        has_moved=has_moved_since,
    )


def _list_unread(notices: Iterable[Notice], root: Path) -> Iterator[UndeclaredFile]:
    """Yield the files that could not be read, or were too large, with the reason."""
    for notice in notices:
        if notice.kind in {"unread", "size"} and Path(notice.path).is_file():
            yield UndeclaredFile(relative_path(notice.path, root), notice.message)


def _list_copies(notices: Iterable[Notice], root: Path, ledger: Ledger) -> tuple[CopyInTree, ...]:
    """Return those of the first `_MOST_COPIES` copies of the rules in a tree whose edition is known."""
    copies: list[CopyInTree] = []
    for path in [notice.path for notice in notices if notice.kind == "copy"][:_MOST_COPIES]:
        try:
            data = Path(path).read_bytes()
        except OSError:  # it was readable a moment ago
            continue
        edition = find_copied_edition(decode(data).text, ledger)
        if edition is not None:
            copies.append(CopyInTree(relative_path(path, root), edition))
    return tuple(copies)


def _find_other_rules(
    cited: Sequence[tuple[str, Citation]], notices: Iterable[Notice], root: Path, history: History
) -> tuple[OtherRules, ...]:
    """Return the files of a tree that cite other rules than Magic's.

    The whole tree does if too many of its different numbers were in no edition of Magic's rules; if it says that it is
    about another game; or if such files have been skipped, and no other file cites rules.
    """
    excluded = [notice for notice in notices if notice.kind == "other-rules"]
    numbers = {number for _, citation in cited for number in citation.numbers}
    unknown = sum(not history.periods.of_key(number) for number in numbers)
    if len(numbers) >= _LEAST_NUMBERS and unknown >= LEAST_UNKNOWN * len(numbers):
        return (OtherRules("*", f"{unknown:,} of {len(numbers):,} numbers were never in Magic's rules"),)
    game = _find_game({path for path, _ in cited}, root)
    if game is not None:
        return (OtherRules("*", f"its readme names {game}, and neither that file nor one with citations names Magic"),)
    if excluded and not numbers:
        return (OtherRules("*", excluded[0].whole_reason),)
    return tuple(
        OtherRules(write_pattern(relative_path(notice.path, root)), notice.whole_reason) for notice in excluded
    )


def _find_game(citing: Iterable[str], root: Path) -> str | None:
    """Return the name of the other game that a tree is about; None if it is about Magic or names no other game.

    The readme of a tree names its game, so it must name the other one. If that file or a file with citations names
    Magic too, the tree may be about both.

    Args:
        citing: Paths of the files with citations, relative to the root.
        root: The folder of the tree.
    """
    readmes = [path for path in sorted(root.iterdir()) if path.name.lower().startswith(_README) and path.is_file()]
    texts = [_read_text(path) for path in readmes]
    game = find_other_game("\n".join(texts))
    if game is None or any(map(names_magic, texts)):
        return None
    if any(names_magic(path) or names_magic(_read_text(root / path)) for path in citing):
        return None
    return game


def _read_text(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read any more."""
    try:
        return decode(path.read_bytes()).text
    except OSError:
        return ""
