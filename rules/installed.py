"""The source from which comprules was installed, as its installer recorded it."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

import msgspec
from msgspec import Struct

from rules.conversion import decode_json

NAME = "comprules"
_RECORD = "direct_url.json"
"""The file in which an installer records the source, by a standard of Python's packages (PEP 610)."""
_BEFORE_DRIVE = re.compile("^/(?=[A-Za-z]:)")
"""The slash of `file:///C:/folder`, which is no part of a path on Windows."""


class Source(Struct, frozen=True):
    """The source of a distribution that was not installed by its name from a package index.

    Attributes:
        url: An address, without a user's name or password; `file:` for a folder or a file of this machine.
        system: The version control system of a repository, such as `git`; empty if the source is no repository.
        commit: The commit of the repository; empty if the source is no repository.
        sha256: The hash of an archive in hexadecimal; empty if the installer recorded none.
    """

    url: str
    system: str = ""
    commit: str = ""
    sha256: str = ""

    @property
    def is_local(self) -> bool:
        """Return whether the source is on this machine, so that no other machine can install from it."""
        return self.url.startswith("file:")

    @property
    def folder(self) -> Path:
        """Return the folder of a local source: `file:///home/me/comprules` → `/home/me/comprules`."""
        path = unquote(urlsplit(self.url).path)
        return Path(_BEFORE_DRIVE.sub("", path))


def read_source() -> Source | None:
    """Return the source of comprules; None if it was installed by its name from an index, or is not installed.

    None also if the record of the installation cannot be read.
    """
    from importlib import metadata  # noqa: PLC0415 - slow, and seldom needed

    try:
        recorded = metadata.distribution(NAME).read_text(_RECORD)
        return parse_record(recorded) if recorded else None
    except (metadata.PackageNotFoundError, msgspec.DecodeError, OSError, ValueError):
        return None


class _Repository(Struct):
    """The part of a `direct_url.json` about a repository."""

    vcs: str
    commit_id: str


class _Archive(Struct):
    """The part of a `direct_url.json` about an archive."""

    hashes: dict[str, str] = {}


class _Record(Struct):
    """The fields of a `direct_url.json` that matter here."""

    url: str
    vcs_info: _Repository | None = None
    archive_info: _Archive | None = None


def parse_record(recorded: str) -> Source:
    """Return the source that the content of a `direct_url.json` describes.

    Raises:
        msgspec.DecodeError: The content is not that of a `direct_url.json`.
    """
    record = decode_json(recorded, _Record)
    url = without_user(record.url)
    if record.vcs_info is not None:
        return Source(url, record.vcs_info.vcs, record.vcs_info.commit_id)
    hashes = record.archive_info.hashes if record.archive_info is not None else {}
    return Source(url, sha256=hashes.get("sha256", ""))


def without_user(url: str) -> str:
    """Return an address without user name and password: `https://user:pass@example.org/x` → `https://example.org/x`."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def requirement(source: Source | None, extra: str = "") -> str:
    """Return the requirement with which pip installs comprules from a source, such as `comprules[site]`.

    From a repository it is `comprules @ git+https://example.org/x@COMMIT`.

    Args:
        source: The source; None for a package index.
        extra: An extra to install with it.
    """
    name = f"{NAME}[{extra}]" if extra else NAME
    if source is None:
        return name
    if source.system:
        return f"{name} @ {source.system}+{source.url}@{source.commit}"
    if source.sha256:
        return f"{name} @ {source.url}#sha256={source.sha256}"
    return f"{name} @ {source.url}"
