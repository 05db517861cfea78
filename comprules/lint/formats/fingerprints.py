"""Fingerprints of findings that do not change when lines move; services recognise known findings by them."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from comprules.lint.formats.wording import relative_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from comprules.lint.findings import Finding


def fingerprint_findings(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield each finding with its fingerprint.

    That is a hash of code, number, file, the line's content, and the ordinal among equal findings.
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        content = "\0".join((finding.code, finding.number, relative_path(finding.path), finding.content))
        seen[content] += 1
        whole = f"{content}\0{seen[content]}"
        yield finding, hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:32]
