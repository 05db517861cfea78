"""The facts of `terms.toml`: renamed terms that a person verified.

A curated fact confirms a mined term (its kind, its spelling) or adds one that mining cannot find: terms given up before
the first edition, turns of phrase, senses. It never replaces evidence, which is looked up in the editions.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, cast, get_args

from msgspec import Struct

from graph.curated_file import read_tables
from rules.errors import ComprulesError
from rules.links import INSTEAD, TermKind
from rules.text import fold

TERMS_FILE = "terms.toml"
_KINDS = frozenset(get_args(TermKind))
_FIELDS = ("old", "new", "edition", "kind", "forms", "declared", "rule", "note")
_NEEDED = ("old", "edition", "kind")


class TermsError(ComprulesError, ValueError):
    """`terms.toml` is invalid; the message names the fact and says what is wrong."""


class Fact(Struct, frozen=True):
    """A curated renaming.

    Attributes:
        old: The old words, folded.
        new: The new words, folded; None for a retired term.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What happened to the old words.
        forms: All forms (old, new), this one first; the new one is empty for a retired term.
        declared: Term of the glossary entry that came with the edition and states the change; may be empty.
        note: An explanation; may be empty.
        rule: Number of a rule of the edition about the new words, if neither a changed passage nor a glossary entry
            shows them; else empty.
    """

    old: str
    new: str | None
    edition: str
    kind: TermKind
    forms: tuple[tuple[str, str], ...]
    declared: str = ""
    note: str = ""
    rule: str = ""


@cache
def curated_terms() -> tuple[Fact, ...]:
    """Return the facts that ship with comprules, by edition.

    Raises:
        TermsError: The file is invalid.
    """
    return read_terms((files("graph") / TERMS_FILE).read_text(encoding="utf-8"))


def known_renamings(first: str | None = None, last: str | None = None) -> tuple[tuple[str, str], ...]:
    """Return the curated renamings between two editions: folded old words and folded new words, in all forms.

    Headings, keywords and classes are left out: their new words do not replace the old ones in the texts.

    Args:
        first: Id of the older edition; None for all before `last`.
        last: Id of the newer edition; None for all after `first`.
    """
    return tuple(
        form
        for fact in curated_terms()
        if fact.kind in INSTEAD and (first is None or first < fact.edition) and (last is None or fact.edition <= last)
        for form in fact.forms
    )


def read_terms(text: str) -> tuple[Fact, ...]:
    """Read and check facts in the format of `terms.toml`.

    Raises:
        TermsError: The text is no TOML, or a fact is incomplete, has unknown fields, or is a duplicate.
    """
    tables = read_tables(TERMS_FILE, text, "term", TermsError)
    facts = tuple(_read_fact(number, table) for number, table in enumerate(tables, 1))
    seen: set[tuple[str, str | None, str]] = set()
    for fact in facts:
        identity = (fact.old, fact.new, fact.edition)
        if identity in seen:
            raise TermsError(f"{TERMS_FILE}: {fact.old!r} of {fact.edition} is listed twice; keep one")
        seen.add(identity)
    return tuple(sorted(facts, key=lambda fact: (fact.edition, fact.old, fact.new or "")))


def _read_fact(number: int, table: dict[str, Any]) -> Fact:
    where = f"{TERMS_FILE}: fact {number} ({table.get('old', 'without old words')})"
    for name, value in table.items():
        if name not in _FIELDS:
            raise TermsError(f"{where}: unknown field {name!r}; known are {', '.join(_FIELDS)}")
        wanted = list if name == "forms" else str
        if not isinstance(value, wanted) or not value:
            raise TermsError(f"{where}: {name} must be a non-empty {wanted.__name__}")
    for name in _NEEDED:
        if name not in table:
            raise TermsError(f"{where}: {name} is missing")
    kind, new = table["kind"], table.get("new")
    if kind not in _KINDS:
        raise TermsError(f"{where}: kind must be one of {', '.join(sorted(_KINDS))}")
    if (new is None) != (kind == "retired"):
        raise TermsError(f"{where}: what is retired has no new words, everything else has")
    forms = ((table["old"], new or ""), *_read_forms(where, table.get("forms", ())))
    for phrase in (phrase for form in forms for phrase in form):
        if phrase != fold(phrase) or "-" in phrase:
            raise TermsError(f"{where}: {phrase!r} must be in small letters with single spaces and no hyphens")
    return Fact(
        table["old"],
        new,
        table["edition"],
        cast("TermKind", kind),
        tuple(dict.fromkeys(forms)),
        table.get("declared", ""),
        table.get("note", ""),
        table.get("rule", ""),
    )


def _read_forms(where: str, pairs: object) -> tuple[tuple[str, str], ...]:
    forms = []
    for pair in cast("list[object]", pairs):
        match pair:
            case [str(old), str(new)] if old and new:
                forms.append((old, new))
            case _:
                raise TermsError(f"{where}: each of the forms must be a pair of old and new words")
    return tuple(forms)
