"""Update the knowledge base and the ledger to the newest edition: find it, verify it, ingest it, replace the ledger.

The package's ledger ends with the newest edition at the time of its release. The user's own ledger is in the data
folder, is made from an archive there, and is used while it is newer (`graph.ledger.open_ledger`). After any error the
ledger in use is kept.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from msgspec import Struct, structs

from comprules.ingest import ingest
from comprules.missing_network import describe_missing_network
from graph.ledger import open_ledger, user_ledger_path
from graph.ledger.make import ledger_of
from rules.errors import ComprulesError
from rules.files import write_file
from rules.locks import hold_lock, lock_beside
from rules.records import COMPREHENSIVE_RULES
from rules.store import ForeignFileError, StoreError, open_store
from rules.store.location import store_path
from rules.workers import count_cores
from scraper.archive import MANIFEST, Copy, load_archive
from scraper.archive_writer import open_archive_writer
from scraper.fetch import fetch, read_address
from scraper.fetch_errors import FetchError
from scraper.published import NotAnEdition, links_on_page, mirrors_of, read_edition
from scraper.registry import Registry, load_registry
from scraper.web.client import find_silent_hosts
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress

_LARGEST_PAGE = 8 * 2**20
"""Maximum size in bytes of the publisher's page; a larger one is something else."""


class UpdateError(ComprulesError):
    """Error: the ledger could not be updated; the one in use is kept. The message says why and what to do."""


class UpdateReport(Struct, frozen=True, rename={"store": "knowledge_base"}):
    """The result of an update.

    Attributes:
        ledger: The ledger in use after the update.
        store: The knowledge base.
        newest: The newest edition of the archive.
        added: The editions that are new in the archive.
        notes: A sentence for each source that had nothing, and for each edition that is not in force yet.
        offline: Whether there is no network, so that comprules did not look for newer editions.
    """

    ledger: Path
    store: Path
    newest: str
    added: tuple[str, ...]
    notes: tuple[str, ...]
    offline: bool = False


class _LedgerInUse(NamedTuple):
    """The ledger that is in use when an update begins.

    Attributes:
        path: Its file.
        editions: Ids of its editions, of all works.
        newest: Its newest edition of the Comprehensive Rules.
        least_rules: Half the number of rules of that edition: a document with fewer is not taken for a new edition.
    """

    path: Path
    editions: tuple[str, ...]
    newest: str
    least_rules: int


class Update:
    """An update of an archive, the knowledge base and the user's ledger to the newest edition.

    Args:
        archive: The archive's folder; created if it does not exist.
        today: The current date; an edition that takes effect later does not count yet.
        source: Another archive to take editions from, instead of the publisher and the public archives.
        registry: The known editions and the publisher's page; None for those of the package.
        fetch: Settings of downloads; None for the usual ones.
        progress: Called with the progress of downloads.
        store: The knowledge base to write; None for the one that commands read.
        jobs: Worker processes; None for one per core.
    """

    _known: _LedgerInUse
    """Read when the update has begun, so that no other update can replace the ledger any more."""

    def __init__(
        self,
        archive: Path,
        today: str,
        source: str | None = None,
        *,
        registry: Registry | None = None,
        fetch: FetchSettings | None = None,
        progress: FetchProgress | None = None,
        store: Path | None = None,
        jobs: int | None = None,
    ) -> None:
        self._archive = archive
        self._today = today
        self._source = source
        if registry is None:
            registry = load_registry()
        self._registry = registry
        # No edition from after today; and a missing network is reported here, once for all editions.
        self._fetching = structs.replace(fetch or FetchSettings(), until=today, check_network=False)
        self._progress = progress
        self._store_path = store_path(store)
        self._jobs = jobs
        self._notes: list[str] = []
        self._is_offline = False

    def run(self) -> UpdateReport:
        """Find new editions; rewrite the user's ledger if there are any, and the knowledge base if it lacks some.

        Raises:
            UpdateError: Another update is running, no edition can be downloaded, or a new ledger would lack an edition
                that the ledger in use has.
            FetchError: The disk or the archive at `source` failed.
            ArchiveError: A manifest is damaged.
            IngestError: No edition can be read.
            StoreError: The knowledge base cannot be written.
        """
        path = user_ledger_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        busy = UpdateError(f"{path}: another `comprules update` is running; wait for it to finish")
        with hold_lock(lock_beside(path), busy):
            self._notes.clear()
            self._known = _read_ledger_in_use()
            self._is_offline = self._source is None and self._note_missing_network()
            if self._source is not None:
                self._fetch(())
            elif not self._is_offline:
                self._fetch_newer()
            new_editions = self._in_archive() - set(self._known.editions)
            if max(new_editions, default="") > self._known.newest:
                return self._write_ledger(path)
            self._complete_store()
            return UpdateReport(
                self._known.path,
                self._store_path,
                self._known.newest,
                added=(),
                notes=tuple(self._notes),
                offline=self._is_offline,
            )

    def _note_missing_network(self) -> bool:
        """Return whether none of the hosts with editions answers; if so, add one note about all of them."""
        hosts = find_silent_hosts(self._registry.addresses(), self._fetching)
        if hosts:
            self._notes.append(describe_missing_network(hosts, "comprules did not look for newer editions"))
        return bool(hosts)

    def _fetch(self, editions: tuple[str, ...]) -> None:
        report = fetch(
            editions,
            self._archive,
            self._source,
            self._progress,
            registry=self._registry,
            settings=self._fetching,
        )
        for edition in report.select_editions("failed"):
            reasons = "; ".join(f"{failure.address}: {failure.reason}" for failure in edition.failures)
            self._notes.append(f"{edition.edition}: no source had it ({reasons})")

    def _fetch_newer(self) -> None:
        """Fetch the editions that the package's registry has and the ledger lacks, then unknown files of the publisher.

        The latter are the files that the publisher's page links to and that the registry does not know.
        """
        rules = (edition.id for edition in self._registry.editions if edition.work == COMPREHENSIVE_RULES)
        later = tuple(edition for edition in rules if self._known.newest < edition <= self._today)
        if later:
            self._fetch(later)
        page = self._registry.publisher_page
        if page is None:
            return
        registered = {edition.publisher for edition in self._registry.editions}
        for link in self._list_links(page):
            if link not in registered:
                self._take(link)

    def _list_links(self, page: str) -> Sequence[str]:
        """Return the addresses of texts of the rules on the publisher's page.

        Without any, and if the page cannot be read, there are none, and a note is added.
        """
        try:
            links = links_on_page(read_address(page, _LARGEST_PAGE, self._fetching), page)
        except FetchError as error:
            self._notes.append(str(error))
            return ()
        if not links:
            self._notes.append(f"{page}: links to no text of the rules; is this the publisher's page, or a proxy's?")
        return links

    def _take(self, link: str) -> None:
        """Put the file at an address into the archive if it is a new edition in force.

        A note says why another file is not taken, unless it is the newest known edition or in the archive already.

        Addresses of mirrors are tried in turn until one has a text of the rules.
        """
        for address in (link, *mirrors_of(link, self._registry)):
            try:
                data = read_address(address, self._fetching.largest, self._fetching)
                edition = read_edition(data, address, self._known.least_rules)
            except FetchError as error:
                self._notes.append(str(error))
                continue
            except NotAnEdition as error:
                self._notes.append(f"{address}: {error}")
                continue
            if edition > self._today:
                self._notes.append(
                    f"{address}: takes effect on {edition} and is used from that day; run this command again then"
                )
            elif edition < self._known.newest:
                self._notes.append(f"{address}: is edition {edition}, older than {self._known.newest}, which is known")
            elif edition != self._known.newest and edition not in self._in_archive():
                self._add_edition(edition, address, data)
            return

    def _add_edition(self, edition: str, address: str, data: bytes) -> None:
        """Put a new edition into the archive, with a note that nobody has checked its bytes."""
        host = urlsplit(address).hostname or address
        file = f"editions/{edition}/publisher.txt"
        copy = Copy(file, host, len(data), hashlib.sha256(data).hexdigest(), url=address)
        with open_archive_writer(self._archive) as writer:
            writer.put(edition, None, copy, data)
        self._notes.append(f"{edition}: taken from {address}; nobody has recorded its hash yet")

    def _in_archive(self) -> set[str]:
        if not (self._archive / MANIFEST).exists():
            return set()
        return {entry.edition for entry in load_archive(self._archive).entries}

    def _complete_store(self) -> None:
        """Build the knowledge base if it lacks editions of the ledger; after the installation there is none."""
        try:
            with open_store(self._store_path) as store:
                lacking = set(self._known.editions) - set(store.edition_ids)
        except ForeignFileError:
            raise
        except StoreError:  # there is none, or one of another version
            lacking = set(self._known.editions)
        if not lacking:
            return
        missing = self._complete_archive()
        if len(missing) == len(self._known.editions):
            raise UpdateError(f"could not download any edition: {self._notes[-1] if self._notes else self._archive}")
        if missing:
            self._notes.append(
                f"{len(missing)} editions could not be downloaded, such as {missing[0]}; {self._store_path} lacks them"
            )
        ingest(self._archive, self._store_path, jobs=self._jobs)

    def _complete_archive(self) -> list[str]:
        """Fetch the older editions, and return those that could not be downloaded."""
        registered = {edition.id for edition in self._registry.editions}
        wanted = tuple(edition for edition in self._known.editions if edition in registered)
        if self._source is None and wanted and not self._is_offline:
            self._fetch(wanted)  # existing files are verified by their hash and not fetched again
        return sorted(set(self._known.editions) - self._in_archive())

    def _write_ledger(self, path: Path) -> UpdateReport:
        """Build the knowledge base, and make the user's ledger from it.

        Raises:
            UpdateError: An edition of the ledger in use would be missing; the old ledger is kept.
        """
        missing = self._complete_archive()
        if missing:
            count = f"{len(missing)} of the editions that {self._known.path} knows, such as {missing[0]}"
            raise UpdateError(
                f"could not download {count}; a new ledger would lack them, so the old one was kept. Try again later, "
                "or name an archive that has them with --from"
            )
        ingest(self._archive, self._store_path, jobs=self._jobs)
        with open_store(self._store_path) as store:
            lost = sorted(set(self._known.editions) - set(store.edition_ids))
            if lost:
                raise UpdateError(f"{self._archive}: edition {lost[0]} cannot be read; the old ledger was kept")
            write_file(path, ledger_of(store, self._jobs or count_cores()))
            ids = set(store.editions_of())
        return UpdateReport(
            path,
            self._store_path,
            newest=max(ids),
            added=tuple(sorted(ids - set(self._known.editions))),
            notes=tuple(self._notes),
        )


def _read_ledger_in_use() -> _LedgerInUse:
    """Return the facts about the ledger that commands use now."""
    with open_ledger() as ledger:
        newest = ledger.editions_of()[-1]
        rules, _, _ = ledger.counts()[newest]
        return _LedgerInUse(ledger.path, ledger.edition_ids, newest, rules // 2)
