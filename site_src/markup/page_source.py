"""A page that mkdocs builds: its frame, and its body as finished HTML, which the theme includes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from rules.records import COMPREHENSIVE_RULES, Edition
from site_src.markup.passages import text_html
from site_src.markup.sentences import say
from site_src.markup.set_symbols import set_symbol
from site_src.markup.shell import Frame, Shell
from site_src.markup.words import date_in_words, edition_in_words
from site_src.paths import TEMPLATES

BODIES = "bodies/"
"""Folder of the theme with the finished bodies."""

_OPENING = re.compile(r"\{(?=[{%#])")


class PageSource(Struct, frozen=True):
    """The source of a page for mkdocs: what its front matter says, and its body, which is HTML."""

    frame: Frame
    body: str

    @property
    def path(self) -> str:
        """Return the path of the page in the folder of pages, without its ending: `cr/702.40`, `index`."""
        return self.frame.address.rstrip("/") or "index"

    def write(self, folder: Path) -> None:
        """Write the page into `docs` of a folder, and its body into `theme`."""
        body = f"{BODIES}{self.path}.html"
        source, target = folder / "docs" / f"{self.path}.md", folder / "theme" / body
        for path in (source, target):
            path.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(front_matter({**self.frame.meta(), "body": body}), encoding="utf-8")
        # the body is included as a template, so what would be an instruction there is printed by one
        target.write_text(_OPENING.sub('{{ "{" }}', self.body), encoding="utf-8")


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


def write_page(shell: Shell, site_dir: Path, frame: Frame, template: str, **values: Any) -> None:
    """Write a page with a template filled in as its body; for the template, `root` is the way to the site's root."""
    shell.write(site_dir, frame, render(template, root="../" * frame.address.count("/"), **values))


@cache
def make_environment() -> Environment:
    """Return the Jinja2 environment, which escapes everything and fails on undefined names.

    Templates can use `set_symbol`, `say`, and `day`, which puts a date in words.
    """
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: text_html(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"set_symbol": set_symbol, "say": say, "day": date_in_words}
    return made


def front_matter(meta: Mapping[str, Any]) -> str:
    """Return the front matter of a page, as YAML; every string in ASCII, each value on its own line."""
    lines = [f"{name}: {yaml_value(value)}" for name, value in meta.items()]
    return "\n".join(["---", *lines, "---", ""])


def yaml_value(value: object) -> str:
    """Return a string, truth value, list or mapping as YAML in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml_string(str(name))}: {yaml_value(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(yaml_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else yaml_string(str(value))


def yaml_string(text: str) -> str:
    """Return `text` as a double-quoted YAML string in ASCII, whatever its characters."""
    plain = (char if " " <= char <= "~" and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)
    return f'"{"".join(plain)}"'
