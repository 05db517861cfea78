"""The frame of every page, which is that of Material for MkDocs: `site_src/theme/main.html` and its partials.

mkdocs renders its pages with it; `Shell` renders the other pages with the same template in the same environment of the
theme. A page passes its values to the frame by `Frame.meta`, which for mkdocs is the front matter; the values of the
whole site are plain data in the settings. Nothing in the frame is inline: the policy in the head allows only files of
this site.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct, to_builtins

from rules.records import COMPREHENSIVE_RULES, Edition
from site_src.addresses import BULLETIN_PATH
from site_src.errors import SiteError
from site_src.markup.templates import render
from site_src.markup.words import edition_in_words
from site_src.page_kinds import FOOTER, RULINGS_PATH, TABS
from site_src.paths import PROJECT_SETTINGS, SITE_SETTINGS, THEME
from site_src.writing import write_text

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
)
"""Content-Security-Policy of all pages: nothing inline, no other host."""

SITE_NAME = "Comprehensive Rules"

_AROUND_BODY = '<div id="_text" tabindex="-1">\n'
"""The beginning of the element of `main.html` that has the body of a page."""
_EDITION_OF = "Edition of "
_BY_SCRIPT = frozenset(["all", "asof", "search"])
"""Scripts that bring the text of their page; such a page says what it is for if scripts do not run."""
BODIES = "bodies/"
"""Folder of the theme with the finished bodies."""

_OPENING = re.compile(r"\{(?=[{%#])")
"""The first character of what a template takes as an instruction: `{{`, `{%` or `{#`."""


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
        preloads: Addresses of the data that its script reads at once, from the site's root.
        about: Metadata of the page as JSON-LD; empty for none.
        indexed: Whether search engines may list it.
        prose: Whether its content is Markdown, whose headings are its parts.
        days: Days that name the data of which an address asks for a part, so that it is fetched ahead; else empty.
        has_side_list: Whether the column on the left has a list; False if the page puts a list of its own there.
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
    preloads: Sequence[str] = ()
    about: str = ""
    indexed: bool = True
    prose: bool = False
    days: str = ""
    has_side_list: bool = True

    def meta(self) -> dict[str, Any]:
        """Return the values that the templates read as `page.meta`; `title` and `description` are HTML for Material."""
        is_by_script = bool(self.days or _BY_SCRIPT.intersection(self.scripts))
        values: dict[str, Any] = {
            "prose": self.prose,
            "title": str(escape(self.title or SITE_NAME)),
            "description": str(escape(self.description)),
            "unlisted": not self.indexed,
            "tab": self._tab(),
            "edition": self.edition,
            "edition_words": self.edition_words,
            **self._name_edition(),
            "other_work": not self.of_the_rules,
            "base_path": self.base_path,
            "section": self.section,
            "here": self.chapter,
            "contents": list(self.contents),
            "toc": [list(item) for item in self.toc],
            "toc_title": self.toc_title,
            "previous": list(self.previous or ()),
            "next": list(self.next or ()),
            "scripts": list(self.scripts),
            "styles": list(self.styles),
            "preloads": list(self.preloads),
            "days": self.days,
            "by_script": is_by_script,
            "about": _as_data_block(self.about),
            "hide": self._list_hidden(),
        }
        if self.edition_words is not None and self.of_the_rules:
            values["old_edition"] = self.edition
        return {name: value for name, value in values.items() if value}

    def _name_edition(self) -> dict[str, str]:
        """Return the words for the edition in parts: phones show only the middle one."""
        words = self.edition_words or ""
        name, comma, set_name = words.removeprefix(_EDITION_OF).partition(", ")
        before = _EDITION_OF if words.startswith(_EDITION_OF) else ""
        return {"edition_before": before, "edition_name": name, "edition_after": comma + set_name}

    def _list_hidden(self) -> list[str]:
        """Return the parts of Material's frame that the page does not show."""
        hidden = []
        if not self.has_side_list:
            hidden.append("navigation")
        if not (self.toc or self.chapter or self.prose):
            hidden.append("toc")
        return hidden

    def _tab(self) -> str:
        """Return the address marked in tabs and menu: that of the page, or of the pages above it; empty for none.

        Pages of editions are below the list of editions, though their addresses are not.
        """
        if self.address.startswith("e/"):
            return "editions/"
        return next((link.address for link in (*TABS, *FOOTER) if self.address.startswith(link.address)), "")


class Shell(Struct, frozen=True):
    """Makes whole pages. Created once per build; has only plain data, so that it can be pickled for worker processes.

    Attributes:
        extra: What the templates read as `config.extra`, as `make_extra` returns it.
        site_url: Future address of the site, with a slash at the end; empty if it is not known.
    """

    extra: Mapping[str, Any]
    site_url: str = ""

    def page(self, frame: Frame, body: Markup | str) -> str:
        """Return a whole page.

        Args:
            frame: What the page passes to the frame.
            body: Its content, as safe HTML: `<div class="page …">…</div>` with one `<h1>`. All links in it are relative
                to the address of the page.

        Raises:
            KeyError: A script or style sheet that the frame names does not exist.
        """
        environment, _ = _load_theme()
        template = environment.get_template("main.html")
        page, config = self.context(frame)
        root = "../" * frame.address.count("/")
        base = root.rstrip("/") or "."
        frame_html = template.render(page=page, config=config, nav=[page], base_url=base)
        # The body may have lines whose indentation counts, so it comes in only after that of the frame was taken out.
        before, element, after = _remove_indentation(frame_html).partition(_AROUND_BODY)
        return f"{before}{element}{body}\n{after}"

    def context(self, frame: Frame) -> tuple[SimpleNamespace, dict[str, Any]]:
        """Return the values of `page` and `config` for the template, as mkdocs passes them, without a body.

        Raises:
            KeyError: A script or style sheet that the frame names does not exist.
        """
        self._check_assets(frame)
        canonical = None
        if self.site_url:
            canonical = f"{self.site_url}{frame.address}"
        _, theme = _load_theme()
        meta = frame.meta()
        meta.setdefault("description", str(escape(self.description(frame))))
        page = SimpleNamespace(
            meta=meta,
            title=meta["title"],
            content="",
            toc=[],
            url=frame.address,
            is_homepage=not frame.address,
            canonical_url=canonical,
            previous_page=None,
            next_page=None,
        )
        return page, {
            "site_name": SITE_NAME,
            "theme": theme,
            "extra": self.extra,
            "plugins": {},
            "mdx_configs": {},
            "extra_css": [],
            "extra_javascript": [],
        }

    def _check_assets(self, frame: Frame) -> None:
        """Raise KeyError if a script or style sheet that the frame names does not exist.

        For the template a missing name is an empty one.
        """
        assets = self.extra["assets"]
        for kind, names in (("pages", frame.scripts), ("styles", frame.styles)):
            for name in names:
                if name not in assets[kind]:
                    raise KeyError(name)

    def description(self, frame: Frame) -> str:
        """Return the description of a page without one of its own: its title, and its edition if that is an old one.

        The latest edition is not named, so that a new one does not change all pages.
        """
        title = frame.title or "The rules of Magic: The Gathering"
        if not frame.edition_words:
            return f"{title}."
        return f"{title}. {frame.edition_words}."

    def write(self, site_dir: Path, frame: Frame, template: str, **values: Any) -> None:
        """Write a page with a template filled in as its body; for the template, `root` is the way to the site's root.

        An address that ends in a slash is a folder with an `index.html`.
        """
        target = site_dir / frame.address
        if frame.address.endswith("/") or not frame.address:
            target /= "index.html"
        root = "../" * frame.address.count("/")
        body = render(template, root=root, **values)
        write_text(target, self.page(frame, body))


def _remove_indentation(frame_html: str) -> str:
    """Return a frame without blank lines and the white space around its lines, which are a tenth of its size."""
    # Three times as fast as a regular expression.
    lines = [line.strip() for line in frame_html.split("\n")]
    return "\n".join([line for line in lines if line])


def _as_data_block(metadata: str) -> str:
    """Return JSON for a data block, which would end at the first `</script`, even inside a string."""
    return metadata.replace("<", "\\u003c")


def make_extra(assets: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the whole site that the frame of every page reads, as plain data.

    Args:
        assets: Names of the built files: `css`, `js`, `early`, `serif`, and by name `pages` (scripts) and `styles`.
        facts: `contents`, `rulings` (sections, chapters, rules), `documentation`, `sample`; `rulings_years`: `1999`;
            `bulletins`: whether there are pages of bulletins.
    """
    optional = {RULINGS_PATH: facts["rulings"], BULLETIN_PATH: facts["bulletins"]}
    # without its years, readers take the work for the rulings of today
    rulings_name = f"Rulings {facts['rulings_years']}"
    names = {RULINGS_PATH: rulings_name}
    return {
        **facts,
        "policy": POLICY,
        "assets": assets,
        "tabs": [
            {**to_builtins(tab), "name": names.get(tab.address, tab.name)}
            for tab in TABS
            if optional.get(tab.address, True)
        ],
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
    # the body is included as a template, in which `{{` would begin an instruction: it is replaced by one that prints
    # `{`
    write_text(folder / "theme" / target, _OPENING.sub('{{ "{" }}', body))


def frame_of_edition(edition: Edition, latest: Edition, address: str, title: str, **values: Any) -> Frame:
    """Return the frame of a page that shows an edition."""
    words = None
    if edition.id != latest.id:
        words = edition_in_words(edition)
    is_of_the_rules = edition.work == COMPREHENSIVE_RULES
    return Frame(address, title, edition=edition.id, edition_words=words, of_the_rules=is_of_the_rules, **values)


def front_matter(meta: Mapping[str, Any]) -> str:
    """Return the front matter of a page, as YAML; each value in JSON on its own line, all in ASCII."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in meta.items()]
    text = "\n".join(["---", *lines, "---", ""])
    # JSON would write a character beyond U+FFFF as two, which YAML does not join
    return re.sub(r"[^\n -~]", lambda char: f"\\U{ord(char[0]):08x}", text)
