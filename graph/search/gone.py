"""The names and sayings of what the rules no longer have, so that only former editions decide it.

Mana burn is gone: no rule of today is about it. The converted mana cost is not: it only has another name. A *saying* is
a phrase of players that the rules never used, such as `damage on the stack`. A *retired* term is one that a person
marked as retired in `graph/terms.toml`.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from graph.search.claims import find_sayings
from graph.search.definition import read_definition
from graph.search.index import join_stems, list_references
from graph.search.lives import NameLife
from graph.search.sayings_file import read_sayings
from graph.search.text import stem_of, stems_of_saying, words_in
from rules.keys import is_entry
from rules.links import Term
from rules.store import Store


class GoneName(Struct, frozen=True):
    """A name or saying of something that the newest edition no longer has.

    Attributes:
        name: The name or saying, folded.
        gone_since: The first edition without it.
        until: The last edition with it; empty if the first edition only says that it is gone.
        rules: Rules and entries of that edition that decide it.
        term: The old name of the term whose page has its history; empty if there is none.
        is_saying: Whether players say it, and the rules did not.
    """

    name: str
    gone_since: str
    until: str
    rules: tuple[str, ...]
    term: str = ""
    is_saying: bool = False


def list_gone_names(store: Store, lives: Collection[NameLife], renamed: Iterable[str]) -> list[GoneName]:
    """Return the names and sayings that the newest edition no longer has, in alphabetical order.

    If the same words are a saying, a former name and a retired term, the saying counts; of the two others the name.
    A name is left out if players use it for something that rules of today decide, as the sayings of today tell.

    Args:
        store: The knowledge base.
        lives: How long the rules had each name.
        renamed: Names that were given up for others; they are not gone, but have another name.
    """
    retired = _list_retired(store.best_terms())
    renamed_names = frozenset(renamed)
    sayings = read_sayings()
    names: dict[str, GoneName] = {name.name: name for name in _list_retired_names(store, lives, retired)}
    for life in lives:
        if life.name not in renamed_names and _has_ended(store, life, retired):
            names[life.name] = _make_gone(store, life, retired)
    gone = {name: gone_name for name, gone_name in names.items() if name not in sayings.rules}
    for until, sayings_of_edition in sayings.gone.items():
        for gone_saying in _list_gone_sayings(store, until, sayings_of_edition, retired):
            gone[gone_saying.name] = gone_saying
    return sorted(gone.values(), key=lambda name: name.name)


def _list_retired_names(store: Store, lives: Iterable[NameLife], retired: Mapping[str, Term]) -> Iterator[GoneName]:
    """Yield the names of retired terms that no rule or entry of the newest edition has as its name.

    No heading or entry need ever have had such a name, so it comes without the rules that decided it.

    Args:
        store: The knowledge base.
        lives: How long the rules had each name.
        retired: The retired terms, by each of their forms.
    """
    newest = store.chained()[-1]
    present = {life.joined_stems for life in lives if life.last == newest}
    for name, term in retired.items():
        if join_stems(words_in(name)) not in present:
            until = store.previous(term.edition) or ""
            yield GoneName(name, gone_since=term.edition, until=until, rules=(), term=term.old)


def _make_gone(store: Store, life: NameLife, retired: Mapping[str, Term]) -> GoneName:
    """Return a name of former editions as gone.

    Args:
        store: The knowledge base.
        life: How long the rules had the name.
        retired: The retired terms, by each of their forms.
    """
    return GoneName(
        name=life.name,
        gone_since=_find_next(store, life.last),
        until=life.last,
        rules=tuple(_list_rules(store, life.last, life.last_key)),
        term=retired[life.name].old if life.name in retired else "",
    )


def _list_gone_sayings(
    store: Store, until: str, sayings: Mapping[str, tuple[str, ...]], retired: Mapping[str, Term]
) -> Iterator[GoneName]:
    """Yield sayings that only former editions decide.

    There are none if the knowledge base lacks the last of these editions, or has no later one.

    Args:
        store: The knowledge base.
        until: The last edition that decides them.
        sayings: The rules of that edition that decide each saying.
        retired: The retired terms, by each of their forms.
    """
    if until not in store.chained()[:-1]:
        return
    gone_since = _find_next(store, until)
    for saying, rules in sayings.items():
        term = _find_term(saying, retired)
        yield GoneName(saying, gone_since, until, rules, term, is_saying=True)


def _find_next(store: Store, edition: str) -> str:
    """Return the edition after one that is not the newest."""
    editions = store.chained()
    return editions[editions.index(edition) + 1]


def _list_retired(terms: Iterable[Term]) -> dict[str, Term]:
    """Return the terms that were retired, by each of their forms; those that a person confirmed."""
    retired: dict[str, Term] = {}
    for term in terms:
        if term.curated and term.kind == "retired":
            for name in (term.old, *(old for old, _ in term.forms)):
                retired.setdefault(name, term)
    return retired


def _has_ended(store: Store, life: NameLife, retired: Container[str]) -> bool:
    """Return whether the newest edition lacks a name, and its last rule or entry ended with the name.

    If that rule goes on under another heading, the name was only replaced. But a name that a person confirmed as
    retired has ended even if its rule goes on.
    """
    newest = store.chained()[-1]
    if life.last == newest:
        return False
    if life.name in retired:
        return True
    lineage = store.lineage_at(life.last, life.last_key)
    if lineage is None:
        return False
    last_version = store.versions(lineage)[-1]
    return last_version.last == life.last


def _find_term(saying: str, retired: Mapping[str, Term]) -> str:
    """Return the old name of the first retired term with a form that has all words of a saying; empty for none."""
    stems = stems_of_saying(saying)
    for name, term in retired.items():
        if stems <= stems_of_saying(name):
            return term.old
    return ""


def _list_rules(store: Store, edition: str, key: str) -> Iterator[str]:
    """Yield a record; before a glossary entry the rules of the edition to which it refers."""
    entry = store.entry(edition, key) if is_entry(key) else None
    if entry is not None:
        yield from (rule for rule in list_references(entry.text) if store.rule(edition, rule))
    yield key


def list_changed_sayings(store: Store) -> list[GoneName]:
    """Return the sayings that former editions decided otherwise, in the order of the file."""
    changed = read_sayings().changed.items()
    return [name for until, sayings in changed for name in _list_gone_sayings(store, until, sayings, {})]


def find_changed(words: Sequence[str], names: Iterable[GoneName], *, asks_for_change: bool) -> GoneName | None:
    """Return the saying that former editions decided otherwise, if a query asks for it; None for any other query.

    A query asks for it by words such as "the old" and "used to". Of several sayings the one of the most words counts.

    Args:
        words: The words of the query.
        names: The sayings.
        asks_for_change: Whether the query asks in another way when something changed.
    """
    subject = _drop_words_of_former(words)
    if not asks_for_change and len(subject) == len(words):
        return None
    filler = read_definition().filler
    by_name = {name.name: name for name in names}
    found = find_sayings([stem_of(word) for word in subject if word not in filler], by_name)
    return by_name[max(found, key=lambda saying: len(stems_of_saying(saying)))] if found else None


def _drop_words_of_former(words: Sequence[str]) -> list[str]:
    """Return the words of a query without those that ask for what was before: `the old legend rule` → `legend rule`."""
    text = f" {' '.join(words)} "
    for phrase in read_definition().history.former:
        text = text.replace(f" {phrase} ", " ")
    return text.split()


def find_gone(
    words: Sequence[str], content: Sequence[str], names: Iterable[GoneName], is_used: Callable[[str], bool]
) -> GoneName | None:
    """Return the name or saying in a query of something that is gone; None if there is none.

    - A name of several words is surely meant if players say it, or if a person confirmed it as retired. Every other
      name is only meant if the query is about nothing else.
    - The words of a saying may be in the query in any form and order. Those of any other name must be next to each
      other, and the newest edition must not use the name.

    Example: `mana burn for a creature` → `mana burn`, a retired term of two words. A name of one word, such as
    `landhome`, is found in `what is landhome`, but not in `landhome creature`.

    Args:
        words: The words of the query.
        content: The words of the query that say what it is about.
        names: The names and sayings.
        is_used: Returns whether the newest edition uses a name in its texts, although no rule or entry has it as its
            name. It is not asked about sayings.
    """
    filler = read_definition().filler
    by_name = {name.name: name for name in names}
    stems = [stem_of(word) for word in words if word not in filler]
    stems_of_content = frozenset(map(stem_of, content))
    for found in find_sayings(stems, by_name):
        name = by_name[found]
        if not _is_asked_for(name, stems_of_content):
            continue
        if name.is_saying or (_has_run(stems, name.name) and not is_used(name.name)):
            return name
    return None


def _is_asked_for(name: GoneName, stems_of_content: frozenset[str]) -> bool:
    """Return whether a query asks for a name whose words it has: surely, or because it is about nothing else.

    Args:
        name: The name.
        stems_of_content: The stems of the words that say what the query is about.
    """
    stems_of_name = stems_of_saying(name.name)
    is_surely_meant = len(stems_of_name) > 1 and bool(name.is_saying or name.term)
    is_all_that_is_asked = bool(stems_of_name) and stems_of_content <= stems_of_name
    return is_surely_meant or is_all_that_is_asked


def _has_run(stems: Sequence[str], name: str) -> bool:
    """Return whether a query, by its stems without fillers, has the words of a name next to each other."""
    filler = read_definition().filler
    stems_of_name = [stem_of(word) for word in words_in(name) if word not in filler]
    return f" {' '.join(stems_of_name)} " in f" {' '.join(stems)} "
