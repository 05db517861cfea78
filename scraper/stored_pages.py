"""The pages that an archive has from the web, with address, time and hash.

Notes: a page with rules is a fragment (`fragments/HOST/…`), which `comprules ingest` reads; a file with a whole edition
is a copy of that edition (`editions/DATE/HOST.…`); a page that only leads to others is kept in `web/HOST/…`, which
nothing but the next fetch reads. `web/pages.json` lists all of them.

Guarantees: bytes are stored as they came. A file is never overwritten by other bytes: its name has a hash of address
and bytes, so a page that changed is stored beside what it was. Bytes that are not those of the list are not used.
"""

import datetime as dt
import hashlib
import posixpath
import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec.structs import replace

from rules.conversion import decode_json
from rules.files import read_regular, write_file
from scraper.archive import LARGEST, ArchiveError, Copy, confine_path, path_problem
from scraper.archive_writer import ArchiveWriter
from scraper.fetch_errors import explain_errors
from scraper.fragments import FOLDER as FRAGMENTS
from scraper.fragments import ListedFragment, list_fragment
from scraper.web.addresses import host_and_port_of
from scraper.web.client import WebAnswer

FOLDER = "web"
LIST = f"{FOLDER}/pages.json"
_LONGEST_NAME = 60
_NO_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_ENDINGS = {
    "application/json": ".json",
    "application/pdf": ".pdf",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/xhtml+xml": ".html",
    "text/html": ".html",
    "text/plain": ".txt",
}
"""Endings of names by the stated kind."""

Time = Annotated[dt.datetime, msgspec.Meta(tz=True)]

Role = Literal["rules", "index", "edition"]
"""`rules`: a fragment; `index`: it only leads to others; `edition`: a copy of a whole edition."""


class StoredPage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A page as it was at one time.

    Attributes:
        address: The address that was asked for.
        final: Where the answer came from after redirects, if elsewhere.
        file: Path relative to the archive.
        role: See `Role`.
        bytes: Size of the page.
        sha256: SHA-256 of the page.
        fetched: When the bytes came.
        checked: When the server last said, or showed, that these are the bytes.
        content_type: The kind that the server stated; this and the next two may be empty.
        etag: The mark by which the server knows this version.
        last_modified: When the page was last changed, as the server says.
        source: The family of sites.
        why: Why the page was fetched.
        after: The address of the page that it continues, if it was reached by a next-page link.
    """

    address: str
    file: str
    role: Role
    bytes: int
    sha256: str
    fetched: Time
    checked: Time
    final: str = ""
    content_type: str = ""
    etag: str = ""
    last_modified: str = ""
    source: str = ""
    why: str = ""
    after: str = ""

    @property
    def conditions(self) -> dict[str, str]:
        """The headers of a request for the page only if it is another now."""
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in headers.items() if value}

    def age(self, now: dt.datetime) -> float:
        """Return for how many seconds it has not been checked."""
        return (now - self.checked).total_seconds()


class PageStore:
    """The stored pages of an archive.

    Args:
        root: The archive's folder, which need not exist.
        writer: What writes into the archive; None to write nothing.

    Raises:
        ArchiveError: The list is damaged.
    """

    def __init__(self, root: Path, writer: ArchiveWriter | None) -> None:
        self._root = root
        self._writer = writer
        self._pages = {(page.address, page.file): page for page in _read_list(root)}

    def held(self, address: str) -> tuple[StoredPage, bytes] | None:
        """Return the newest version of a page and its bytes; None if there is none, or its file is not as it was."""
        versions = [page for page in self._pages.values() if page.address == address]
        if not versions:
            return None
        newest = max(versions, key=lambda page: (page.checked, page.fetched))
        try:
            data = read_regular(confine_path(self._root, newest.file), LARGEST)
        except OSError:
            return None
        is_whole = hashlib.sha256(data).hexdigest() == newest.sha256
        if is_whole:
            return (newest, data)
        return None

    def file_with_bytes(self, sha256: str) -> str | None:
        """Return the file that has these bytes as rules; None if there is none."""
        for page in self._pages.values():
            if page.sha256 == sha256 and page.role == "rules":
                return page.file
        return None

    def keep(self, page: StoredPage, data: bytes) -> None:
        """Store a page that is no copy of an edition; a dry run stores nothing."""
        if self._writer is None:
            return
        path = confine_path(self._root, page.file)
        with explain_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, data)
            if page.role == "rules":
                listed = ListedFragment(
                    file=page.file,
                    origin=host_and_port_of(page.address),
                    sha256=page.sha256,
                    url=page.final or page.address,
                    fetched=page.fetched.isoformat(),
                )
                list_fragment(self._root, listed)
        self.note(page)

    def keep_edition(self, page: StoredPage, data: bytes, edition: str, set_code: str | None) -> StoredPage:
        """Store a file as a copy of an edition, unless the archive has the same bytes; a dry run stores nothing.

        Return the page with the file that has its bytes.

        Raises:
            ArchiveError: Another file is in its place.
        """
        if self._writer is None:
            return page
        same_copy = self._find_copy(edition, page.sha256)
        if same_copy is not None:
            stored = replace(page, file=same_copy.file)
            self.note(stored)
            return stored
        address = page.final or page.address
        copy = Copy(page.file, host_and_port_of(address), len(data), page.sha256, url=address)
        refusal = self._writer.refusal(copy)
        if refusal is not None:
            raise ArchiveError(f"{self._root / copy.file}: {refusal}")
        self._writer.put(edition, set_code, copy, data)
        self.note(page)
        return page

    def _find_copy(self, edition: str, sha256: str) -> Copy | None:
        """Return the copy of an edition that has some bytes; None if the archive has none."""
        if self._writer is None or edition not in self._writer.entries:
            return None
        copies = self._writer.entries[edition].copies
        return next((copy for copy in copies if copy.sha256 == sha256), None)

    def note(self, page: StoredPage) -> None:
        """Enter a page into the list, in place of what the list said of the same version; a dry run changes nothing."""
        if self._writer is None:
            return
        self._pages[page.address, page.file] = page
        path = self._root / LIST
        rows = sorted(self._pages.values(), key=lambda row: (row.address, row.fetched, row.file))
        with explain_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")


def describe(answer: WebAnswer, address: str, role: Role, now: dt.datetime, edition: str = "") -> StoredPage:
    """Return the note about an answer.

    Args:
        answer: The answer.
        address: Where it was asked for.
        role: What it is for.
        now: The current time.
        edition: The edition that it is a copy of, for the role `edition`.
    """
    sha256 = hashlib.sha256(answer.body).hexdigest()
    ending = _ending_of(answer)
    # so that each version of a page has a name of its own
    version_hash = hashlib.sha256(f"{address}\0{sha256}".encode()).hexdigest()[:10]
    host = _slug(host_and_port_of(address))
    file_of_role = {
        "rules": f"{FRAGMENTS}/{host}/{_name_of(address)}-{version_hash}{ending}",
        "index": f"{FOLDER}/{host}/{_name_of(address)}-{version_hash}{ending}",
        "edition": f"editions/{edition}/{host}-{version_hash}{ending}",
    }
    time = now.replace(microsecond=0)
    return StoredPage(
        address=address,
        final=answer.address if answer.address != address else "",
        file=file_of_role[role],
        role=role,
        bytes=len(answer.body),
        sha256=sha256,
        fetched=time,
        checked=time,
        content_type=answer.content_type,
        etag=answer.etag,
        last_modified=answer.last_modified,
    )


def _name_of(address: str) -> str:
    """Return a name for a file that shows where it came from."""
    parts = urlsplit(address)
    last = posixpath.splitext(posixpath.basename(unquote(parts.path).rstrip("/")))[0]
    return _slug(f"{last}-{unquote(parts.query)}" if parts.query else last) or "page"


def _slug(words: str) -> str:
    return _NO_NAME.sub("-", words).strip("-.")[:_LONGEST_NAME].strip("-.")


def _ending_of(answer: WebAnswer) -> str:
    """Return the ending of the file's name: that of the address if it is a usual one, else by the stated kind."""
    stated = posixpath.splitext(urlsplit(answer.address).path)[1].lower()
    if stated in _ENDINGS.values():
        return stated
    kind = answer.content_type.partition(";")[0].strip().lower()
    return _ENDINGS.get(kind, ".bin")


def _read_list(root: Path) -> list[StoredPage]:
    path = root / LIST
    try:
        data = read_regular(path, LARGEST)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read ({error.strerror}); check the path and its permissions") from error
    try:
        pages = decode_json(data, list[StoredPage])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ArchiveError(f"{path}: {error}; correct the list, or remove it to fetch all pages again") from error
    for page in pages:
        reason = path_problem(page.file)
        if reason is not None:
            raise ArchiveError(f"{path}: path {page.file!r} is refused, {reason}; correct the list")
    return pages
