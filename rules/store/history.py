"""Reading how the editions are connected: steps, links, renamed words, lineages and their versions."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import TYPE_CHECKING

from rules.chain import StepEnds
from rules.links import Link, RenamedTerm
from rules.records import RETYPED
from rules.store import rows
from rules.store.base import OpenFile

if TYPE_CHECKING:
    from rules.correspondence import Correspondence
    from rules.links import Replacement, Version

_AT_EDITION = re.compile(r"(?P<key>.+)@(?P<edition>\d{4}-\d\d-\d\d)")
_KEY = "CASE ordinal WHEN 1 THEN {name} ELSE {name} || '#' || ordinal END"
_KEYS = f"""
    SELECT {_KEY.format(name="number")} FROM rules WHERE edition = :edition ORDER BY position
"""  # noqa: S608 - fixed words only
_TERMS = f"""
    SELECT {_KEY.format(name="'glossary:' || title")} FROM glossary JOIN texts ON texts.id = text_id
    WHERE edition = :edition ORDER BY position
"""  # noqa: S608 - fixed words only
_ALIVE = """
    FROM versions JOIN editions ON editions.id = versions.first_edition
    WHERE work = ?1 AND first_edition <= ?2 AND last_edition >= ?2
"""
_RETYPED = "FROM retyped_keys WHERE edition = ?2"
_CORRESPONDING = """
    SELECT DISTINCT correspondences.* FROM versions JOIN correspondences
    ON versions.key = correspondences.{key}
        AND correspondences.{edition} BETWEEN versions.first_edition AND versions.last_edition
    JOIN editions AS one ON one.id = versions.first_edition
    JOIN editions AS other ON other.id = correspondences.{edition} AND other.work = one.work
    WHERE lineage = ? ORDER BY correspondences.edition, correspondences.position
"""
_RESTATING = _CORRESPONDING.format(key="key", edition="edition")
_RESTATED = _CORRESPONDING.format(key="other", edition="other_edition")


class HistoryReader(OpenFile):
    """The part of `Store` that reads the results of aligning the editions."""

    def previous(self, edition: str) -> str | None:
        """Return the edition of the same work that comes before, never a retyped one; None for the first of a work."""
        self._check(edition)
        steps = self.select("SELECT previous FROM steps WHERE edition = ?", edition)
        return next((before for (before,) in steps if before not in self.retyped), None)

    def step_fingerprints(self) -> dict[StepEnds, str]:
        """Return, by the two editions of each step, a hash of what the alignment was made from."""
        query = "SELECT previous, edition, fingerprint FROM steps ORDER BY edition, previous"
        return {StepEnds(previous, edition): fingerprint for previous, edition, fingerprint in self.select(query)}

    def links(self, edition: str, previous: str | None = None) -> tuple[Link, ...]:
        """Return the links from the edition before to this one, without those that are trivial.

        A record that is in none of them continues unchanged under the same key. If one link of a record is listed, all
        its links are.

        Args:
            edition: The newer edition.
            previous: The older edition of one of the steps to it; by default the one that `previous` returns.
        """
        self._check(edition)
        before = previous or self.previous(edition)
        query = f"SELECT {rows.LINK_COLUMNS} FROM links WHERE edition = ? AND previous = ? ORDER BY position"  # noqa: S608
        return tuple(rows.link_from(row) for row in self.select(query, edition, before))

    def links_from(self, key: str) -> dict[tuple[str, str], tuple[Link, ...]]:
        """Return the links of a key in all editions, without trivial ones, by the editions before and after a step."""
        query = f"SELECT previous, edition, {rows.LINK_COLUMNS} FROM links WHERE old = ? ORDER BY edition, position"  # noqa: S608
        links: dict[tuple[str, str], tuple[Link, ...]] = {}
        for previous, edition, *row in self.select(query, key):
            links[previous, edition] = (*links.get((previous, edition), ()), rows.link_from(row))
        return links

    def links_between(self, first: str, last: str) -> tuple[tuple[str, Link], ...]:
        """Return the links, without trivial ones, of all steps from one edition to a later one of the same work.

        The steps pass over the retyped editions between the two.

        Returns:
            Pairs of the newer edition of the step and the link, oldest step first; those with
            `first < edition <= last`.

        Raises:
            LookupError: An edition is not in the knowledge base.
            ValueError: The two are editions of different works.
        """
        self._check(first)
        self._check(last)
        work = self.works[last]
        if self.works[first] != work:
            raise ValueError(f"{first} and {last} are editions of different works, which are not aligned")
        query = f"""SELECT edition, {rows.LINK_COLUMNS} FROM links
                    JOIN editions AS older ON older.id = previous JOIN editions AS newer ON newer.id = edition
                    WHERE newer.work = ?1 AND previous >= ?2 AND edition <= ?3
                        AND (older.condition <> '{RETYPED}' OR previous = ?2)
                        AND (newer.condition <> '{RETYPED}' OR edition = ?3)
                    ORDER BY edition, position"""  # noqa: S608
        return tuple(
            # same as `rows.link_from`, inlined because there may be 30,000 links
            (edition, Link(old, new, kind, change, method, score, main == 1))
            for edition, old, new, kind, change, method, score, main in self.select(query, work, first, last)
        )

    def replacements(self, edition: str) -> tuple[Replacement, ...]:
        """Return the words that replaced others between the edition before and this one, best supported first."""
        query = """SELECT old, new, support, consistency, evidence FROM replacements
                   WHERE edition = ? AND previous = ? ORDER BY position"""
        return tuple(rows.replacement_from(row) for row in self.select(query, edition, self.previous(edition)))

    def terms(self, first: str, last: str) -> tuple[RenamedTerm, ...]:
        """Return the terms that were renamed or retired after one edition, up to and with a later one, oldest first."""
        self._check(first)
        self._check(last)
        query = """SELECT old, new, edition, kind, score, curated, forms FROM terms
                   WHERE edition > ? AND edition <= ? ORDER BY edition, position"""
        return tuple(
            RenamedTerm(old, new, edition, kind, score, bool(curated), tuple((a, b) for a, b in json.loads(forms)))
            for old, new, edition, kind, score, curated, forms in self.select(query, first, last)
        )

    def keys(self, edition: str) -> tuple[str, ...]:
        """Return the keys of an edition's rules and glossary entries, in the order of the document."""
        self._check(edition)
        return tuple(row[0] for row in chain(self.select(_KEYS, edition), self.select(_TERMS, edition)))

    def lineages(self, edition: str) -> dict[str, str]:
        """Return the lineage id by key of each record that is alive in an edition, in the order of the document."""
        keys = self.keys(edition)
        query = f"SELECT key, lineage {self._tell_holders(edition)}"
        lineage_of = dict(self.select(query, self.works[edition], edition))
        return {key: lineage_of[key] for key in keys if key in lineage_of}

    def lineage_at(self, edition: str, key: str) -> str | None:
        """Return the lineage that a key names in an edition; None if the edition has no such key."""
        self._check(edition)
        query = f"SELECT lineage {self._tell_holders(edition)} AND key = ?3"
        lineages = self.select(query, self.works[edition], edition, key)
        return lineages[0][0] if lineages else None

    def _tell_holders(self, edition: str) -> str:
        """Return the part of a query that yields the lineages of an edition, by its work and id."""
        return _RETYPED if edition in self.retyped else _ALIVE

    def find_lineage(self, name: str) -> str | None:
        """Return the id of the lineage that `name` means, None if there is none.

        Args:
            name: An id, a former id (an alias), or any `KEY@EDITION` of a record of the lineage.
        """
        lineages = self.select(
            "SELECT id FROM lineages WHERE id = ? UNION ALL SELECT lineage FROM lineage_aliases WHERE alias = ?",
            name,
            name,
        )
        if lineages:
            return str(lineages[0][0])
        place = _AT_EDITION.fullmatch(name)
        if place is None or place["edition"] not in self.edition_ids:
            return None
        return self.lineage_at(place["edition"], place["key"])

    def versions(self, lineage: str) -> tuple[Version, ...]:
        """Return the versions of a lineage, oldest first; empty if there is no such lineage.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        query = f"SELECT {rows.VERSION_COLUMNS} FROM versions WHERE lineage = ? ORDER BY position"  # noqa: S608
        selected = self.select(query, lineage)
        if not selected:
            known = self.find_lineage(lineage)
            selected = [] if known is None else self.select(query, known)
        return tuple(map(rows.version_from, selected))

    def holders(self, key: str) -> tuple[Version, ...]:
        """Return all versions that ever had a key, of all works, oldest first."""
        query = f"SELECT {rows.VERSION_COLUMNS} FROM versions WHERE key = ? ORDER BY first_edition"  # noqa: S608
        return tuple(map(rows.version_from, self.select(query, key)))

    def all_versions(self) -> tuple[Version, ...]:
        """Return the versions of all lineages, by lineage id (as text), then oldest first."""
        query = f"SELECT {rows.VERSION_COLUMNS} FROM versions ORDER BY lineage, position"  # noqa: S608
        return tuple(rows.version_from(row) for row in self.select(query))

    def all_keys(self) -> tuple[str, ...]:
        """Return every key that a record of any edition ever had, sorted as text."""
        return tuple(key for (key,) in self.select("SELECT key FROM versions UNION SELECT key FROM retyped_keys"))

    def last_edition_with(self, key: str) -> str | None:
        """Return the last edition with a rule of this number, or a record of this key; None if there was never one."""
        last: str | None = self.select("SELECT max(last_edition) FROM versions WHERE key = ?", key)[0][0]
        return last

    def correspondences(self, edition: str) -> tuple[Correspondence, ...]:
        """Return what an edition restates of another work, in rule order; nothing for the Comprehensive Rules."""
        self._check(edition)
        query = "SELECT * FROM correspondences WHERE edition = ? ORDER BY position"
        return tuple(rows.correspondence_from(row) for row in self.select(query, edition))

    def correspondences_of(self, lineage: str) -> tuple[Correspondence, ...]:
        """Return what the rules of a lineage restate and what restates them, in the order of the restating rules.

        Args:
            lineage: Anything that `find_lineage` accepts.
        """
        lineage_id = self.find_lineage(lineage)
        both = [row for query in (_RESTATING, _RESTATED) for row in self.select(query, lineage_id)]
        return tuple(rows.correspondence_from(row) for row in both)
