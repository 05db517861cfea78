"""The knowledge base → the pages that mkdocs builds: Markdown files, each one block of HTML under its front matter.

The files hold nothing that needs mkdocs: another generator can take them as they are. Reader pages show the latest
edition; every edition has a page of figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store
from site_src.book import Book, Chapter, Page, Place, Section, lay_out
from site_src.editions import edition_page, editions_page
from site_src.errors import PagesError
from site_src.passages import text_html
from site_src.views import Linker, NumberedLink, RuleView, page_link
from site_src.words import count, date_in_words, edition_in_words

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class PageSource:
    """A page before mkdocs.

    Attributes:
        path: Of the Markdown file, relative to the folder of pages.
        title: For the browser's title bar.
        body: HTML, one block.
        edition: The edition it shows.
        section: Number of the section to open in the contents at the side, empty for none.
        here: Number of the chapter to mark there.
    """

    path: str
    title: str
    body: str
    edition: Edition
    section: str = ""
    here: str = ""


def environment() -> Environment:
    """Jinja2 with everything escaped, and nothing undefined passed over in silence."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: text_html(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def latest_edition(store: Store) -> Edition:
    """The newest edition of the Comprehensive Rules that has rules.

    Raises:
        PagesError: There is none.
    """
    counts = store.counts()
    for edition in reversed(store.editions()):
        if edition.work == COMPREHENSIVE_RULES and counts[edition.id][0]:
            return edition
    raise PagesError("the knowledge base holds no edition with rules; read an archive with: comprules ingest")


class Writer:
    """Renders the pages of one knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._templates = environment()
        self.latest = latest_edition(store)
        self.rules = store.rules(self.latest.id)
        self.book: Book = lay_out(self.rules, store.glossary(self.latest.id))
        self.linker = Linker(self.book, store.references(self.latest.id))

    def pages(self) -> Iterator[PageSource]:
        """Every page, in a fixed order."""
        yield self._start()
        yield self._contents()
        yield from self._rule_pages()
        yield self._glossary()
        yield from self._editions()

    def contents(self) -> list[dict[str, Any]]:
        """Sections and chapters, for the contents at the side of every page (a data file of the theme)."""
        return [
            {
                "number": section.number,
                "heading": section.heading or "Untitled",
                "chapters": [[chapter.number, chapter.heading or "Untitled"] for chapter in section.chapters],
            }
            for section in self.book.sections
        ]

    def _render(self, template: str, values: Mapping[str, Any]) -> str:
        return one_block(self._templates.get_template(template).render(values))

    def _start(self) -> PageSource:
        rules, glossary, _ = self._store.counts()[self.latest.id]
        values = {
            "edition_words": edition_in_words(self.latest)[0].lower() + edition_in_words(self.latest)[1:],
            "figures": f"{count(rules, 'rule')} and {count(glossary, 'glossary entry', 'glossary entries')}",
            "glossary_figure": count(glossary, "entry", "entries"),
            "editions_figure": count(len(self._store.edition_ids), "edition"),
            "sections": self._sections(""),
        }
        return PageSource("index.md", "", self._render("start.html.j2", values), self.latest)

    def _contents(self) -> PageSource:
        body = self._render("contents.html.j2", {"sections": self._sections("cr/", with_texts=True)})
        return PageSource("cr/index.md", "Contents", body, self.latest)

    def _sections(self, page: str, *, with_texts: bool = False) -> list[dict[str, Any]]:
        return [
            {
                "number": section.number,
                "heading": section.heading,
                "texts": self._section_texts(section, page) if with_texts else [],
                "chapters": [page_link(chapter.page, page) for chapter in section.chapters],
            }
            for section in self.book.sections
        ]

    def _section_texts(self, section: Section, page: str) -> list[dict[str, Any]]:
        return [
            {"key": rule.key, "html": self.linker.passage(rule.key, "text", rule.text, page)}
            for rule in section.rules
            if rule.text
        ]

    def _rule_pages(self) -> Iterator[PageSource]:
        order = [(chapter, page) for chapter in self.book.chapters for page in (chapter.page, *chapter.pages)]
        chapters = [chapter.page for chapter in self.book.chapters]
        for chapter, page in order:
            # chapters turn to chapters; a keyword's page turns to the next keyword of its chapter
            ring = chapters if page is chapter.page else list(chapter.pages)
            at = ring.index(page)
            before, after = (ring[at - 1] if at else None), (ring[at + 1] if at + 1 < len(ring) else None)
            yield self._rule_page(chapter, page, before, after)

    def _rule_page(self, chapter: Chapter, page: Page, before: Page | None, after: Page | None) -> PageSource:
        own = [rule for rule in page.rules if rule.key == page.number]
        head: RuleView | None = None
        if own:
            head = self.linker.rule_view(own[0], page.address, with_heading=False)
        values = {
            "number": page.number,
            "heading": page.heading,
            "trail": self._trail(chapter, page),
            "head": head,
            "views": [
                self.linker.rule_view(rule, page.address) for rule in page.rules if not own or rule is not own[0]
            ],
            "pages": [page_link(one, page.address) for one in chapter.pages] if page is chapter.page else [],
            "previous": page_link(before, page.address),
            "next": page_link(after, page.address),
        }
        title = f"{page.number} {page.heading or ''}".strip()
        body = self._render("chapter.html.j2", values)
        return PageSource(f"cr/{page.number}.md", title, body, self.latest, chapter.number[0], chapter.number)

    def _trail(self, chapter: Chapter, page: Page) -> list[dict[str, str]]:
        section = next(one for one in self.book.sections if chapter in one.chapters)
        contents = Place("cr/", section.number).seen_from(page.address)
        trail = [{"href": contents, "words": f"{section.number} {section.heading or ''}".strip()}]
        if page is not chapter.page:
            link: NumberedLink | None = page_link(chapter.page, page.address)
            if link:
                trail.append({"href": link.href, "words": f"{link.number} {link.heading or ''}".strip()})
        return trail

    def _glossary(self) -> PageSource:
        letters: dict[str, str] = {}
        for term in self.book.terms:
            initial = term.anchor[0].upper()
            letters.setdefault(initial if initial.isalpha() else "#", term.anchor)
        views = [self.linker.term_view(term, "glossary/") for term in self.book.terms]
        body = self._render("glossary.html.j2", {"letters": sorted(letters.items()), "views": views})
        return PageSource("glossary.md", "Glossary", body, self.latest)

    def _editions(self) -> Iterator[PageSource]:
        editions = self._store.editions()
        body = self._render("editions.html.j2", editions_page(self._store, editions))
        yield PageSource("editions.md", "Editions", body, self.latest)
        for edition in editions:
            body = self._render("edition.html.j2", edition_page(self._store, edition))
            yield PageSource(f"e/{edition.id}.md", f"Edition of {date_in_words(edition.id)}", body, edition)


def one_block(html: str) -> str:
    """`html` without blank lines and indentation, so that Markdown takes it as one block and changes nothing in it.

    Raises:
        PagesError: A line starts with anything but a tag: Markdown might take it for its own.
    """
    lines = [line.strip() for line in html.split("\n")]
    lines = [line for line in lines if line]
    for line in lines:
        if not line.startswith("<"):
            raise PagesError(f"a template puts text at the start of a line, where Markdown may read it: {line[:60]!r}")
    return "\n".join(lines) + "\n"


def write_pages(store: Store, folder: Path) -> Writer:
    """Writes every page and the data file of the contents into `folder`, which must be empty or missing."""
    writer = Writer(store)
    for page in writer.pages():
        target = folder / page.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_front_matter(page, writer.latest) + page.body, encoding="utf-8")
    theme = {
        "contents": writer.contents(),
        "latest": {"id": writer.latest.id, "words": edition_in_words(writer.latest)},
        "sample": store.is_sample,
    }
    (folder / "theme.json").write_text(json.dumps(theme, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return writer


def _front_matter(page: PageSource, latest: Edition) -> str:
    meta: dict[str, str | bool] = {
        "title": page.title or "Comprehensive Rules",
        "edition": page.edition.id,
        "edition_words": edition_in_words(page.edition),
        "edition_is_latest": page.edition.id == latest.id,
        "section": page.section,
        "here": page.here,
        # the start page and the contents are themselves the list; other editions have other chapters
        "side": page.path not in ("index.md", "cr/index.md", "editions.md") and not page.path.startswith("e/"),
    }
    lines = [
        f"{key}: {yaml_string(value) if isinstance(value, str) else str(value).lower()}" for key, value in meta.items()
    ]
    return "\n".join(["---", *lines, "---", "", ""])


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML string in ASCII, whatever it holds."""
    plain = (char if " " <= char <= "~" and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)
    return f'"{"".join(plain)}"'
