"""The sentence patterns of the site: each reads well with its example, and each is used."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from markupsafe import Markup

from site_src.markup.sentences import say, say_html, sentences
from site_src.paths import ROOT

SOURCES = [
    path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "site_src").rglob("*"))
    if path.suffix in (".py", ".js", ".j2")
]


@pytest.mark.parametrize("name", sentences())
def test_a_pattern_reads_as_its_example_says(name: str) -> None:
    sentence = sentences()[name]
    assert {field for _, field, _, _ in Formatter().parse(sentence.pattern) if field} == set(sentence.example)
    assert say(name, **sentence.example) == sentence.reads
    assert not re.search(r"\s{2}|\s[.,;:]|[{}]|\d{4}-\d\d-\d\d", sentence.reads), "one form of dates, no loose signs"
    assert any(name in source for source in SOURCES), "nothing says it"


def test_values_are_escaped_unless_they_are_markup() -> None:
    old = Markup("<a href='.'>{}</a>").format("<b>")
    assert say_html("term_took_over", old=old) == "Replaced <a href='.'>&lt;b&gt;</a>."
    assert say_html("term_replaced", new="<b>", year="2011") == "Replaced by &lt;b&gt; in 2011."
    with pytest.raises(KeyError):
        say("term_replaced", new="pier")
