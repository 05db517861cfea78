"""Names that things had or have in another edition, which a query may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from graph.compare.passages import is_sure
from graph.search.text import words_in
from graph.terms import Term, TermNames


class OldName(msgspec.Struct, frozen=True):
    """A name that was given up.

    Attributes:
        old: The name, in small letters and without hyphens.
        names: Its names since, oldest first.
        edition: The first edition without the old name.
        since: The edition since which the last name is used.
    """

    old: str
    names: tuple[str, ...]
    edition: str
    since: str


def old_names(terms: Iterable[Term]) -> list[OldName]:
    """Return the names given up, with a row for each form; the most certain renaming of a name counts."""
    known = [term for term in terms if term.kind == "renamed" and is_sure(term)]
    chains = TermNames(known)
    names: dict[str, OldName] = {}
    for term in sorted(known, key=lambda term: (not term.curated, term.edition)):
        for old, new in dict.fromkeys(((term.old, term.new or ""), *term.forms)):
            newer = [name for name in (new, *chains.newer_names(new)) if name and name != old]
            if newer:
                last = [taken.edition for taken in chains.taken_up(newer[-1]) if taken.edition >= term.edition]
                since = last[0] if len(newer) > 1 and last else term.edition
                names.setdefault(old, OldName(plain_name(old), tuple(newer), term.edition, since))
    return sorted(names.values(), key=lambda name: name.old)


def plain_name(name: str) -> str:
    """Return a name as it is compared: in small letters, with single blanks for hyphens."""
    return " ".join(words_in(name.replace("-", " ")))


def names_in_force(names: Sequence[OldName], edition: str) -> list[OldName]:
    """Return by what other names things are called in an edition: older names by the newer, and newer by the older."""
    backwards = [
        OldName(plain_name(new), (name.old,), name.edition, name.edition)
        for name in names
        if name.edition > edition
        for new in name.names[:1]
    ]
    return [name for name in names if name.edition <= edition] + backwards


def old_names_in(names: Iterable[OldName], text: str, is_used: Callable[[str], bool]) -> list[OldName]:
    """Return the names that occur in a text as whole words, longest first, none within another.

    Args:
        names: Names of things that have others.
        text: The text.
        is_used: Tells whether a name is in use all the same; such names are left out.
    """
    rest = f" {plain_name(text)} "
    found = []
    for name in sorted(names, key=lambda name: (-len(name.old), name.old)):
        if f" {name.old} " in rest and not is_used(name.old):
            rest = rest.replace(f" {name.old} ", " # ")
            found.append(name)
    return found
