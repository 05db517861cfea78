"""The templates of the bodies of pages, with the functions that they call."""

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from graph.announcements.answers import by_bulletin
from rules.counts import format_rules_and_headings
from rules.numbers import chapter_of
from site_src.addresses import SitePlace, anchor_of, history_page, id_page, keyword_page, lineage_place, segment_of
from site_src.markup.changes import marks_of
from site_src.markup.differences import parts_of
from site_src.markup.passages import set_symbol, symbols_html, text_html
from site_src.markup.words import count, date_in_words, format_key, keep_dates, say, span_in_words, work_in_words
from site_src.paths import TEMPLATES

_FUNCTIONS: tuple[Callable[..., object], ...] = (
    SitePlace,
    anchor_of,
    by_bulletin,
    chapter_of,
    count,
    format_key,
    format_rules_and_headings,
    history_page,
    id_page,
    keyword_page,
    lineage_place,
    marks_of,
    parts_of,
    say,
    segment_of,
    set_symbol,
    span_in_words,
    symbols_html,
    work_in_words,
)
"""The functions that templates call, by their names there."""


def render(template: str, **values: Any) -> str:
    """Return a template filled in."""
    return make_environment().get_template(template).render(values)


@cache
def make_environment() -> Environment:
    """Return the Jinja2 environment, which escapes everything and fails on undefined names.

    Templates can call `_FUNCTIONS`, each by its name, and `day`, which puts a date in words.
    """
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_print_value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {function.__name__: function for function in _FUNCTIONS}
    environment.globals["day"] = date_in_words
    return environment


def _print_value(value: object) -> object:
    """Return a value as a template prints it: text is escaped, and its dates stay on one line."""
    if not isinstance(value, str):
        return value
    if isinstance(value, Markup):
        return value
    return text_html(keep_dates(value))
