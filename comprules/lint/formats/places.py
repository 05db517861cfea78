"""Identify the places of findings for other tools: by paths, addresses and fingerprints."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

from comprules.lint.records import Finding


def path_for_tools(path: str) -> str:
    """Return a path for other tools: with slashes; an absolute path below the working folder is made relative."""
    is_below = Path(path).is_absolute() and Path(path).is_relative_to(Path.cwd())
    if is_below:
        shown = os.path.relpath(path)
    else:
        shown = os.path.normpath(path)
    return shown.replace(os.sep, "/")


def uri_of(path: str) -> str:
    """Return the path as an address: relative if the file is below the working folder, else `file:///…`."""
    shown = path_for_tools(path)
    if shown.startswith("../") or Path(shown).is_absolute():
        shown = os.path.abspath(path).replace(os.sep, "/")  # noqa: PTH100 - links are not resolved
        return "file://" + quote(os.fsencode(shown if shown.startswith("/") else f"/{shown}"))
    return quote(os.fsencode(shown))


def fingerprint_findings(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield each finding with a fingerprint, by which services recognise the finding after its line has moved.

    It is a hash of code, number, file, the line's content, and how many equal findings there were before.
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        content = "\0".join((finding.code, finding.number, path_for_tools(finding.path), finding.content_hash))
        seen[content] += 1
        whole = f"{content}\0{seen[content]}".encode("utf-8", "surrogateescape")
        yield finding, hashlib.sha256(whole).hexdigest()[:32]
