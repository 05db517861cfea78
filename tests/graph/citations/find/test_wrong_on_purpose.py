"""Numbers that a test uses although they are wrong: it looks for them in vain."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations

PYTHON = "def test_rows():\n    "
RUST = "#[test]\nfn rows() {\n    "
SCRIPT = "it('rows', () => {\n  "

IN_VAIN = [
    f'{PYTHON}assert find("702.9k") is None',
    f'{PYTHON}assert not boats.has("702.9k")',
    f'{PYTHON}assert "702.9k" not in boats',
    f'{PYTHON}self.assertNotIn("CR 702.9k", boats)',
    f'{PYTHON}self.assertIsNone(find("CR 702.9k"))',
    f'{PYTHON}with raises(KeyError): find("702.9k")',
    f'{PYTHON}assert boats["702.9k"] == []',
    f'{RUST}assert!(find("702.9k").is_none());',
    f'{RUST}assert!(!boats.contains("702.9k"));',
    f'{RUST}assert_eq!(find("CR 702.9k"), None);',
    f"{SCRIPT}expect(find('702.9k')).toBeUndefined();",
    f"{SCRIPT}expect(boats).not.toContain('702.9k');",
    '@Test\nvoid rows() {\n    assertNull(find("702.9k"));',
    'def test_unknown_boat():\n    answer = find("702.9k")\n    assert answer.code == 404',
    "it('throws if there is no such boat', () => {\n  find('702.9k');",
]
FOUND = [
    f'{PYTHON}assert find("702.9k") is boat',
    f'{PYTHON}assert "702.9k" in boats',
    f'{PYTHON}assert boat.is_empty(), "702.9k"',
    f'{PYTHON}assert find("702.9k: the boat floats") is None',
    f'{PYTHON}self.assertIsNone(boat, "702.9k")',
    f'{RUST}assert!(boat.is_none(), "CR 702.9k");',
    f'{RUST}assert_eq!(find("CR 702.9k"), Some(boat));',
    f"{SCRIPT}expect(find('702.9k')).not.toBeNull();",
    '@Test\nvoid rows() {\n    assertNull("702.9k", boat);',
    'assert find("702.9k") is None\n\ndef test_rows():\n    pass',
    'def test_unknown_boat():\n    # CR 702.9k: it floats\n    find("oars")',
    f'{PYTHON}missing = 0\n    show("702.9k")',
    f'{RUST}let missing = 0;\n    show("702.9k");',
    f'{SCRIPT}const missing = 0;\n  show("702.9k");',
]


def list_mentions(text: str) -> list[bool]:
    """Return for each citation whether it is only mentioned."""
    return [citation.change_numbers == citation.numbers for citation in find_citations(text, cites_rules=True)]


@pytest.mark.parametrize("text", IN_VAIN)
def test_a_number_that_is_looked_for_in_vain_is_only_mentioned(text: str) -> None:
    assert list_mentions(text) == [True]


@pytest.mark.parametrize("text", FOUND)
def test_other_numbers_of_tests_are_citations(text: str) -> None:
    assert list_mentions(text) == [False]
