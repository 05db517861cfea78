"""The keys of the values next to a number, word by word: `paid` does not end with the word `id`."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.find.object_values import find_kind

READ = {
    '{"rule": "702.40", "name": "Storm"}': [("title", "Storm")],
    '{"ruleId": "702.40", "name": "Storm"}': [("title", "Storm")],
    '{"RULE_NUMBER": "702.40", "name": "Storm"}': [("title", "Storm")],
    '{"ruleid": "702.40", "name": "Storm"}': [("title", "Storm")],
    '{"rule": "702.40", "rule title": "Storm"}': [("title", "Storm")],
    '{"rule": "702.40", "card_title": "Storm"}': [],
    '{"rule": "702.40", "card name": "Storm"}': [],
    '{"rule": "702.40", "cardAbility": "Storm"}': [],
    '{"paid": "702.40", "name": "Storm"}': [],
    '{"casino": "702.40", "name": "Storm"}': [],
    '{"rule": "702.40", "text": "Paint it. Then rest once more."}': [
        ("text", "Paint it. Then rest once more."),
        ("keyword", "Paint it"),
    ],
}


@pytest.mark.parametrize("text", READ)
def test_a_name_is_a_title_only_next_to_the_number_of_a_rule(text: str) -> None:
    (citation,) = find_citations(text, cites_rules=True)
    assert [(evidence.kind, evidence.words) for evidence in citation.evidence] == READ[text]


_LONG = "paint the wall once in each step"


@pytest.mark.parametrize(
    ("words", "key", "kind"),
    [
        ("Nearly certain", "ability", "title"),
        ("nearly certain", "probability", "keyword"),
        (_LONG, "bodyText", "text"),
        (_LONG, "context", "keyword"),
        (_LONG, "", "text"),
    ],
)
def test_the_last_word_of_a_key_decides(words: str, key: str, kind: str) -> None:
    assert find_kind(words, key, is_of_rule=False) == kind
