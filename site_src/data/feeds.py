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
from xml.etree import ElementTree as ET

from graph.announcements.changes import announced_changes
from graph.announcements.file import bulletins
from graph.history import History
from rules.links import SLIGHT, Group, StepEnds
from rules.numbers import chapter_of, is_term, parent_key
from rules.records import RETYPED
from site_src.data.corpus import Corpus, Manifest
from site_src.layout import slug
from site_src.markup.changes import MARKS, in_words
from site_src.markup.words import count, edition_in_words

ATOM = "http://www.w3.org/2005/Atom"
XHTML = "http://www.w3.org/1999/xhtml"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:comprules:feeds")
LATEST = 40
"""Maximum number of entries in a chapter's feed, the newest ones; the whole history is in the data."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML 1.0 document may contain, not even as a reference."""


Steps = Mapping[StepEnds, Sequence[Group]]
"""What each edition changed, oldest first."""
Announced = Mapping[tuple[str, Group], Sequence[str]]
"""Edition and change → titles of the bulletins that announced it."""


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
    """Write the feed of editions and one for each chapter of the latest edition."""
    latest = corpus.contents[corpus.latest]
    editions = [
        content
        for content in corpus.contents.values()
        if content.edition.work == latest.edition.work and content.edition.condition != RETYPED
    ]
    changed = {step.edition: " ".join(in_words(groups)) for step, groups in steps.items()}
    entries = [
        make_entry(
            content.edition.id,
            edition_in_words(content.edition),
            content.edition.id,
            f"{site_url}e/{content.edition.id}/",
            changed.get(content.edition.id, "The first edition."),
        )
        for content in reversed(editions)
    ]
    _write_feed(site_dir / "feed.xml", build_feed("Comprehensive Rules: editions", "feed.xml", entries, site_url))
    headings = {content.edition.id: _map_headings(content) for content in editions}
    by_chapter = _by_chapter({step: groups for step, groups in steps.items() if step.edition in headings})
    for row in latest.rules:
        if row.kind == "chapter" and "#" not in row.key:
            title = f"Comprehensive Rules: {row.key} {latest.headings.get(row.key, '')}".strip()
            steps_of_chapter = by_chapter.get(row.key, {})
            news = [
                _chapter_entry(
                    corpus.contents[edition],
                    row.key,
                    groups,
                    headings,
                    announced or {},
                    root=site_url or "../",
                )
                for edition, groups in sorted(steps_of_chapter.items())
            ]
            address = f"feed/{slug(row.key)}.xml"
            _write_feed(site_dir / address, build_feed(title, address, news[::-1][:LATEST], site_url))


def build_feed(title: str, address: str, entries: Sequence[ET.Element], site_url: str) -> ET.ElementTree[ET.Element]:
    """Return a feed as a document; `address` is its own address, from the site's root.

    A feed without entries has the publication date of Atom.
    """
    root = site_url or "../" * address.count("/")
    feed = ET.Element(f"{{{ATOM}}}feed")
    _add_child(feed, "id", f"urn:uuid:{uuid.uuid5(NAMESPACE, address)}")
    _add_child(feed, "title", title)
    newest = entries[0].findtext(f"{{{ATOM}}}updated") if entries else None
    _add_child(feed, "updated", newest or _format_moment("2005-12-01"))
    ET.SubElement(_add_child(feed, "author"), f"{{{ATOM}}}name").text = "comprules"
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
        listed = ET.SubElement(ET.SubElement(content, f"{{{XHTML}}}div"), f"{{{XHTML}}}ul")
        for line in lines:
            ET.SubElement(listed, f"{{{XHTML}}}li").text = replace_forbidden(line)
    return entry


def replace_forbidden(text: str) -> str:
    """Return `text` with a replacement character for each character that XML forbids."""
    return _ILLEGAL.sub("\ufffd", text)


def _add_child(parent: ET.Element, name: str, text: str | None = None, **attributes: str) -> ET.Element:
    feed = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    feed.text = None if text is None else replace_forbidden(text)
    return feed


def _format_moment(edition: str) -> str:
    return f"{edition}T00:00:00Z"


def _write_feed(target: Path, document: ET.ElementTree[ET.Element]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    ET.register_namespace("", ATOM)
    ET.indent(document)
    document.write(target, encoding="utf-8", xml_declaration=True)


def _by_chapter(steps: Steps) -> dict[str, dict[str, list[Group]]]:
    """Return the groups of each chapter by edition, without those that changed only references or typography."""
    by_chapter: dict[str, dict[str, list[Group]]] = defaultdict(lambda: defaultdict(list))
    for step, groups in steps.items():
        for group in groups:
            if group.kind == "kept" and group.change in SLIGHT:
                continue
            for chapter in {chapter_of(key) for key in group.new or group.old if not is_term(key)}:
                by_chapter[chapter][step.edition].append(group)
    return by_chapter


def _chapter_entry(
    content: Manifest,
    chapter: str,
    groups: Sequence[Group],
    headings: Mapping[str, Mapping[str, str]],
    announced: Announced,
    *,
    root: str,
) -> ET.Element:
    edition = content.edition
    before = headings[content.previous] if content.previous else {}
    lines = tuple(
        _format_line(group, headings[edition.id], before) + _describe_reason(announced.get((edition.id, group), ()))
        for group in groups
    )
    shown = "; ".join(lines[:3])
    words = edition_in_words(edition)
    title = f"{chapter}: {count(len(lines), 'change')} in the {words[0].lower()}{words[1:]}"
    return make_entry(
        f"{edition.id} {chapter}",
        title,
        edition.id,
        f"{root}e/{edition.id}/#{chapter}",
        f"{shown}; and {len(lines) - 3:,} more." if len(lines) > 3 else f"{shown}.",
        lines=lines,
    )


def _describe_reason(titles: Sequence[str]) -> str:
    return f" (announced in the {' and the '.join(titles)})" if titles else ""


def _format_line(group: Group, headings: Mapping[str, str], before: Mapping[str, str]) -> str:
    """Return a change as a line: `702.40a Storm: renumbered from 702.39a, wording`."""
    keys, names = (group.new, headings) if group.new else (group.old, before)
    records = ", ".join(keys)
    if keys[0] in names:
        records += f" {names[keys[0]]}"
    kind = "" if group.kind == "kept" else MARKS[group.kind]
    if kind and group.old and group.new and group.old != group.new:
        kind = f"{kind} from {', '.join(group.old)}"
    change = MARKS[group.change] if group.change and group.change != "unchanged" else ""
    return f"{records}: {', '.join(part for part in (kind, change) if part) or 'unchanged'}"


def _map_headings(content: Manifest) -> dict[str, str]:
    """Return the heading of each rule, its own or that of the rule above it, by key."""
    own = content.headings
    headings = ((row.key, own.get(row.key) or own.get(parent_key(row.key) or "")) for row in content.rules)
    return {key: heading for key, heading in headings if heading}
