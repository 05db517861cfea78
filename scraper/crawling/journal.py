"""The outcome of each page of a run."""

from types import ModuleType

from msgspec.structs import replace

from scraper.crawling.tasks import Task
from scraper.stored_pages import StoredPage
from scraper.visits import Outcome, Visit
from scraper.web.steps import FetchProgress, FetchStep


class CrawlJournal:
    """The visits of a run, each of which is also reported as progress.

    Attributes:
        visits: The outcome of each page, in order.
    """

    def __init__(self, report: FetchProgress) -> None:
        """Begin without visits.

        Args:
            report: Called with each step.
        """
        self.visits: list[Visit] = []
        self._report = report

    def record(
        self,
        task: Task,
        outcome: Outcome,
        page: StoredPage | None = None,
        *,
        reason: str | None = None,
        source: ModuleType | None = None,
    ) -> None:
        """Record the outcome of a page.

        Args:
            task: The page that was looked at.
            outcome: The outcome.
            page: The page as the archive has it; None if it has none.
            reason: Why it was skipped or failed, or what else the user should know, as a clause.
            source: The module of `scraper.sources` that knows its site; None for that of the page that led there.
        """
        source = source or task.source
        name = ""
        if source is not None:
            name = source.NAME
        visit = Visit(task.lead.address, outcome, task.lead.why, name, reason=reason)
        if page is not None:
            visit = replace(visit, source=page.source or name, file=page.file, sha256=page.sha256, bytes=page.bytes)
        self.visits.append(visit)
        step: FetchStep = "finished"
        if outcome == "failed":
            step = "abandoned"
        self._report(step, task.lead.address, visit.bytes)

    def note(self, sentence: str) -> None:
        """Tell the user something that is no outcome of a page."""
        self._report("note", sentence, 0)
