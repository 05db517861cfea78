"""Rule books with a numbering of their own are read as records."""

from __future__ import annotations

import pytest

from scraper.decode import decode
from scraper.outline import claims_document, parse
from scraper.outline_numbers import can_follow, check_numbers, order, parent_of

BOOK = """# Harbour

- [1. Ships](#ships)
- [2. Cargo](#cargo)

## 1. Ships

1.1 Ships wait
in the harbour.

- **1.2.** Ships leave at noon.

## § 2 Cargo ##

### 2.1 Loading

Load one crate.

2.1a Crates are heavy.

> 2.2 Crates are quoted.

```
9.9 no rule
```

## Glossary

**Crate.** A box.

Pilot: Somebody who knows the way.
"""


def test_every_line_is_in_a_record_or_dropped_for_a_reason() -> None:
    document = parse(decode(BOOK.encode(), "harbour.md"))
    assert [(rule.number, rule.kind, rule.heading, rule.parent) for rule in document.rules] == [
        ("1", "section", "Ships", None),
        ("1.1", "rule", None, "1"),
        ("1.2", "rule", None, "1"),
        ("2", "section", "Cargo", None),
        ("2.1", "rule", "Loading", "2"),
        ("2.1a", "subrule", None, "2.1"),
        ("2.2", "rule", None, "2"),
    ]
    assert document.rules[1].text == "Ships wait in the harbour."
    assert document.rules[4].text == "Load one crate."
    assert [entry.term for entry in document.glossary] == ["Crate", "Pilot"]
    assert [(part.name, part.text) for part in document.matter] == [
        ("title", "# Harbour"),
        ("contents", "1. Ships\n2. Cargo"),
    ]
    assert [dropped.reason for dropped in document.dropped] == ["heading"]
    spans = [rule.span for rule in document.rules] + [entry.span for entry in document.glossary]
    spans += [part.span for part in document.matter]
    covered = {line for span in spans if span for line in range(span.first_line, span.last_line + 1)}
    covered |= {dropped.line for dropped in document.dropped}
    assert [number for number, line in enumerate(BOOK.split("\n"), 1) if line.strip() and number not in covered] == []


@pytest.mark.parametrize(
    "text",
    [
        "Nothing is numbered here.",
        "1. Milk\n\n2. Bread\n\n3. Butter\n\n4. Eggs\n",
        "9.1 a\n\n8.1 b\n\n7.1 c\n\n6.1 d\n\n5.1 e\n",
    ],
)
def test_lists_and_falling_numbers_are_no_rule_book(text: str) -> None:
    assert not claims_document(decode(text.encode(), "list.md"))


def test_numbers_are_ordered_by_their_parts() -> None:
    numbers = ["1", "1.2", "1.2a", "1.2b", "1.2.1", "1.2.1a", "1.10", "2"]
    assert sorted(["2", "1.10", "1.2.1", "1.2b", "1.2a", "1.2", "1.2.1a", "1"], key=order) == numbers
    assert [parent_of(number) for number in numbers] == [None, "1", "1.2", "1.2", "1.2", "1.2.1", "1", None]


def test_numbers_that_are_skipped_doubled_or_misplaced_are_reported() -> None:
    text = "# 1 A\n\n1.1 a\n\n1.1 b\n\n1.4 c\n\n1.4a d\n\n1.4c e\n\n# 3 B\n\n3.2 f\n\n2.1 g\n\n3.3 h\n\n3.9 i\n"
    document = parse(decode(text.encode(), "book.md"))
    found = [(problem.code, problem.message, problem.line) for problem in check_numbers(document.rules, "book.md")]
    assert found == [
        ("duplicate-number", "1.1 is printed twice", 5),
        ("missing-number", "1.1 is followed by 1.4: 1.2, 1.3 missing", 7),
        ("missing-number", "1.4a is followed by 1.4c: 1.4b missing", 11),
        ("missing-number", "1.4c is followed by 3: 2 missing", 13),
        ("missing-number", "3 is followed by 3.2: 3.1 missing", 15),
        ("out-of-order-number", "2.1 is printed after 3.2", 17),
    ]


def test_the_number_after_a_doubled_one_is_suggested_where_it_is_free() -> None:
    document = parse(decode(b"# 1 A\n\n1.1 a\n\n1.1 b\n\n1.3 c\n", "book.md"))
    assert [problem.hint for problem in document.diagnostics if problem.code == "duplicate-number"] == [
        "probably meant: 1.2"
    ]


@pytest.mark.parametrize(
    ("before", "number", "expected"),
    [
        ("1.2", "1.2.1", True),
        ("1.2", "1.2a", True),
        ("1.2a", "1.2b", True),
        ("1.2a", "1.3", True),
        ("1.2.3", "2", True),
        ("1.2", "1.4", False),
        ("1.2z", "1.2{", False),
        ("1.2и", "1.2к", True),
    ],
)
def test_the_numbers_expected_after_another_are_known(before: str, number: str, expected: bool) -> None:
    assert can_follow(before, number) is expected
