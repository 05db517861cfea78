"""The home page: says what the site is, and offers only queries that these editions answer."""

from pathlib import Path

import pytest

from rules.store import open_store
from site_src.pages.examples import Example, choose_examples


def test_each_example_is_answered_by_a_number_or_a_name(sample_kb: Path) -> None:
    with open_store(sample_kb) as store:
        examples = choose_examples(store)
    assert Example("502.30", "an old number") in examples, "the sample has no 502.9"
    assert Example("converted mana cost", "words of the past") in examples
    assert "does deathtouch work with trample" not in {example.query for example in examples}


def test_what_only_has_the_words_is_no_example(sample_kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "site_src.pages.examples.QUERIES", (("words", ("graveyard", "999.9", "502.30")), ("nothing", ("zzz",)))
    )
    with open_store(sample_kb) as store:
        assert choose_examples(store) == (Example("502.30", "words"),)
