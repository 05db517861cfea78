"""Update the knowledge base and the ledger to the newest edition: find it, verify it, ingest it, replace the ledger.

The package's ledger ends with the newest edition at the time of its release. The user's own ledger is in the data
folder, is made from an archive there, and is used while it is newer (`graph.ledger.open_ledger`). After any error the
ledger in use is kept.
"""

import hashlib
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, field, structs

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
from scraper.archive import MANIFEST, Copy, FetchError, load_archive, open_archive_writer
from scraper.fetch import fetch, read_address
from scraper.published import NotAnEdition, links_on_page, mirrors_of, read_edition
from scraper.registry import Registry, load_registry
from scraper.web.client import find_silent_hosts
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress

_LARGEST_PAGE = 8 * 2**20


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


class Update(Struct, dict=True):
    """An update of an archive, the knowledge base and the user's ledger to the newest edition.

    Attributes:
        archive: The archive's folder; created if it does not exist.
        today: The current date; an edition that takes effect later does not count yet.
        source: Another archive to take editions from, instead of the publisher and the public archives.
        registry: The known editions and the publisher's page; by default those of the package.
        fetch: Settings of downloads.
        progress: Called with the progress of downloads.
        store: The knowledge base to write; by default the one that commands read.
        jobs: Worker processes; by default one per core.
    """

    archive: Path
    today: str
    source: str | None = None
    registry: Registry = field(default_factory=load_registry)
    fetch: FetchSettings = FetchSettings()
    progress: FetchProgress | None = None
    store: Path | None = None
    jobs: int | None = None

    def run(self) -> UpdateReport:
        """Find new editions; rewrite the user's ledger if there are any, and the knowledge base if it lacks some.

        Raises:
            UpdateError: Another update is running, or an edition that the ledger in use has cannot be fetched.
            FetchError: The disk or the archive at `source` failed.
            ArchiveError: A manifest is damaged.
            IngestError: No edition can be read.
            StoreError: The knowledge base cannot be written.
        """
        path = user_ledger_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        busy = UpdateError(f"{path}: another `comprules update` is running; wait for it to finish")
        with hold_lock(lock_beside(path), busy):
            self._fetching = structs.replace(self.fetch, until=self.today, check_network=False)
            self._store_path = store_path(self.store)
            self._notes: list[str] = []
            with open_ledger() as ledger:
                self._in_use = ledger.path
                self._known = ledger.edition_ids
                self._newest = ledger.editions_of()[-1]
                self._least_rules = ledger.counts()[self._newest][0] // 2
            self._is_offline = self.source is None and self._note_missing_network()
            if self.source is not None:
                self._fetch(())
            elif not self._is_offline:
                self._fetch_newer()
            if max(self._in_archive() - set(self._known), default="") > self._newest:
                return self._write_ledger(path)
            self._complete_store()
            return UpdateReport(
                self._in_use, self._store_path, self._newest, (), tuple(self._notes), offline=self._is_offline
            )

    def _note_missing_network(self) -> bool:
        """Return whether none of the hosts with editions answers; if so, add one note about all of them."""
        hosts = find_silent_hosts(self.registry.addresses(), self._fetching)
        if hosts:
            self._notes.append(describe_missing_network(hosts, "comprules did not look for newer editions"))
        return bool(hosts)

    def _fetch(self, editions: tuple[str, ...]) -> None:
        report = fetch(
            editions,
            self.archive,
            self.source,
            self.progress,
            registry=self.registry,
            settings=self._fetching,
        )
        for edition in report.select_editions("failed"):
            reasons = "; ".join(f"{failure.address}: {failure.reason}" for failure in edition.failures)
            self._notes.append(f"{edition.edition}: no source had it ({reasons})")

    def _fetch_newer(self) -> None:
        """Fetch the editions that the package's registry has and the ledger lacks, then unknown files of the publisher.

        The latter are the files that the publisher's page links to and that the registry does not know.
        """
        publishers = {edition.publisher for edition in self.registry.editions}
        rules = (edition.id for edition in self.registry.editions if edition.work == COMPREHENSIVE_RULES)
        later = tuple(edition for edition in rules if self._newest < edition <= self.today)
        if later:
            self._fetch(later)
        page = self.registry.publisher_page
        if page is None:
            return
        try:
            links = links_on_page(read_address(page, _LARGEST_PAGE, self._fetching), page)
        except FetchError as error:
            self._notes.append(str(error))
            return
        if not links:
            self._notes.append(f"{page}: links to no text of the rules; is this the publisher's page, or a proxy's?")
        for link in links:
            if link not in publishers:
                self._take(link)

    def _take(self, link: str) -> None:
        """Put the file at an address into the archive if it is a new edition in force; otherwise add a note.

        Addresses of mirrors are tried in turn until one has a text of the rules.
        """
        for address in (link, *mirrors_of(link, self.registry)):
            try:
                data = read_address(address, self._fetching.largest, self._fetching)
                edition = read_edition(data, address, self._least_rules)
            except (FetchError, NotAnEdition) as error:
                self._notes.append(f"{error}" if isinstance(error, FetchError) else f"{address}: {error}")
                continue
            if edition > self.today:
                self._notes.append(
                    f"{address}: takes effect on {edition} and is used from that day; run this command again then"
                )
            elif edition < self._newest:
                self._notes.append(f"{address}: is edition {edition}, older than {self._newest}, which is known")
            elif edition != self._newest and edition not in self._in_archive():
                host = urlsplit(address).hostname or address
                copy = Copy(
                    f"editions/{edition}/publisher.txt", host, len(data), hashlib.sha256(data).hexdigest(), url=address
                )
                with open_archive_writer(self.archive) as writer:
                    writer.put(edition, None, copy, data)
                self._notes.append(f"{edition}: taken from {address}; nobody has recorded its hash yet")
            return

    def _in_archive(self) -> set[str]:
        if not (self.archive / MANIFEST).exists():
            return set()
        return {entry.edition for entry in load_archive(self.archive).entries}

    def _complete_store(self) -> None:
        """Build the knowledge base if it lacks editions of the ledger, as it does after the installation."""
        try:
            with open_store(self._store_path) as store:
                lacking = set(self._known) - set(store.edition_ids)
        except ForeignFileError:
            raise
        except StoreError:  # there is none, or one of another version
            lacking = set(self._known)
        if not lacking:
            return
        missing = self._complete_archive()
        if len(missing) == len(self._known):
            raise UpdateError(f"could not download any edition: {self._notes[-1] if self._notes else self.archive}")
        if missing:
            self._notes.append(
                f"{len(missing)} editions could not be downloaded, such as {missing[0]}; {self._store_path} lacks them"
            )
        ingest(self.archive, self._store_path, jobs=self.jobs)

    def _complete_archive(self) -> list[str]:
        """Fetch the older editions, and return those that could not be downloaded."""
        registered = {edition.id for edition in self.registry.editions}
        wanted = tuple(edition for edition in self._known if edition in registered)
        if self.source is None and wanted and not self._is_offline:
            self._fetch(wanted)  # existing files are verified by their hash and not fetched again
        return sorted(set(self._known) - self._in_archive())

    def _write_ledger(self, path: Path) -> UpdateReport:
        """Build the knowledge base, and make the user's ledger from it.

        Raises:
            UpdateError: An edition of the ledger in use would be missing; the old ledger is kept.
        """
        missing = self._complete_archive()
        if missing:
            raise UpdateError(
                f"could not download {len(missing)} of the editions that {self._in_use} knows, such as {missing[0]}; "
                "a new ledger would lack them, so the old one was kept. Try again later, or name an archive that has "
                "them with --from"
            )
        ingest(self.archive, self._store_path, jobs=self.jobs)
        with open_store(self._store_path) as store:
            lost = sorted(set(self._known) - set(store.edition_ids))
            if lost:
                raise UpdateError(f"{self.archive}: edition {lost[0]} cannot be read; the old ledger was kept")
            write_file(path, ledger_of(store, self.jobs or count_cores()))
            ids = set(store.editions_of())
        return UpdateReport(path, self._store_path, max(ids), tuple(sorted(ids - set(self._known))), tuple(self._notes))
