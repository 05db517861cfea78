"""The frame of every page is Material's: `site_src/theme/main.html` and its partials.

mkdocs renders its pages with it; `Shell` renders the other pages with the same template in the same environment of the
theme. A page passes its values to the frame by `Frame.meta`, which for mkdocs is the front matter; the values of the
whole site are plain data in the settings. Nothing in the frame
is inline: the policy in the head allows only files of this site.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from graph.announcements.answers import by_bulletin
from rules.numbers import chapter_of
from rules.records import COMPREHENSIVE_RULES, Edition
from site_src.errors import SiteError
from site_src.layout import (
    BULLETIN_PATH,
    SitePlace,
    anchor_of,
    history_page,
    id_page,
    keyword_page,
    lineage_place,
    segment_of,
)
from site_src.markup.changes import marks_of
from site_src.markup.differences import parts_of
from site_src.markup.passages import set_symbol, symbols_html, text_html
from site_src.markup.words import count, date_in_words, edition_in_words, format_key, say, span_in_words, work_in_words
from site_src.page_kinds import FOOTER, RULINGS_PATH, TABS
from site_src.paths import PROJECT_SETTINGS, SITE_SETTINGS, TEMPLATES, THEME, write_text

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
)
"""Content-Security-Policy of all pages: nothing inline, no other host."""

SITE_NAME = "Comprehensive Rules"

_NAME, _TITLE, _DESCRIPTION, _ABOUT, _BODY = (
    f"qx{word}xq" for word in ("name", "title", "description", "about", "body")
)
"""Placeholders in a rendered frame for the values that differ from page to page."""
_INDENTATION = re.compile(r"\s*\n\s*")
_PLACES = re.compile(f"({_NAME}|{_TITLE}|{_DESCRIPTION}|{_ABOUT}|{_BODY})")
BODIES = "bodies/"
"""Folder of the theme with the finished bodies."""

_OPENING = re.compile(r"\{(?=[{%#])")


class Frame(Struct, frozen=True):
    """The values that a page passes to the frame.

    Attributes:
        address: Address of the page from the site's root: `cr/702.40/`; empty for the start page.
        title: Its title.
        description: For search engines and link previews; if empty, made from the title and the older edition.
        edition: Date of the edition that the page shows; None for the latest or none in particular.
        edition_words: That edition in words; None if it is the latest.
        of_the_rules: Whether that edition is of the Comprehensive Rules, not of another work.
        base_path: Address of the contents to show in the drawer and at the side; empty for none.
        section: Number of the section to open there.
        chapter: Number of the chapter to mark there.
        contents: Contents to show instead of those of the latest edition: sections, each with its chapters.
        toc: Address and text of each part of the page; if empty, the rules of the chapter are listed.
        toc_title: Title of that list.
        previous: Address and title of the previous page, for the footer.
        next: Address and title of the next page.
        scripts: Names of additional scripts (`assets/js/pages/NAME.js`).
        styles: Names of additional style sheets (`assets/css/pages/NAME.css`).
        ahead: Addresses of the data that its script reads at once, from the site's root.
        about: Metadata of the page as JSON-LD; empty for none.
        indexed: Whether search engines may list it.
        prose: Whether its content is Markdown, whose headings are its parts.
        days: Days that name the data of which an address asks for a part, so that it is fetched ahead; else empty.
    """

    address: str
    title: str
    description: str = ""
    edition: str | None = None
    edition_words: str | None = None
    of_the_rules: bool = True
    base_path: str = ""
    section: str = ""
    chapter: str = ""
    contents: Sequence[Mapping[str, Any]] = ()
    toc: Sequence[tuple[str, str]] = ()
    toc_title: str = ""
    previous: tuple[str, str] | None = None
    next: tuple[str, str] | None = None
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    ahead: Sequence[str] = ()
    about: str = ""
    indexed: bool = True
    prose: bool = False
    days: str = ""

    def meta(self) -> dict[str, Any]:
        """Return the values that the templates read as `page.meta`; `title` and `description` are HTML for Material."""
        old = self.edition_words is not None and self.of_the_rules
        hidden = [] if self.base_path or self.contents else ["navigation"]
        if not (self.toc or self.chapter or self.prose):
            hidden.append("toc")
        values: dict[str, Any] = {
            "prose": self.prose,
            "title": str(escape(self.title or SITE_NAME)),
            "description": str(escape(self.description)),
            "unlisted": not self.indexed,
            "tab": self._tab(),
            "edition": self.edition,
            "edition_words": self.edition_words,
            "old_edition": self.edition if old else None,
            "other_work": not self.of_the_rules,
            "base_path": self.base_path,
            "section": self.section,
            "here": self.chapter,
            "contents": list(self.contents),
            "toc": [list(item) for item in self.toc],
            "toc_title": self.toc_title,
            "previous": list(self.previous) if self.previous else None,
            "next": list(self.next) if self.next else None,
            "scripts": list(self.scripts),
            "styles": list(self.styles),
            "ahead": list(self.ahead),
            "days": self.days,
            "by_script": bool(self.days or {"all", "asof", "search"} & set(self.scripts)),
            "about": _as_data_block(self.about),
            "hide": hidden,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def is_plain(self) -> bool:
        """Return whether the frame differs from that of other pages only in folder, title, description and metadata.

        False near the root, to which links of the frame lead, and if the frame has contents or other parts of its own.
        """
        own = (self.contents, self.toc, self.base_path, self.chapter, self.section, self.previous, self.next)
        deep = self.address.endswith("/") and self.address.count("/") > 1
        return deep and self._tab() != "editions/" and not (any(own) or self.ahead)

    def _tab(self) -> str:
        if self.address.startswith("e/"):
            return "editions/"
        return next((tab.address for tab in TABS if self.address.startswith(tab.address)), "")


class Shell(Struct, frozen=True):
    """Makes whole pages. Created once per build; has only plain data, so that it can be pickled for worker processes.

    Attributes:
        extra: What the templates read as `config.extra`, as `make_extra` returns it.
        site_url: Future address of the site, with a slash at the end; empty if it is not known.
    """

    extra: Mapping[str, Any]
    site_url: str = ""
    _frames: dict[str, list[str]] = {}

    def page(self, frame: Frame, body: Markup | str) -> str:
        """Return a whole page.

        Args:
            frame: What the page passes to the frame.
            body: Its content, as safe HTML: `<div class="page …">…</div>` with one `<h1>`. All links in it are relative
                to the address of the page.

        Raises:
            KeyError: A script or style sheet that the frame names does not exist.
        """
        if not frame.is_plain:
            return self._render_template(frame, str(body))
        # thousands of pages share this frame: it is rendered once per folder
        folder, _, name = frame.address.rstrip("/").rpartition("/")
        model = replace(frame, address=f"{folder}/{_NAME}/", title=_TITLE, description=_DESCRIPTION)
        if frame.about:
            model = replace(model, about=_ABOUT)
        pieces = self._frames.get(repr(model))
        if pieces is None:
            pieces = self._frames[repr(model)] = _PLACES.split(self._render_template(model, _BODY))
        values = {
            _NAME: name,
            _TITLE: str(escape(frame.title or SITE_NAME)),
            _DESCRIPTION: str(escape(frame.description or self.description(frame))),
            _ABOUT: _as_data_block(frame.about),
            _BODY: str(body),
        }
        return "".join(values.get(piece, piece) for piece in pieces)

    def _render_template(self, frame: Frame, body: str) -> str:
        page, config = self.context(frame, _BODY)
        base = "../" * frame.address.count("/")
        template = _load_theme()[0].get_template("main.html")
        rendered = template.render(page=page, config=config, nav=[page], base_url=base.rstrip("/") or ".")
        # a tenth of a frame is indentation
        return _INDENTATION.sub("\n", str(rendered)).replace(_BODY, body)

    def context(self, frame: Frame, body: Markup | str) -> tuple[SimpleNamespace, dict[str, Any]]:
        """Return the values of `page` and `config` for the template, as mkdocs passes them."""
        for kind, names in (("pages", frame.scripts), ("styles", frame.styles)):
            for name in names:
                _ = self.extra["assets"][kind][name]
        meta = frame.meta()
        meta.setdefault("description", str(escape(self.description(frame))))
        page = SimpleNamespace(
            meta=meta,
            title=meta["title"],
            content=str(body),
            toc=[],
            url=frame.address,
            is_homepage=not frame.address,
            canonical_url=f"{self.site_url}{frame.address}" if self.site_url else None,
            previous_page=None,
            next_page=None,
        )
        return page, {
            "site_name": SITE_NAME,
            "theme": _load_theme()[1],
            "extra": self.extra,
            "plugins": {},
            "mdx_configs": {},
            "extra_css": [],
            "extra_javascript": [],
        }

    def description(self, frame: Frame) -> str:
        """Return the description of a page without its own; it does not name the latest edition, as no frame does."""
        parts = (frame.title or "The rules of Magic: The Gathering", frame.edition_words)
        return " ".join(f"{part}." for part in parts if part)

    def write(self, site_dir: Path, frame: Frame, template: str, **values: Any) -> None:
        """Write a page with a template filled in as its body; for the template, `root` is the way to the site's root.

        An address that ends in a slash is a folder with an `index.html`.
        """
        address = frame.address
        target = site_dir / address / "index.html" if address.endswith("/") or not address else site_dir / address
        body = render(template, root="../" * address.count("/"), **values)
        write_text(target, self.page(frame, body))


def _as_data_block(metadata: str) -> str:
    """Return JSON for a data block, which would end at the first `</script`, even inside a string."""
    return metadata.replace("<", "\\u003c")


def make_extra(assets: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the frame of every page says of the site, as plain data.

    Args:
        assets: Names of the built files: `css`, `js`, `early`, `serif`, and by name `pages` (scripts) and `styles`.
        facts: `contents`, `rulings` (sections, chapters, rules), `documentation`, `sample`; `bulletins`: whether there
            are pages of bulletins.
    """
    optional = {RULINGS_PATH: facts["rulings"], BULLETIN_PATH: facts["bulletins"]}
    return {
        **facts,
        "policy": POLICY,
        "assets": assets,
        "tabs": [to_builtins(tab) for tab in TABS if optional.get(tab.address, True)],
        "footer": [to_builtins(link) for link in FOOTER if optional.get(link.address, True)],
        "homepage": ".",
        "generator": False,
    }


def read_settings() -> dict[str, Any]:
    """Return the settings of the site, with those that they inherit from the project's `mkdocs.yml`.

    Raises:
        SiteError: There is no such file.
    """
    # imported here, so that `comprules` installed without the site still has its other commands
    from mkdocs.utils.yaml import yaml_load  # noqa: PLC0415

    if not PROJECT_SETTINGS.is_file():
        raise SiteError(
            f"{PROJECT_SETTINGS} is missing: the site is built from a checkout of the project, with `make site`"
        )
    with SITE_SETTINGS.open(encoding="utf-8") as source:
        settings: dict[str, Any] = yaml_load(source)
    return settings


@cache
def _load_theme() -> tuple[Any, Any]:
    """Return the environment in which mkdocs renders the theme, and the theme as configured by mkdocs.yml."""
    from mkdocs.theme import Theme  # noqa: PLC0415

    theme = Theme(**{**read_settings()["theme"], "custom_dir": str(THEME)})
    return theme.get_env(), theme


def write_source(folder: Path, frame: Frame, body: str) -> None:
    """Write the source of a page for mkdocs: its front matter into `docs` of a folder, its body into `theme`."""
    path = frame.address.rstrip("/") or "index"
    target = f"{BODIES}{path}.html"
    write_text(folder / "docs" / f"{path}.md", front_matter({**frame.meta(), "body": target}))
    # the body is included as a template, so what would be an instruction there is printed by one
    write_text(folder / "theme" / target, _OPENING.sub('{{ "{" }}', body))


def frame_of_edition(edition: Edition, latest: Edition, address: str, title: str, **values: Any) -> Frame:
    """Return the frame of a page that shows an edition."""
    return Frame(
        address,
        title,
        edition=edition.id,
        edition_words=None if edition.id == latest.id else edition_in_words(edition),
        of_the_rules=edition.work == COMPREHENSIVE_RULES,
        **values,
    )


def render(template: str, **values: Any) -> str:
    """Return a template filled in."""
    return make_environment().get_template(template).render(values)


@cache
def make_environment() -> Environment:
    """Return the Jinja2 environment, which escapes everything and fails on undefined names.

    Templates can call the functions below, each by its name, and `day`, which puts a date in words.
    """
    functions = (
        *(SitePlace, anchor_of, history_page, id_page, keyword_page, lineage_place, segment_of),
        *(by_bulletin, chapter_of, count, format_key, marks_of, parts_of, say, set_symbol, span_in_words, symbols_html),
        work_in_words,
    )
    rendered = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: text_html(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    rendered.globals |= {**{function.__name__: function for function in functions}, "day": date_in_words}
    return rendered


def front_matter(meta: Mapping[str, Any]) -> str:
    """Return the front matter of a page, as YAML; each value in JSON on its own line, all in ASCII."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in meta.items()]
    # JSON would write a character beyond U+FFFF as two, which YAML does not join
    return re.sub(r"[^\n -~]", lambda char: f"\\U{ord(char[0]):08x}", "\n".join(["---", *lines, "---", ""]))
