"""`references/702/`: the references from and to the rules of a chapter today, each with its sentence.

`references/` lists these pages; its script shows the references of any rule on any day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from rules.grouping import grouped
from rules.keys import GLOSSARY, chapter_of_key, is_entry, key_at_level
from site_src.addresses import REFERENCES_PATH, PageLink, SitePlace, in_order, neighbourhood_place, references_place
from site_src.context import BuildContext
from site_src.data.mentions import Mention, join_times
from site_src.markup.passages import symbols_html
from site_src.markup.shell import Frame
from site_src.markup.words import date_in_words, name_in_words

_ABOUT_START = "What a rule of Magic referred to on any day, and what referred to it, in their own words."
_STYLES = ("references",)
_GLOSSARY_PATH = f"{REFERENCES_PATH}{GLOSSARY}/"


class Quotation(Struct, frozen=True):
    """A sentence that refers.

    Attributes:
        source: A link to the rule that has it; None for a glossary entry, whose name is printed above.
        html: Its words, with the number or term of the reference marked.
    """

    source: PageLink | None
    html: Markup


class Neighbour(Struct, frozen=True):
    """A rule that refers to another or is referred to by it.

    Attributes:
        link: A link to its own references.
        since: The day since which it does so without interruption.
        earlier: The times before that in which it did so, in words; empty without any.
        quotations: The sentences.
    """

    link: PageLink
    since: str
    earlier: str
    quotations: Sequence[Quotation]


class ChapterNeighbours(Struct, frozen=True):
    """The neighbours of a rule in one chapter."""

    title: str
    neighbours: Sequence[Neighbour]


class ReferenceList(Struct, frozen=True):
    """The references of a rule.

    Attributes:
        anchor: Its anchor on the page.
        name: Its number with its heading, or its term.
        number: Its number, or the key of its entry.
        read: The address of its text.
        drawn: The address of its picture.
        out: The rules to which it refers, by chapter.
        into: The rules that refer to it, by chapter.
    """

    anchor: str
    name: str
    number: str
    read: str
    drawn: str
    out: Sequence[ChapterNeighbours]
    into: Sequence[ChapterNeighbours]


class ReferenceLists:
    """The references of an edition, made into lists.

    Args:
        context: The build.
        edition: The edition.
    """

    def __init__(self, context: BuildContext, edition: str) -> None:
        self._headings = context.store.headings(edition)
        self._places = context.places
        self._out: dict[str, list[Mention]] = defaultdict(list)
        self._into: dict[str, list[Mention]] = defaultdict(list)
        for mention in context.mentions:
            # mentions that begin in a retyped edition are of that edition alone
            if not mention.stands_in(edition) or mention.first in context.store.retyped:
                continue
            self._out[key_at_level(mention.source, "rule")].append(mention)
            if mention.status != "missing":
                self._into[key_at_level(mention.target, "rule")].append(mention)
        self.keys: list[str] = sorted({*self._out, *self._into}, key=in_order)

    def name(self, key: str) -> str:
        """Return a key with its heading."""
        if is_entry(key):
            return name_in_words(key)
        return f"{key} {self._headings.get(key) or ''}".strip()

    def chapter(self, key: str) -> str:
        """Return the title of the chapter of a key."""
        if is_entry(key):
            return "Glossary"
        return self.name(chapter_of_key(key))

    def make(self, key: str, page: str) -> ReferenceList:
        """Return the references of a rule, as seen from a page."""
        out = grouped((_home_of_target(mention), mention) for mention in self._out.get(key, ()))
        into = grouped((key_at_level(mention.source, "rule"), mention) for mention in self._into.get(key, ()))
        place = references_place(key)
        return ReferenceList(
            anchor=place.anchor,
            name=self.name(key),
            number=key,
            read=self._link_text(key, page) or place.seen_from(page),
            drawn=neighbourhood_place(key).seen_from(page),
            out=self._group_by_chapter(out, page),
            into=self._group_by_chapter(into, page),
        )

    def _group_by_chapter(self, mentions: Mapping[str, Sequence[Mention]], page: str) -> list[ChapterNeighbours]:
        """Return the neighbours of a rule by chapter.

        Args:
            mentions: The mentions that join each neighbour to the rule, by the neighbour's key.
            page: The page that links to them.
        """
        by_chapter = grouped((self.chapter(key), key) for key in sorted(mentions, key=in_order))
        chapters = []
        for title, keys in by_chapter.items():
            neighbours = [self._make_neighbour(key, mentions[key], page) for key in keys]
            chapters.append(ChapterNeighbours(title, neighbours))
        return chapters

    def _make_neighbour(self, key: str, mentions: Sequence[Mention], page: str) -> Neighbour:
        """Return a neighbour with the mentions that join it to the rule of the list."""
        address = ""
        if key in self._out or key in self._into:
            address = references_place(key).seen_from(page)
        link = PageLink(self.name(key), address)
        since, earlier_times = join_times(mentions)
        earlier = " and ".join(f"{date_in_words(first)} to {date_in_words(last)}" for first, last in earlier_times)
        quotations = [self._quote(mention, page) for mention in _list_distinct(mentions)]
        return Neighbour(link, date_in_words(since), earlier, quotations)

    def _quote(self, mention: Mention, page: str) -> Quotation:
        """Return the sentence of a mention, with the number or term marked: as a link if there is such a record."""
        before = symbols_html(mention.sentence[: mention.start])
        words = symbols_html(mention.sentence[mention.start : mention.end])
        after = symbols_html(mention.sentence[mention.end :])
        href = self._link_text(mention.target, page)
        if href and mention.status == "ok":
            marked = Markup('<a class="ref" href="{}">{}</a>').format(href, words)
        else:
            marked = Markup('<span class="ref-broken">{}</span>').format(words)
        source = None
        if not is_entry(mention.source):
            source = PageLink(mention.source, self._link_text(mention.source, page))
        return Quotation(source, Markup("{}{}{}").format(before, marked, after))

    def _link_text(self, key: str, page: str) -> str:
        """Return the address of the text of a record; empty if the site does not show it."""
        place = self._places.get(key)
        if place:
            return place.seen_from(page)
        return ""


def write_references(context: BuildContext) -> None:
    """Write the lists of the references of today, a page for each chapter, and the page for any rule and day."""
    context.progress("listing the references")
    editions = context.store.chained()
    lists = ReferenceLists(context, editions[-1])
    pages = grouped((references_place(key).page, key) for key in lists.keys)
    titles = {page: _title_of(lists, page, keys[0]) for page, keys in pages.items()}
    for page, keys in pages.items():
        frame = Frame(page, f"References: {titles[page]}", styles=_STYLES, indexed=False)
        shown = [lists.make(key, page) for key in keys]
        context.write(frame, "reference_lists.html.j2", title=titles[page], shown=shown)
    _write_start(context, titles, editions)


def _write_start(context: BuildContext, titles: Mapping[str, str], editions: Sequence[str]) -> None:
    """Write the page for any rule and day, which lists the pages of today.

    Args:
        context: The input of the generator.
        titles: The title of each page of today, by its address.
        editions: The dates of all editions, oldest first.
    """
    chapters: list[PageLink] = []
    letters: list[PageLink] = []
    for page, title in titles.items():
        link = PageLink(title, SitePlace(page).seen_from(REFERENCES_PATH))
        if page.startswith(_GLOSSARY_PATH):
            letters.append(link)
        else:
            chapters.append(link)
    frame = Frame(
        REFERENCES_PATH,
        "References on any day",
        _ABOUT_START,
        scripts=("references",),
        styles=_STYLES,
        days=" ".join(editions),
    )
    context.write(frame, "references.html.j2", chapters=chapters, letters=letters, first=editions[0])


def _title_of(lists: ReferenceLists, page: str, key: str) -> str:
    """Return the title of a page of references: `702 Keyword Abilities`, or `Glossary, B` for a letter.

    Args:
        lists: The references.
        page: Address of the page.
        key: One of the keys on it.
    """
    if page.startswith(_GLOSSARY_PATH):
        letter = page.removeprefix(_GLOSSARY_PATH).removesuffix("/")
        return f"Glossary, {letter.upper()}"
    return lists.chapter(key)


def _home_of_target(mention: Mention) -> str:
    """Return the key under which a target is listed: that of its rule, or its own if the edition lacks it."""
    if mention.status == "missing":
        return mention.target
    return key_at_level(mention.target, "rule")


def _list_distinct(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions without those that only name further rules of the same range or list.

    The range in `see rules 702.2–702.4` is three mentions that begin at the same character of a sentence. Only the
    first of them is returned, in the place of the last.
    """
    distinct: dict[tuple[str, str, int], Mention] = {}
    for mention in reversed(mentions):
        distinct[mention.source, mention.sentence, mention.start] = mention
    return list(reversed(distinct.values()))
