"""The lineages of all rules as the pages of the history describe them: their course, their end, their links."""

from functools import cache, partial

from markupsafe import Markup

from graph.answers.blame import BlameAnswer, blame_rule
from graph.answers.history import HistoryAnswer, HistoryEntry, RelatedRecord, Status, answer_history
from graph.answers.shown_phrases import ShownPhrases
from graph.history import History
from graph.history.rule_versions import describe_changes
from rules.grouping import grouped
from site_src.addresses import PageLink, lineage_place
from site_src.markup.passages import plain_title
from site_src.markup.words import count, date_in_words, format_key, name_edition, name_in_words, say, span_in_words
from site_src.pages.history.ages import AgeWords
from site_src.pages.history.strip import draw_strip
from site_src.pages.history.years import Years

_ENDS: dict[Status, str] = {
    "deleted": "Deleted",
    "merged": "Merged into another rule",
    "split": "Split into others",
    "ambiguous": "Continued in one of several rules (it is not known which)",
}
"""The end of a lineage in the words below its last version."""
_END_SENTENCES: dict[Status, str] = {
    "deleted": "lineage_deleted",
    "merged": "lineage_merged",
    "split": "lineage_split",
    "ambiguous": "lineage_ended",
    "current": "lineage_ended",
}
"""The name of the sentence about a lineage that has no number today, such as `deleted after 10 July 2009`."""
_BEFORE_NUMBERS: dict[Status, str] = {
    "current": "now",
    "deleted": "continued in what is now",
    "merged": "merged into what is now",
    "split": "split into what is now",
    "ambiguous": "perhaps continued in what is now",
}
"""The words before the current numbers of a lineage, or of those that continue it: `merged into what is now 702.40`."""


class Timelines:
    """The histories of all lineages as pages show them; `trace` returns that of a lineage, and keeps it."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.editions = {edition.id: edition for edition in history.store.editions()}
        self.ages = AgeWords(self.editions)
        self.shown = ShownPhrases(history)
        of_work = grouped((work, edition) for edition, work in history.calendar.work_of.items())
        self._years = {work: Years(editions) for work, editions in of_work.items()}
        self.trace = cache(partial(answer_history, history))

    def years(self, edition: str) -> Years:
        """Return the years of the work of an edition."""
        return self._years[self.history.calendar.work_of[edition]]

    def list_next(self, lineage: str) -> list[str]:
        """Return the lineages that continue one, if it ended."""
        continued = [related.lineage for related in self.trace(lineage).into if related.lineage]
        return list(dict.fromkeys(continued))

    def list_current_keys(self, lineage: str) -> tuple[str, ...]:
        """Return the current keys of a lineage, or of those that continue it."""
        if self.history.lineages.is_current(lineage):
            # not the key in the newest edition: a lineage of a retyped edition alone is current, too
            newest = self.history.versions.by_lineage[lineage][-1]
            return (newest.key,)
        return self.trace(lineage).now_in

    def words_before_current_keys(self, lineage: str) -> str:
        """Return the fate of a lineage in words.

        Returns:
            Words to put before the current keys, such as `now`; if there are no such keys, words that need none, such
            as `deleted after 10 July 2009`.
        """
        trace = self.trace(lineage)
        if self.list_current_keys(lineage):
            return _BEFORE_NUMBERS[trace.status]
        day = self.history.calendar.last_day(trace.ended or "") or ""
        return say(_END_SENTENCES[trace.status], day=date_in_words(day))

    def title(self, edition: str, key: str) -> str:
        """Return the title of a number in an edition, or of the rule that it belongs to, without marks of italics.

        It is empty if there is none.
        """
        found = self.history.titles.shown(edition, key)
        if not found:
            return ""
        return plain_title(found[0])

    def summarize(self, trace: HistoryAnswer) -> str:
        """Return a lineage on one line: `since 11 July 2009, 5 wordings, renumbered twice`."""
        first, last = trace.entries[0].first, trace.entries[-1].last
        last_day = None
        if trace.status != "current":
            last_day = self.history.calendar.last_day(last)
        versions = self.history.versions.of_lineage(trace.lineage or "")
        changes = describe_changes(versions) or ["never changed"]
        return ", ".join([span_in_words(first, last_day), *changes])

    def describe_end(self, trace: HistoryAnswer) -> str:
        """Return how and when a lineage ended: `Deleted with the edition of 11 July 2009`; only for ended lineages."""
        words = _ENDS[trace.status]
        following = self.history.calendar.edition_after(trace.ended or "") or ""
        if following not in self.editions:
            return words
        return f"{words} with the edition of {name_edition(self.editions[following])}"

    def link(self, related: RelatedRecord, page: str) -> PageLink:
        """Return a link from a page to the history of a record of another lineage."""
        words = format_key(related.number)
        if related.lineage is None:
            return PageLink(words)
        last = self.history.versions.by_lineage[related.lineage][-1]
        if last.key != related.number:
            when = "last"
            if self.history.lineages.is_current(related.lineage):
                when = "now"
            words += f" ({when} {format_key(last.key)})"
        return PageLink(words, lineage_place(last.key, related.lineage).seen_from(page))

    def strip(self, trace: HistoryAnswer) -> Markup:
        """Return a lineage as a picture."""
        return draw_strip(trace, self.years(trace.entries[-1].last))

    def blame(self, trace: HistoryAnswer) -> BlameAnswer:
        """Return the edition in which each phrase of a current rule first appeared."""
        newest = trace.entries[-1]
        return blame_rule(self.history, newest.last, newest.key)

    def describe_origin(self, version: HistoryEntry, before: HistoryEntry | None) -> str:
        """Return the origin of a version in words, such as `502.30a → 702.40a`, as far as its marks do not show it.

        The words may end with `split from` or `took in`: the template puts the links to the other rules after them.

        Args:
            version: The version.
            before: The version before it in its lineage; None if it is the first.
        """
        if before is None:
            return _describe_first_origin(version)
        sentences = []
        if version.change_kind == "returned":
            sentences.append(f"last in force on {self._last_day(before.last)}")
        if name_in_words(before.key) != name_in_words(version.key):
            sentences.append(f"{format_key(before.key)} → {format_key(version.key)}")
        if version.others and version.change_kind == "merged":
            sentences.append("took in")
        elif version.others:
            sentences.append("with words of")
        return "; ".join(sentences)

    def describe_until(self, version: HistoryEntry, trace: HistoryAnswer) -> str:
        """Return the end of a version: `until 10 July 2009, 3 editions`, `this edition only`.

        The newest version of a current rule has no number of editions, `until today`, so that a new edition does not
        change the page.
        """
        if trace.status == "current" and version is trace.entries[-1]:
            return "until today"
        if version.first == version.last:
            return "this edition only"
        editions = self.years(version.last).editions
        with_it = sum(version.first <= edition <= version.last for edition in editions)
        number = count(with_it, "edition")
        return f"until {self._last_day(version.last)}, {number}"

    def _last_day(self, edition: str) -> str:
        """Return the last day of an edition in words; `today` for the newest one."""
        day = self.history.calendar.last_day(edition)
        if not day:
            return "today"
        return date_in_words(day)


def _describe_first_origin(version: HistoryEntry) -> str:
    """Return the origin of the first version of a lineage in words; empty if the rule was new."""
    if version.method == "first-edition":
        return "it is in the oldest edition known"
    if version.change_kind == "split":
        return "split from"
    if version.others:
        return "continued from"
    return ""
