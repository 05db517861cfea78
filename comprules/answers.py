"""Answers about a number, for the editor and the assistant: what the rule is, was, and where it is now.

Answers come from a knowledge base if there is one, otherwise from the ledger, which has headings and histories but no
texts.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec import Struct

from comprules.cli.lookup import describe_elsewhere, latest_of
from rules.errors import ComprulesError
from rules.numbers import is_term, name_of, number_of
from rules.store.query import number_in

if TYPE_CHECKING:
    from rules.store import Store

SITE_VARIABLE = "COMPRULES_SITE_URL"
"""Environment variable with the address of the site that answers link to; without it they have no links."""


class NoSuchRule(ComprulesError, LookupError):
    """Error: there is no such rule; the message names editions that have the number, if any."""


class Answer(Struct, frozen=True):
    """What is known about a number.

    Attributes:
        number: The requested key, in `edition`.
        edition: Id of the edition: the requested one, or by default the last that has the number.
        set_name: Name, or else code, of the set that the edition was released with; may be empty.
        latest: Id of the newest edition known.
        heading: Its own heading, or that of the rule or chapter above it; None if there is none.
        text: Its text; None without a knowledge base.
        examples: Its examples; empty without a knowledge base.
        lineage: Id of its lineage.
        now: Its number in the newest edition; None if it is no longer there.
        link: Address of its permanent page; empty if no site is configured.
    """

    number: str
    edition: str
    set_name: str
    latest: str
    heading: str | None
    text: str | None
    examples: tuple[str, ...]
    lineage: str | None
    now: str | None
    link: str

    @property
    def is_current(self) -> bool:
        """Return whether the number means the same rule in the newest edition."""
        return self.now == self.number

    @property
    def standing(self) -> str:
        """Return in a few words what became of the number since."""
        if self.is_current:
            return f"current in {self.latest}"
        if self.now is not None:
            return f"now {name_of(self.now)} in {self.latest}"
        return f"gone from {self.latest}; it had this number in {self.edition}"


def answer(facts: Store, typed: str, as_of: str | None = None, site: str | None = None) -> Answer:
    """Return what a number means.

    Args:
        facts: A knowledge base or the ledger.
        typed: A number as people write it (`702.40a`, `CR 702.40a`), or `glossary:TERM`.
        as_of: Any name of an edition; None for the latest, or if that lacks the number the last that has it.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        NoSuchRule: No edition has it, or the requested one does not.
        UnknownEdition: There is no such edition.
    """
    key = typed.strip() if is_term(typed.strip()) else number_in(typed) or typed.strip()
    latest = latest_of(facts, "latest")
    edition = latest_of(facts, as_of or "latest")
    lineage = facts.lineage_at(edition, key)
    if lineage is None and as_of is None:
        last = facts.last_edition_with(key)
        if last is not None:
            edition, lineage = last, facts.lineage_at(last, key)
    if lineage is None:
        hint = describe_elsewhere(facts, typed).strip()
        raise NoSuchRule(f"edition {edition} has no {name_of(key)!r}" + (f"; {hint}" if hint else ""))
    versions = facts.versions(lineage)
    now = versions[-1].key if versions and versions[-1].last == latest else None
    heading, text, examples = _read_words(facts, edition, key)
    known = next((known_edition for known_edition in facts.editions() if known_edition.id == edition), None)
    name = (known.set_name or known.set_code or "") if known else ""
    link = permanent_link(lineage, edition, site)
    return Answer(key, edition, name, latest, heading, text, examples, lineage, now, link)


def permanent_link(lineage: str, edition: str, site: str | None = None) -> str:
    """Return the permanent address of a rule as worded in one edition; empty if no site is configured.

    Args:
        lineage: Id of its lineage.
        edition: Id of the edition.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    base = _site(site)
    if not base:
        return ""
    from site_src.layout.addresses import id_page  # noqa: PLC0415 - only needed if a site is configured

    return f"{base}/{quote(id_page(lineage), safe='/@~=.')}#{edition}"


def record_link(facts: Store, edition: str, key: str, site: str | None = None) -> str:
    """Return the permanent address of a record of an edition; empty if no site is configured.

    Args:
        facts: A knowledge base or the ledger.
        edition: Id of the edition.
        key: `702.40a`, `glossary:Storm`.
        site: Address of the site; None for `$COMPRULES_SITE_URL`.
    """
    lineage = facts.lineage_at(edition, key) if _site(site) else None
    return permanent_link(lineage, edition, site) if lineage else ""


def comparison_link(old: str, new: str, site: str | None = None) -> str:
    """Return the address of the comparison of two editions; empty if no site is configured.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        site: As for `permanent_link`.
    """
    base = _site(site)
    return f"{base}/compare/?from={old}&to={new}" if base else ""


def _site(named: str | None) -> str:
    return (os.environ.get(SITE_VARIABLE, "") if named is None else named).rstrip("/")


def _read_words(facts: Store, edition: str, key: str) -> tuple[str | None, str | None, tuple[str, ...]]:
    """Return heading, text and examples, as far as they are known."""
    if not facts.has_texts:
        return facts.title(edition, key), None, ()
    if is_term(key):
        entry = next((record for record in facts.glossary(edition) if record.key == key), None)
        return (name_of(key), entry.text if entry else None, ())
    rule = facts.rule(edition, key)
    if rule is None:
        return None, None, ()
    above, heading = rule.parent, rule.heading
    while heading is None and above:
        parent = facts.rule(edition, number_of(above))
        heading, above = (parent.heading, parent.parent) if parent else (None, None)
    return heading, rule.text or rule.heading or "", rule.examples
