"""The plan of a run of `ingest`: which editions changed since the existing knowledge base was written."""

import hashlib
import json
from collections.abc import Iterable, Mapping

from comprules.code import aligning_code, reading_code, tracing_code
from comprules.facts import SAMPLE_ORIGIN
from comprules.ingest_tasks import make_tasks
from comprules.work import Task
from rules.store import SCHEMA_VERSION, Store
from scraper.archive import Archive
from scraper.fragments import load_fragments
from scraper.registry import load_registry


class IngestPlan:
    """A comparison of an archive with the knowledge base that an earlier run made.

    An edition has changed if its fingerprint has: a hash of the bytes of its copies, the facts about it in the manifest
    and the registry, and the source code that reads it.

    Args:
        archive: The archive.
        existing: The existing knowledge base; None to read every edition.

    Attributes:
        tasks: A task to read each edition of the archive, oldest first.
        changed: The tasks of new and changed editions, by edition. Editions that no run could read are among them,
            because no knowledge base has them.
        fragments: The parts of editions in the archive.
        unusable_fragments: The problems of parts that cannot be used.
        carried: The existing knowledge base if it has unchanged editions, else None.
    """

    def __init__(self, archive: Archive, existing: Store | None) -> None:
        self.tasks = make_tasks(archive, load_registry())
        self.fragments, self.unusable_fragments = load_fragments(archive)
        old_fingerprints: Mapping[str, str] = {}
        self._old_facts: Mapping[str, str] = {}
        if existing:
            old_fingerprints = existing.fingerprints()
            self._old_facts = existing.meta()
        self.changed: dict[str, Task] = {}
        for task in self.tasks:
            if old_fingerprints.get(task.entry.edition) != task.fingerprint:
                self.changed[task.entry.edition] = task
        self._removed = set(old_fingerprints) - {task.entry.edition for task in self.tasks}
        self._facts = self._list_facts(archive)
        self.carried: Store | None = None
        if len(self.changed) < len(self.tasks):
            self.carried = existing

    @property
    def unchanged(self) -> tuple[str, ...]:
        """Return the editions that the existing knowledge base has as they are in the archive."""
        editions = (task.entry.edition for task in self.tasks)
        return tuple(edition for edition in editions if edition not in self.changed)

    @property
    def is_up_to_date(self) -> bool:
        """Return whether nothing has changed, except that editions which could not be read may be readable now."""
        return not self._removed and self._old_facts == self.facts_without(self.changed)

    @property
    def has_same_aligning_code(self) -> bool:
        """Return whether the existing knowledge base was made by the present code for aligning editions."""
        return self._old_facts.get("aligning_code") == aligning_code()

    def facts_without(self, left_out: Iterable[str]) -> dict[str, str]:
        """Return the facts of the new knowledge base about itself, if it leaves some of the changed editions out.

        Example: `{"code": "1f0c…", …, "unread": '{"2009-07-11": "77ab…"}'}`, with the fingerprints of the editions.
        """
        unread = {edition: self.changed[edition].fingerprint for edition in left_out}
        return {**self._facts, "unread": json.dumps(unread, sort_keys=True)}

    def _list_facts(self, archive: Archive) -> dict[str, str]:
        """Return the facts of the new knowledge base about itself; if one changes, the file is written again."""
        fragments = ""
        if self.fragments or self.unusable_fragments:
            facts = ([copy for copy, _ in self.fragments], [problem.path for problem in self.unusable_fragments])
            fragments = hashlib.sha256(repr(facts).encode()).hexdigest()
        origins = {copy.origin for entry in archive.entries for copy in entry.copies}
        return {
            "code": reading_code(),
            "aligning_code": aligning_code(),
            "tracing_code": tracing_code(),
            "sample": "yes" if origins <= {SAMPLE_ORIGIN} else "no",
            "fragments": fragments,
            "schema": str(SCHEMA_VERSION),
        }
