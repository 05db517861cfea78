"""Update the knowledge base and the ledger to the newest edition in force.

The package's ledger ends with the newest edition at the time of its release. The user's own ledger is in the data
folder, is made from an archive there, and is used while it is newer (`graph.ledger.open_ledger`). After any error the
ledger in use is kept.

An edition counts from the day on which it takes effect, also if the archive has it before.
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
from rules.counts import format_count
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
from scraper.published import NotAnEdition, links_to_rules, mirrors_of, read_edition
from scraper.registry import Registry, load_registry
from scraper.web.client import find_silent_hosts
from scraper.web.settings import FetchSettings
from scraper.web.steps import FetchProgress

_ALL_EDITIONS: tuple[str, ...] = ()
"""The argument of `fetch` that stands for every edition that the source has."""
_LARGEST_PAGE = 8 * 2**20
"""Maximum size in bytes of the publisher's page; a larger one is something else."""
_MOST_LINKS = 8
"""Maximum number of texts that are read from the publisher's page, so that a list of all editions is not downloaded."""


class UpdateError(ComprulesError):
    """Error: the ledger could not be updated; the one in use is kept. The message says why and what to do."""


class UpdateReport(Struct, frozen=True, rename={"store": "knowledge_base"}):
    """The result of an update.

    Attributes:
        ledger: The ledger in use after the update.
        store: The knowledge base.
        newest: The newest edition of the Comprehensive Rules in the ledger.
        added: The editions of the Comprehensive Rules that the ledger has and the one in use before had not.
        notes: A sentence for each source that had nothing, for each edition that is not in force yet, and for a damaged
            knowledge base that was built again.
        offline: Whether there is no network, so that comprules did not look for newer editions.
    """

    ledger: Path
    store: Path
    newest: str
    added: tuple[str, ...]
    notes: tuple[str, ...]
    offline: bool = False


class _PublishedFile(NamedTuple):
    """A file of the publisher with the text of an edition.

    Attributes:
        edition: The day on which the text takes effect.
        address: The address that the file came from, which may be that of a mirror.
        data: Its bytes.
    """

    edition: str
    address: str
    data: bytes


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
        today: The current date; an edition that takes effect later does not count yet, unless the ledger in use has it.
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
        # The network is checked here, once for all editions.
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
            self._fetch_new_editions()
            self._note_later_editions()
            new_editions = self._list_archived() - set(self._known.editions)
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

    def _fetch_new_editions(self) -> None:
        """Fetch new editions into the archive: from the named source, or else from the publisher if it answers."""
        if self._source is not None:
            self._is_offline = False
            self._fetch(_ALL_EDITIONS)
            return
        self._is_offline = self._note_missing_network()
        if not self._is_offline:
            self._fetch_newer()

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
        for edition in report.failed:
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
                published = self._read_published(link)
                if published is not None and self._is_wanted(published):
                    self._add_edition(published)

    def _list_links(self, page: str) -> Sequence[str]:
        """Return the addresses of texts of the rules on the publisher's page, at most `_MOST_LINKS`.

        A note is added if there are none, if some are left out, and if the page cannot be read.
        """
        try:
            links = links_to_rules(read_address(page, _LARGEST_PAGE, self._fetching), page)
        except FetchError as error:
            self._notes.append(str(error))
            return ()
        if not links:
            self._notes.append(f"{page}: links to no text of the rules; is this the publisher's page, or a proxy's?")
        unread = len(links) - _MOST_LINKS
        if unread > 0:
            self._notes.append(f"{page}: links to {len(links):,} texts of the rules; the last {unread:,} were not read")
        return links[:_MOST_LINKS]

    def _read_published(self, link: str) -> _PublishedFile | None:
        """Return the edition at an address of the publisher, or else at the first mirror that has a text of the rules.

        A note says why an address has none. The result is None if all of them fail.
        """
        for address in (link, *mirrors_of(link, self._registry)):
            try:
                data = read_address(address, self._fetching.largest, self._fetching)
                edition = read_edition(data, address, self._known.least_rules)
            except FetchError as error:
                self._notes.append(str(error))
            except NotAnEdition as error:
                self._notes.append(f"{address}: {error}")
            else:
                return _PublishedFile(edition, address, data)
        return None

    def _is_wanted(self, published: _PublishedFile) -> bool:
        """Return whether a file is an edition in force that neither the ledger in use nor the archive has.

        A note gives the reason if the edition is not in force yet, or older than the ledger's newest.
        """
        edition, address = published.edition, published.address
        if edition > self._today:
            self._notes.append(f"{address}: {_describe_later(edition)}")
            return False
        if edition < self._known.newest:
            self._notes.append(f"{address}: is edition {edition}, older than {self._known.newest}, which is known")
            return False
        return edition != self._known.newest and edition not in self._list_archived()

    def _add_edition(self, published: _PublishedFile) -> None:
        """Put a new edition into the archive, with a note that nobody has checked its bytes."""
        edition, address, data = published
        host = urlsplit(address).hostname or address
        file = f"editions/{edition}/publisher.txt"
        copy = Copy(file, host, len(data), hashlib.sha256(data).hexdigest(), url=address)
        with open_archive_writer(self._archive) as writer:
            writer.put(edition, None, copy, data)
        self._notes.append(f"{edition}: taken from {address}; nobody has recorded its hash yet")

    def _list_archived(self) -> set[str]:
        """Return the editions of the archive that count."""
        return {edition for edition in self._list_entries() if edition <= self._last_day}

    def _note_later_editions(self) -> None:
        """Add a note about each edition of the archive that does not count yet."""
        for edition in self._list_entries():
            if edition > self._last_day:
                self._notes.append(f"{self._archive}: edition {edition} {_describe_later(edition)}")

    def _list_entries(self) -> list[str]:
        """Return all editions of the archive, oldest first; none if there is no archive yet."""
        if not (self._archive / MANIFEST).exists():
            return []
        return [entry.edition for entry in load_archive(self._archive).entries]

    @property
    def _last_day(self) -> str:
        """Return the last day on which an edition may take effect that counts.

        It is later than today if the ledger in use has an edition that is not in force yet: a ledger never loses one.
        """
        return max(self._today, *self._known.editions)

    def _ingest(self) -> None:
        """Bring the knowledge base up to date with the editions of the archive that count."""
        ingest(self._archive, self._store_path, jobs=self._jobs, until=self._last_day, tell=self._notes.append)

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
        if len(missing) == len(self._known.editions):  # the archive has none of them
            raise UpdateError(f"could not download any edition: {self._notes[-1] if self._notes else self._archive}")
        if missing:
            self._notes.append(
                f"{self._store_path} lacks {format_count(len(missing), 'edition')} that could not be downloaded, "
                f"such as {missing[0]}"
            )
        self._ingest()

    def _complete_archive(self) -> list[str]:
        """Fetch the editions of the ledger in use, and return those that could not be downloaded."""
        registered = {edition.id for edition in self._registry.editions}
        wanted = tuple(edition for edition in self._known.editions if edition in registered)
        if self._source is None and wanted and not self._is_offline:
            self._fetch(wanted)  # existing files are verified by their hash and not fetched again
        return sorted(set(self._known.editions) - self._list_archived())

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
        self._ingest()
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


def _describe_later(edition: str) -> str:
    """Return the words about an edition that is not in force yet."""
    return f"takes effect on {edition} and is used from that day; run this command again then"


def _read_ledger_in_use() -> _LedgerInUse:
    """Return the facts about the ledger that commands use now."""
    with open_ledger() as ledger:
        newest = ledger.editions_of()[-1]
        rules, _, _ = ledger.counts()[newest]
        return _LedgerInUse(ledger.path, ledger.edition_ids, newest, rules // 2)
