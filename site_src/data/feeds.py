"""Atom feeds: `/feed.xml` lists the editions, `/feed/702.xml` what each edition changed in a chapter.

Ids depend only on the subject of an entry, never on the site's address, so that a reader sees each entry only once.
Links are absolute if the site's address is known, otherwise relative (which Atom allows).
"""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from graph.announcements.changes import announced_changes
from graph.announcements.file import bulletins
from graph.history import History
from rules.keys import is_entry, parent_key
from rules.links import SLIGHT, Group, StepEnds
from rules.numbers import chapter_of
from rules.records import RETYPED
from site_src.addresses import slug
from site_src.data.corpus import Corpus, Manifest
from site_src.markup.changes import MARKS, in_words
from site_src.markup.words import count, edition_in_words

ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:comprules:feeds")
LATEST = 40
"""Maximum number of entries in a chapter's feed, the newest ones; the whole history is in the data."""
_SUMMED_UP = 3
"""Maximum number of changes that the summary of an entry lists."""
_MONTH_OF_ATOM = "2005-12-01"
"""The month in which Atom was published, as the date of a feed without entries: every feed needs a date."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 document may contain, not even as a reference."""


Steps = Mapping[StepEnds, Sequence[Group]]
"""Both editions of each step → its changes, oldest first."""
Announced = Mapping[tuple[str, Group], Sequence[str]]
"""Edition and change → titles of the bulletins that announced the change."""


def announced_in(history: History, steps: Steps) -> Announced:
    """Return the bulletins that announced the changes of some steps."""
    titles = {bulletin.id: bulletin.title for bulletin in bulletins()}
    announced = {}
    for step, groups in steps.items():
        for group, announcements in announced_changes(history, *step, groups).items():
            named = dict.fromkeys(titles[announcement.bulletin] for announcement in announcements)
            announced[step.edition, group] = tuple(named)
    return announced


def write_feeds(
    site_dir: Path, corpus: Corpus, steps: Steps, site_url: str, announced: Announced | None = None
) -> None:
    """Write the feed of editions and one for each chapter of the latest edition.

    Args:
        site_dir: Folder of the site.
        corpus: The contents of the editions. Those of other works and retyped ones are not in the feeds.
        steps: What each edition changed.
        site_url: Future address of the site, with a slash at the end; empty if it is not known.
        announced: The bulletins that announced changes, as `announced_in` returns them; None for no bulletins.
    """
    editions = _select_editions(corpus)
    entries = _make_edition_entries(editions, steps, site_url)
    _write_feed(site_dir / "feed.xml", build_feed("Comprehensive Rules: editions", "feed.xml", entries, site_url))
    _write_chapter_feeds(site_dir, corpus, editions, steps, site_url, announced=announced or {})


def _write_chapter_feeds(
    site_dir: Path,
    corpus: Corpus,
    editions: Sequence[Manifest],
    steps: Steps,
    site_url: str,
    *,
    announced: Announced,
) -> None:
    """Write a feed for each chapter of the latest edition.

    For the arguments see `write_feeds`; `editions` are those in the feeds.
    """
    latest = corpus.contents[corpus.latest]
    headings = {content.edition.id: _map_headings(content) for content in editions}
    steps_in_feeds = {step: groups for step, groups in steps.items() if step.edition in headings}
    by_chapter = _map_by_chapter(steps_in_feeds)
    for chapter in _list_chapters(latest):
        changes_by_edition = by_chapter.get(chapter, {})
        entries = []
        for edition in sorted(changes_by_edition, reverse=True)[:LATEST]:
            step = ChapterStep(corpus.contents[edition], chapter, changes_by_edition[edition])
            entries.append(_make_chapter_entry(step, headings, announced, root=site_url or "../"))
        title = f"Comprehensive Rules: {chapter} {latest.headings.get(chapter, '')}".strip()
        address = f"feed/{slug(chapter)}.xml"
        _write_feed(site_dir / address, build_feed(title, address, entries, site_url))


def _select_editions(corpus: Corpus) -> list[Manifest]:
    """Return the editions in the feeds, oldest first: those of the Comprehensive Rules that are not retyped."""
    work = corpus.contents[corpus.latest].edition.work
    return [
        content
        for content in corpus.contents.values()
        if content.edition.work == work and content.edition.condition != RETYPED
    ]


def _list_chapters(content: Manifest) -> list[str]:
    """Return the numbers of the chapters of an edition, without a second chapter of the same number (`702#2`)."""
    return [row.key for row in content.rules if row.kind == "chapter" and "#" not in row.key]


def _make_edition_entries(editions: Sequence[Manifest], steps: Steps, site_url: str) -> list[ET.Element]:
    """Return the entries of the feed of editions, newest first."""
    changed = {step.edition: " ".join(in_words(groups)) for step, groups in steps.items()}
    entries = []
    for content in reversed(editions):
        edition = content.edition
        summary = changed.get(edition.id, "The first edition.")
        address = f"{site_url}e/{edition.id}/"
        entries.append(make_entry(edition.id, edition_in_words(edition), edition.id, address, summary))
    return entries


def build_feed(title: str, address: str, entries: Sequence[ET.Element], site_url: str) -> ET.ElementTree[ET.Element]:
    """Return a feed as a document; `address` is its own address, from the site's root.

    A feed without entries has the publication date of Atom.
    """
    root = site_url or "../" * address.count("/")
    feed = ET.Element(f"{{{ATOM}}}feed")
    _add_child(feed, "id", f"urn:uuid:{uuid.uuid5(NAMESPACE, address)}")
    _add_child(feed, "title", title)
    updated = _format_moment(_MONTH_OF_ATOM)
    if entries:
        updated = entries[0].findtext(f"{{{ATOM}}}updated", updated)
    _add_child(feed, "updated", updated)
    author = _add_child(feed, "author")
    _add_child(author, "name", "comprules")
    _add_child(feed, "link", rel="self", type="application/atom+xml", href=root + address)
    _add_child(feed, "link", rel="alternate", type="text/html", href=root or "./")
    feed.extend(entries)
    return ET.ElementTree(feed)


def make_entry(
    about: str, title: str, edition: str, href: str, summary: str, *, lines: Sequence[str] = ()
) -> ET.Element:
    """Return an entry of a feed.

    Args:
        about: Its subject, from which its id is made: `2009-07-11`, `2009-07-11 702`.
        title: One line.
        edition: Date of the edition.
        href: Address of its page, absolute or from the feed.
        summary: One or two sentences.
        lines: The changes, one per line; empty in a feed of editions.
    """
    entry = ET.Element(f"{{{ATOM}}}entry")
    _add_child(entry, "id", f"urn:uuid:{uuid.uuid5(NAMESPACE, about)}")
    _add_child(entry, "title", title)
    _add_child(entry, "updated", _format_moment(edition))
    _add_child(entry, "link", rel="alternate", type="text/html", href=href)
    _add_child(entry, "summary", summary)
    if lines:
        content = _add_child(entry, "content", type="xhtml")
        division = ET.SubElement(content, f"{{{XHTML}}}div")
        listed = ET.SubElement(division, f"{{{XHTML}}}ul")
        for line in lines:
            item = ET.SubElement(listed, f"{{{XHTML}}}li")
            item.text = replace_forbidden(line)
    return entry


def replace_forbidden(text: str) -> str:
    """Return `text` with a replacement character for each character that XML forbids."""
    return _ILLEGAL.sub("\ufffd", text)


def _add_child(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    """Add an element of Atom at the end of another one, and return it."""
    child = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    if text is not None:
        child.text = replace_forbidden(text)
    return child


def _format_moment(edition: str) -> str:
    """Return the beginning of a day as Atom writes it: `2009-07-11` → `2009-07-11T00:00:00Z`."""
    return f"{edition}T00:00:00Z"


def _write_feed(target: Path, document: ET.ElementTree[ET.Element]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    ET.register_namespace("", ATOM)
    ET.indent(document)
    document.write(target, encoding="utf-8", xml_declaration=True)


def _map_by_chapter(steps: Steps) -> dict[str, dict[str, list[Group]]]:
    """Return the changes of each chapter by edition, without slight ones: `{"702": {"2009-07-11": [group]}}`."""
    by_chapter: dict[str, dict[str, list[Group]]] = defaultdict(lambda: defaultdict(list))
    for step, groups in steps.items():
        for group in groups:
            for chapter in _find_chapters(group):
                by_chapter[chapter][step.edition].append(group)
    return by_chapter


def _find_chapters(group: Group) -> set[str]:
    """Return the chapters whose feeds list a change: those of its new rules, or of its old ones if it has no new ones.

    The result is empty for a slight change, and for one of glossary entries, which are in no chapter.
    """
    if group.kind == "kept" and group.change in SLIGHT:
        return set()
    return {chapter_of(key) for key in group.new or group.old if not is_entry(key)}


class ChapterStep(NamedTuple):
    """The changes of an edition in a chapter.

    Attributes:
        content: The edition.
        chapter: Number of the chapter.
        groups: The changes.
    """

    content: Manifest
    chapter: str
    groups: Sequence[Group]


def _make_chapter_entry(
    step: ChapterStep, headings: Mapping[str, Mapping[str, str]], announced: Announced, *, root: str
) -> ET.Element:
    """Return the entry of a chapter's feed for an edition.

    Args:
        step: What the edition changed.
        headings: Headings of the rules by edition and key.
        announced: The bulletins that announced changes.
        root: Address of the site, or the way to it from the feed.
    """
    edition, chapter = step.content.edition, step.chapter
    before: Mapping[str, str] = {}
    if step.content.previous:
        before = headings[step.content.previous]
    lines = []
    for group in step.groups:
        line = _format_line(group, headings[edition.id], before)
        reason = _describe_reason(announced.get((edition.id, group), ()))
        lines.append(line + reason)
    summary = "; ".join(lines[:_SUMMED_UP])
    if len(lines) > _SUMMED_UP:
        summary += f"; and {len(lines) - _SUMMED_UP:,} more"
    words = edition_in_words(edition)
    changes = count(len(lines), "change")
    title = f"{chapter}: {changes} in the {words[0].lower()}{words[1:]}"
    address = f"{root}e/{edition.id}/#{chapter}"
    return make_entry(f"{edition.id} {chapter}", title, edition.id, address, f"{summary}.", lines=lines)


def _describe_reason(titles: Sequence[str]) -> str:
    """Return the end of a change's line, ` (announced in the TITLE)`; empty if no bulletin announced the change."""
    if not titles:
        return ""
    return f" (announced in the {' and the '.join(titles)})"


def _format_line(group: Group, headings: Mapping[str, str], before: Mapping[str, str]) -> str:
    """Return a change as a line: `702.40a Storm: renumbered from 702.39a, wording`.

    Args:
        group: The change.
        headings: Headings of the edition by key.
        before: Headings of the edition before it, for a rule that it no longer has.
    """
    if group.new:
        keys, heading = group.new, headings.get(group.new[0], "")
    else:
        keys, heading = group.old, before.get(group.old[0], "")
    records = ", ".join(keys)
    if heading:
        records += f" {heading}"
    return f"{records}: {_describe_change(group)}"


def _describe_change(group: Group) -> str:
    """Return the kind and the class of a change in words: `renumbered from 702.39a, wording`."""
    words = []
    if group.kind != "kept":
        kind = MARKS[group.kind]
        if group.old and group.new and group.old != group.new:
            kind += f" from {', '.join(group.old)}"
        words.append(kind)
    if group.change and group.change != "unchanged":
        words.append(MARKS[group.change])
    return ", ".join(words) or "unchanged"


def _map_headings(content: Manifest) -> dict[str, str]:
    """Return the heading of each rule, its own or that of the rule above it, by key."""
    own = content.headings
    headings = {}
    for row in content.rules:
        above = parent_key(row.key) or ""
        heading = own.get(row.key) or own.get(above)
        if heading:
            headings[row.key] = heading
    return headings
