"""The request for a crawl, and its report about each page."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

Outcome = Literal[
    "fetched", "changed", "unchanged", "present", "index", "doubled", "planned", "skipped", "without-rules", "failed"
]
"""`fetched`: new in the archive; `changed`: its bytes are others than before, and both are in the archive; `unchanged`:
asked again, the same; `present`: not asked again, since it was checked lately; `index`: a page that leads to others;
`doubled`: another page has the same bytes; `planned`: would be fetched; `skipped`: not to be fetched; `without-rules`;
`failed`."""


class CrawlSettings(Struct, frozen=True):
    """What to fetch of a site.

    Attributes:
        follow: Whether next-page links are followed from a page with rules, and all links from one of no known family.
        most_pages: Maximum number of pages that are looked at.
        most_bytes: Maximum number of bytes that are fetched.
        max_age: For how many seconds a page is not asked for again.
        source: Name of the family of sites; None if the program is to recognise the family.
        dry_run: Whether only what leads to pages is fetched, and nothing is stored.
    """

    follow: bool = False
    most_pages: int = 500
    most_bytes: int = 250_000_000
    max_age: float = 86_400.0
    source: str | None = None
    dry_run: bool = False


class Visit(Struct, frozen=True):
    """What became of one page.

    Attributes:
        address: Address of the page.
        outcome: `fetched`, `changed`, `unchanged`, `present` (checked lately), `index` (leads to others), `doubled`
            (the bytes of another page), `planned`, `skipped`, `without-rules` or `failed`.
        why: Why the page was looked at, as a clause.
        source: The family of sites that the page belongs to.
        file: File of the page in the archive, or None.
        sha256: SHA-256 of the page, or None.
        bytes: Size of the page.
        reason: Why the page was skipped or failed, or None.
    """

    address: str
    outcome: Outcome
    why: str
    source: str = ""
    file: str | None = None
    sha256: str | None = None
    bytes: int = 0
    reason: str | None = None


class CrawlReport(Struct, frozen=True):
    """The result of a crawl.

    Attributes:
        archive: The archive's folder.
        pages: What became of each page, in order.
        stopped: Why the run stopped early and what to do, or None.
    """

    archive: Path
    pages: tuple[Visit, ...]
    stopped: str | None = None

    def with_outcome(self, *outcomes: Outcome) -> tuple[Visit, ...]:
        """Return the pages with these outcomes."""
        return tuple(page for page in self.pages if page.outcome in outcomes)

    @property
    def complete(self) -> bool:
        """Whether the run found any page, came to its end, and failed with none."""
        there = self.with_outcome("fetched", "changed", "unchanged", "present", "doubled", "planned")
        return self.stopped is None and bool(there) and not self.with_outcome("failed")
