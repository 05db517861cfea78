"""Names for findings that stay when lines are added above: services tell old findings from new by them."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from comprules.lint.formats.wording import relative_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from comprules.lint.findings import Finding


def fingerprint_findings(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Each finding with its fingerprint: a hash of code, number, file and line's content, and which of equals it is."""
    seen: Counter[str] = Counter()
    for finding in findings:
        content = "\0".join((finding.code, finding.number, relative_path(finding.path), finding.content))
        seen[content] += 1
        whole = f"{content}\0{seen[content]}"
        yield finding, hashlib.sha256(whole.encode("utf-8", "surrogateescape")).hexdigest()[:32]
