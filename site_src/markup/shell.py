"""The frame of every page: head, header with the search box, edition bar, contents at the side, footer.

mkdocs' theme (`theme/main.html`) and the generators both take it from here, so that all pages look and behave
alike. Nothing of it is inline: the policy in the head allows files of this site alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from site_src.paths import TEMPLATES

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
)
"""Content-Security-Policy of all pages: nothing inline, no other host."""

SITE_NAME = "Comprehensive Rules"

LINKS: tuple[tuple[str, str], ...] = (
    ("Rules", "cr/"),
    ("Glossary", "glossary/"),
    ("History", "history/"),
    ("Compare", "compare/"),
    ("Editions", "editions/"),
    ("Terms", "terms/"),
)
"""Words and address of each link in the header. A part that brings pages of its own may add one."""

RULINGS_LINK = ("Rulings", "rulings/")
"""In the header only where the knowledge base has an issue of the rulings summary."""


@dataclass(frozen=True, slots=True)
class Side:
    """Which contents stand at the side of a page.

    Attributes:
        shelf: Address of the work's contents: `cr/` or `rulings/`.
        section: Number of the section that is open, empty for none.
        here: Number of the chapter that is marked, empty for none.
    """

    shelf: str
    section: str = ""
    here: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page's frame says beyond what all pages share.

    Attributes:
        address: Of the page, from the site's root: `cr/702.40/`, empty for the start page.
        title: In words, empty for the start page.
        description: For search engines and previews of links.
        edition: Date of the edition that the page shows, None for the latest or none in particular.
        edition_words: That edition in words; None where it is the latest.
        of_the_rules: Whether that edition is of the Comprehensive Rules, and not of another work.
        side: Contents at the side, None for none.
        scripts: Names of scripts (`assets/js/pages/NAME.js`) that it needs besides that of every page.
        styles: Names of style sheets (`assets/css/pages/NAME.css`), likewise.
        head: More for the head, as safe HTML.
        about: What the page is, as JSON-LD; empty for nothing.
        indexed: Whether search engines may list it.
        root: The relative way to the site's root; empty to derive it from the address.
    """

    address: str
    title: str
    description: str = ""
    edition: str | None = None
    edition_words: str | None = None
    of_the_rules: bool = True
    side: Side | None = None
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    head: str = ""
    about: str = ""
    indexed: bool = True
    root: str = ""


@dataclass(frozen=True, slots=True)
class Shell:
    """Makes whole pages. Made once a build; holds facts alone, so that it can be sent to worker processes.

    Attributes:
        assets: Names of the built files: `css`, `js`, `early`, `serif`, and by name `pages` (scripts) and `styles`.
        facts: `contents`, `summary` (sections and chapters for the side), `latest` (`id` and `words`), `sample`.
        site_url: Where the site will stand, with a slash at the end; empty where that is not known.
    """

    assets: Mapping[str, Any]
    facts: Mapping[str, Any]
    site_url: str = field(default="")

    def page(
        self,
        address: str,
        title: str,
        body: Markup | str,
        *,
        description: str = "",
        scripts: Sequence[str] = (),
        styles: Sequence[str] = (),
        head: str = "",
        edition_words: str | None = None,
        indexed: bool = False,
    ) -> str:
        """A whole page.

        Args:
            address: Of the page, from the site's root: `history/702.40/`.
            title: For the browser's title bar and the preview of a link.
            body: What stands in the page, as safe HTML: `<div class="page …">…</div>` with one `<h1>`. All links in it
                are relative to `address`.
            description: One sentence for search engines; the title and the edition where it is left out.
            scripts: Names of scripts that the page needs besides that of every page (`assets/js/pages/NAME.js`).
            styles: Names of style sheets, likewise (`assets/css/pages/NAME.css`).
            head: More for the head, as safe HTML. No inline script or style: the browser would refuse it.
            edition_words: The edition in words, if it is not the latest: its bar is coloured and leads back.
            indexed: Whether search engines may list the page. Most pages written in bulk repeat what others say.

        Raises:
            KeyError: There is no script or style sheet of that name.
        """
        frame = Frame(
            address,
            title,
            description,
            edition_words=edition_words,
            scripts=scripts,
            styles=styles,
            head=head,
            indexed=indexed,
        )
        return self.framed(frame, body)

    def framed(self, frame: Frame, body: Markup | str) -> str:
        """A whole page, with all that a frame can say."""
        return _template().render(
            frame=frame,
            root=frame.root or "../" * frame.address.count("/") or "./",
            body=Markup(body),  # noqa: S704 - the caller's safe HTML, as documented
            head=Markup(frame.head),  # noqa: S704 - likewise
            # a data block ends at the first `</script`, whatever it is in
            about=Markup(frame.about.replace("<", "\\u003c")),  # noqa: S704 - JSON, without any `<`
            scripts=[self.assets["pages"][name] for name in frame.scripts],
            styles=[self.assets["styles"][name] for name in frame.styles],
            assets=self.assets,
            site=self.facts,
            site_url=self.site_url,
            policy=POLICY,
            site_name=SITE_NAME,
            links=LINKS + ((RULINGS_LINK,) if self.facts["summary"] else ()),
        )

    def write(self, site_dir: Path, address: str, html: str) -> None:
        """Writes a page to its place in the site; an address that ends in a slash is a folder with an `index.html`."""
        target = site_dir / address / "index.html" if address.endswith("/") or not address else site_dir / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(html, encoding="utf-8")


@cache
def _template() -> Template:
    """The frame's template. Not the environment of the bodies, which also guards against Markdown."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("shell.html.j2")
