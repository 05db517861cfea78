"""The sentence patterns of the site: each reads well with its example, and each is used."""

from __future__ import annotations

import json
import re
from string import Formatter

import pytest
from markupsafe import Markup

from site_src.markup.words import SENTENCES, say, say_html
from site_src.paths import ROOT

SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "site_src").rglob("*"))
    if path.suffix in (".py", ".js", ".j2")
}
WITH_VALUES = {
    ".js": (re.compile(r"`[^`]*\$\{[^`]*[.]\s?`"), re.compile(r"\$\{[^}]*\}")),
    ".py": (re.compile(r'f"[^"\n]*\{[^"\n]*[.]"'), re.compile(r"\{[^}]*\}")),
    ".j2": (re.compile(r">[^<>]*\{\{[^<>]*[.](?=<)"), re.compile(r"\{[{%].*?[}%]\}")),
}
"""What ends as a sentence does and has a value in it, and what a value is; by ending of the file."""
OF_SEARCH = tuple(
    f"site_src/assets/js/search/{name}.js"
    for name in ("searcher", "notes", "number-history", "past", "understand", "sets")
)
"""They say what the modules of the same names in `graph/search/` say; tests compare them."""
SAID = re.compile(r"\{\{ say\(.*?\) \}\}")
PROSE = re.compile(r"(?:\b[a-z]+\b[ ,;]+){3}")


def sentences_in(source: str, ending: str) -> list[str]:
    """The sentences with values that a source has itself."""
    pattern, value = WITH_VALUES[ending]
    texts = (value.sub("\0", text) for text in pattern.findall(SAID.sub("A sentence.", source)))
    sentences = (sentence for text in texts for sentence in re.split(r"(?<=[.])\s", text))
    return [sentence for sentence in sentences if "\0" in sentence and PROSE.search(sentence)]


@pytest.mark.parametrize(
    ("name", "pattern", "example", "reads"),
    [(name, *parts) for name, parts in json.loads(SENTENCES.read_text(encoding="utf-8")).items()],
)
def test_a_pattern_reads_as_its_example_says(name: str, pattern: str, example: dict[str, str], reads: str) -> None:
    assert {field for _, field, _, _ in Formatter().parse(pattern) if field} == set(example)
    assert say(name, **example) == reads
    assert not re.search(r"\s{2}|\s[.,;:]|[{}]|\d{4}-\d\d-\d\d", reads), "one form of dates, no loose signs"
    assert any(name in source for source in SOURCES.values()), "nothing says it"


def test_no_sentence_with_values_stands_elsewhere() -> None:
    found = {path: sentences_in(source, f".{path.rpartition('.')[2]}") for path, source in SOURCES.items()}
    assert {path: own for path, own in found.items() if own and path not in OF_SEARCH} == {}


@pytest.mark.parametrize(
    ("ending", "source"),
    [
        (".js", "say(`Only ${boats.map(({ name }) => name)} are in the harbour.`)"),
        (".py", 'f"There {verb} at least {count(number)} in the old harbour."'),
        (".j2", "<p>{{ say(boats) }} There are at most {{ boats }} in it.</p>"),
    ],
)
def test_a_sentence_with_values_is_found(ending: str, source: str) -> None:
    assert len(sentences_in(source, ending)) == 1


def test_values_are_escaped_unless_they_are_markup() -> None:
    old = Markup("<a href='.'>{}</a>").format("<b>")
    assert say_html("term_took_over", old=old) == "Replaced <a href='.'>&lt;b&gt;</a>."
    assert say_html("term_replaced", new="<b>", year="2011") == "Replaced by &lt;b&gt; in 2011."
    with pytest.raises(KeyError):
        say("term_replaced", new="pier")
