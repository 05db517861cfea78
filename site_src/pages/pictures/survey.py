"""Facts for the pictures from all editions: sizes of chapters, their lineages, and their last numbers and headings.

A chapter is followed through its numbers by the lineage of its heading: `502` and `702` may be one chapter. If nothing
was aligned, a chapter is identified by its number.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from rules.keys import GLOSSARY, chapter_of_key, is_entry
from rules.numbers import section_of
from rules.records import Rule
from rules.store import Store
from site_src.addresses import history_page

SECTIONS = "sections"
"""In place of the lineage of a chapter, for the headings of sections, which are in no chapter.

Glossary entries have `GLOSSARY` in the same way.
"""


class ChapterHistory(Struct, frozen=True):
    """A chapter or a section through all editions.

    Attributes:
        lineage: The lineage by which it is followed.
        number: Its current or last number.
        heading: Its current or last heading.
        current: Whether the latest edition has it.
        section: Lineage of its current or last section; its own for a section.
    """

    lineage: str
    number: str
    heading: str
    current: bool
    section: str

    @property
    def name(self) -> str:
        """Return the chapter's number and heading: `702 Keyword Abilities`."""
        return f"{self.number} {self.heading}".strip()


class PictureData:
    """The data of the pictures.

    Attributes:
        editions: Editions of the Comprehensive Rules that have rules, oldest first.
        rules: Edition → lineage of each chapter → number of its rules.
        words: Edition → lineage of each chapter → number of its words.
        section_records: Edition → lineage of each section → number of its own records, its headings.
        homes: Edition → number of each chapter and section → its lineage.
        numbers: Edition → lineage of each chapter and section → its number.
        headings: The latest heading of each lineage that ever had one.
    """

    def __init__(self, store: Store) -> None:
        """Collect sizes, numbers and headings from all editions."""
        counts = store.counts()
        self.editions = tuple(edition for edition in store.chained() if counts[edition][0])
        self.rules: dict[str, Counter[str]] = defaultdict(Counter)
        self.words: dict[str, Counter[str]] = defaultdict(Counter)
        self.section_records: dict[str, Counter[str]] = defaultdict(Counter)
        self.homes: dict[str, dict[str, str]] = {}
        self.numbers: dict[str, dict[str, str]] = {}
        self.headings: dict[str, str] = {}
        for edition in self.editions:
            self._add_edition(store, edition)

    def _add_edition(self, store: Store, edition: str) -> None:
        """Add the sizes, numbers and headings of an edition; headings of later editions replace earlier ones."""
        lineages = store.lineages(edition)
        rules = store.rules(edition)
        # without an alignment there are no lineages: the number takes their place
        rules_with_lineage = [(rule, lineages.get(rule.key, rule.number)) for rule in rules]
        homes = {}
        for rule, lineage in rules_with_lineage:
            if rule.kind in ("section", "chapter"):
                homes[rule.number] = lineage
        self.homes[edition] = homes
        self.numbers[edition] = {lineage: number for number, lineage in homes.items()}
        for rule, lineage in rules_with_lineage:
            if rule.heading:
                self.headings[lineage] = rule.heading
            if rule.kind == "section":
                self.section_records[edition][lineage] += 1
            else:
                home = self.home(edition, rule.number)
                self.rules[edition][home] += 1
                self.words[edition][home] += _count_words(rule)

    @property
    def latest(self) -> str:
        """Return the id of the newest edition."""
        return self.editions[-1]

    def home(self, edition: str, key: str) -> str:
        """Return the lineage of a record's chapter; `GLOSSARY` for an entry, `SECTIONS` for a section."""
        if is_entry(key):
            return GLOSSARY
        chapter = chapter_of_key(key)
        # the number of a section, such as `7`, is its own chapter
        if chapter == section_of(chapter):
            return SECTIONS
        return self.homes[edition].get(chapter, chapter)

    def section(self, edition: str, number: str) -> str:
        """Return the lineage of a number's section."""
        return self.homes[edition].get(section_of(number), section_of(number))

    def history(self, chapter: ChapterHistory) -> str:
        """Return the address of a chapter's history from a picture's page; empty for a chapter without a record."""
        has_record = any(chapter.lineage in numbers for numbers in self.numbers.values())
        if has_record:
            return f"../../{history_page(chapter.number)}"
        return ""

    def chapters(self) -> tuple[ChapterHistory, ...]:
        """Return all chapters: those of the latest edition in its order, then former ones, the latest first."""
        last_editions: dict[str, str] = {}
        for edition in self.editions:
            for lineage in self.rules[edition]:
                last_editions[lineage] = edition
        chapters = [self._find_chapter(edition, lineage) for lineage, edition in last_editions.items()]
        chapters.sort(key=lambda chapter: chapter.number)
        # sorting keeps the order of equals: chapters that ended with the same edition stay in the order of their
        # numbers
        chapters.sort(key=lambda chapter: last_editions[chapter.lineage], reverse=True)
        return tuple(chapters)

    def sections(self) -> tuple[ChapterHistory, ...]:
        """Return all sections that have chapters: those of the latest edition, then former ones, by number."""
        last_editions: dict[str, str] = {}
        for edition in self.editions:
            for chapter in self.rules[edition]:
                number = self.numbers[edition].get(chapter, chapter)
                last_editions[self.section(edition, number)] = edition
        # of former sections with the same number, the one that was found last comes first
        sections = [self._find_chapter(edition, section) for section, edition in reversed(last_editions.items())]
        sections.sort(key=lambda section: (not section.current, section.number))
        return tuple(sections)

    def _find_chapter(self, edition: str, lineage: str) -> ChapterHistory:
        """Return the chapter or section that has a lineage, with the number that it has in an edition."""
        number = self.numbers[edition].get(lineage, lineage)
        heading = self.headings.get(lineage, "")
        return ChapterHistory(lineage, number, heading, edition == self.latest, self.section(edition, number))


def _count_words(rule: Rule) -> int:
    return sum(len(passage.split()) for passage in (rule.text, *rule.examples, *rule.notes))


def year_ends(editions: Iterable[str]) -> tuple[str, ...]:
    """Return the last edition of each year that has one."""
    return tuple({edition[:4]: edition for edition in sorted(editions)}.values())
