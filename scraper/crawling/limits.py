"""The limits on the pages and bytes that a run takes from web sites."""

from rules.counts import format_count
from rules.errors import ComprulesError
from scraper.visits import CrawlSettings

BARREN = 50
"""Number of pages in a row without new rules after which a crawl of all pages below a folder ends."""


class StopError(ComprulesError):
    """The run cannot go on; the message says why and what to do."""


class CrawlLimits:
    """The pages and bytes that a run has taken so far, and the maximum of both.

    Attributes:
        settings: The settings of the run, with the maximum number of pages and of bytes.
    """

    def __init__(self, settings: CrawlSettings) -> None:
        """Begin with nothing taken.

        Args:
            settings: The settings of the run.
        """
        self.settings = settings
        self._bytes = 0
        self._pages = 0
        self._barren = 0

    @property
    def pages(self) -> int:
        """The number of pages that were looked at."""
        return self._pages

    @property
    def remaining_pages(self) -> int:
        """How many more pages may be looked at."""
        return self.settings.most_pages - self._pages

    @property
    def remaining_bytes(self) -> int:
        """How many more bytes may be fetched."""
        return self.settings.most_bytes - self._bytes

    def count_page(self) -> None:
        """Count one more page that is looked at.

        Raises:
            StopError: It would be one page too many, or all bytes are used up.
        """
        if self.remaining_pages <= 0:
            raise StopError(
                f"{format_count(self._pages, 'page was', 'pages were')} looked at, and there are more; run the command "
                "again with a higher --pages; nothing is fetched twice"
            )
        if self.remaining_bytes <= 0:
            raise StopError(
                f"{self._bytes:,} bytes were fetched, and there is more; run it again; nothing is fetched twice"
            )
        self._pages += 1

    def count_bytes(self, count: int) -> None:
        """Count bytes that were fetched."""
        self._bytes += count

    def end_barren_row(self) -> None:
        """Begin a new count of pages without new rules, after a page with rules."""
        self._barren = 0

    def count_barren(self) -> None:
        """Count a page without new rules.

        Raises:
            StopError: Too many pages in a row had none.
        """
        self._barren += 1
        if self._barren >= BARREN:
            raise StopError(f"the last {self._barren} pages had no new rules; name a more specific address")
