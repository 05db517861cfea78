"""The names in a query for which the searched edition has other names.

An *old name* was given up for another one: `converted mana cost` for `mana value`. In an edition before that, the newer
name is the one that is not *in force*.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from graph.compare.renamed import is_sure
from graph.search.text import words_in
from graph.terms.names import TermNames
from rules.links import Term


class OldName(msgspec.Struct, frozen=True):
    """A name that was given up; for an older edition, a name that was not yet used (`names_not_in_force`).

    Attributes:
        old: The name, in lower case and without hyphens.
        names: The names that replaced it, oldest first; for a name not yet used, the one that was used instead.
        edition: The first edition without the old name.
        since: The edition since which the last name is used.
    """

    old: str
    names: tuple[str, ...]
    edition: str
    since: str


def list_old_names(terms: Iterable[Term]) -> list[OldName]:
    """Return the names that were given up, one for each form of a name, in alphabetical order.

    If several renamings give a name up, a curated one counts first, then the oldest. Of the forms of a name that are
    alike without marks, such as `engine's` and `engine`, the first counts, which is the name itself.
    """
    renamings = [term for term in terms if term.kind == "renamed" and is_sure(term)]
    term_names = TermNames(renamings)
    names: dict[str, OldName] = {}
    for term in sorted(renamings, key=lambda term: (not term.curated, term.edition)):
        for old, new in _forms_of(term):
            name = _follow_name(term_names, term.edition, old, new)
            if name is not None:
                names.setdefault(name.old, name)
    return sorted(names.values(), key=lambda name: name.old)


def _forms_of(term: Term) -> Iterable[tuple[str, str]]:
    """Return the old and the new form of a renamed term, then its other pairs of forms, each once."""
    return dict.fromkeys(((term.old, term.new or ""), *term.forms))


def _follow_name(term_names: TermNames, edition: str, old: str, new: str) -> OldName | None:
    """Return a name with those that replaced it; None if none did, because the same name came back.

    Args:
        term_names: All renamings.
        edition: The edition that gave the name up.
        old: The name.
        new: The name that replaced it first.
    """
    newer_names = [name for name in (new, *term_names.newer_names(new)) if name and name != old]
    if not newer_names:
        return None
    since = edition
    was_renamed_again = len(newer_names) > 1
    if was_renamed_again:
        renamings = [term.edition for term in term_names.taken_up(newer_names[-1]) if term.edition >= edition]
        if renamings:
            since = renamings[0]
    return OldName(plain_name(old), tuple(newer_names), edition, since)


def plain_name(name: str) -> str:
    """Return the form of a name in which names are compared: in lower case, with a blank for each hyphen."""
    return " ".join(words_in(name.replace("-", " ")))


def names_not_in_force(names: Sequence[OldName], edition: str) -> list[OldName]:
    """Return the names that an edition does not use: those given up up to it, and those that came after it."""
    given_up = [name for name in names if name.edition <= edition]
    not_yet_used = _swap_names(name for name in names if name.edition > edition)
    return [*given_up, *not_yet_used]


def _swap_names(names: Iterable[OldName]) -> Iterator[OldName]:
    """Yield the first name that replaced each old one, with the old name as its replacement.

    Example: `mana value` replaced `converted mana cost` → in an edition before that, `mana value` is a name that is not
    in force, and `converted mana cost` is used instead.
    """
    for name in names:
        if name.names:
            first_new_name = name.names[0]
            yield OldName(old=plain_name(first_new_name), names=(name.old,), edition=name.edition, since=name.edition)


def old_names_in(names: Iterable[OldName], text: str, is_used: Callable[[str], bool]) -> list[OldName]:
    """Return the old names that a text has as whole words, the longest first; none is within another.

    Args:
        names: The old names.
        text: The text.
        is_used: Returns whether the edition uses a name nevertheless; such names are left out.
    """
    rest = f" {plain_name(text)} "
    found = []
    for name in sorted(names, key=lambda name: (-len(name.old), name.old)):
        if f" {name.old} " in rest and not is_used(name.old):
            rest = rest.replace(f" {name.old} ", " # ")
            found.append(name)
    return found
