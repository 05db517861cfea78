"""Names that things had or have in another edition, which a query may use."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from graph.compare.renamed import is_sure
from graph.search.text import words_in
from graph.terms.names import TermNames
from rules.links import Term


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
    renamings = [term for term in terms if term.kind == "renamed" and is_sure(term)]
    chains = TermNames(renamings)
    names: dict[str, OldName] = {}
    for term in sorted(renamings, key=lambda term: (not term.curated, term.edition)):
        for old, new in _forms_of(term):
            name = _follow_name(chains, term.edition, old, new)
            if name is not None:
                names.setdefault(old, name)
    return sorted(names.values(), key=lambda name: name.old)


def _forms_of(term: Term) -> Iterable[tuple[str, str]]:
    """Return a renamed term, old and new, and its other forms, each once."""
    return dict.fromkeys(((term.old, term.new or ""), *term.forms))


def _follow_name(chains: TermNames, edition: str, old: str, new: str) -> OldName | None:
    """Return a name with those that it had since; None if it has the same again.

    Args:
        chains: All renamings.
        edition: The edition that gave the name up.
        old: The name.
        new: Its next one.
    """
    newer = [name for name in (new, *chains.newer_names(new)) if name and name != old]
    if not newer:
        return None
    since = edition
    if len(newer) > 1:
        later = [taken.edition for taken in chains.taken_up(newer[-1]) if taken.edition >= edition]
        since = later[0] if later else edition
    return OldName(plain_name(old), tuple(newer), edition, since)


def plain_name(name: str) -> str:
    """Return a name as it is compared: in small letters, with single blanks for hyphens."""
    return " ".join(words_in(name.replace("-", " ")))


def names_in_force(names: Sequence[OldName], edition: str) -> list[OldName]:
    """Return by what other names things are called in an edition: older names by the newer, and newer by the older."""
    forwards = [name for name in names if name.edition <= edition]
    return [*forwards, *_turn_round(name for name in names if name.edition > edition)]


def _turn_round(names: Iterable[OldName]) -> Iterator[OldName]:
    """Yield the next name of each old one, as one that had the old name before."""
    for name in names:
        if name.names:
            new = name.names[0]
            yield OldName(plain_name(new), (name.old,), name.edition, name.edition)


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
