"""The statements of provenance tags: whose words a passage of a rulings summary prints.

A *tag* is a remark in brackets after the words that it is about: `[Duelist Magazine #12]`.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from rules.provenance import provenance_of
from rules.records import Rule

_NUMBERED = re.compile(r"(?P<name>.*\S)\s*#\s*(?P<issue>\d+)")
"""A source with the number of its issue: `Duelist Magazine #12`."""


class TagAnswer(Struct, frozen=True):
    """A provenance tag: whose words a passage prints.

    Attributes:
        key: Key of the rule or ruling.
        passage: The passage with the tag: `text`, `note:0` and so on.
        tag: The tag as printed.
        source: The person or publication that the tag names, without the number of an issue.
        issue: Number of the issue of a magazine; null if it is none.
        date: The date as precisely as it is printed: `1999-04-23`, `1997-01` or `1994`; null if there is none.
        page: `26` or `59-60`; null without one.
        start: Where the words that the tag is about begin in the passage.
        end: Where these words end.
        words: These words.
    """

    key: str
    passage: str
    tag: str
    source: str
    issue: int | None
    date: str | None
    page: str | None
    start: int
    end: int
    words: str


def list_tags(rule: Rule) -> Iterator[TagAnswer]:
    """Yield the statement of each provenance tag of a rule, and the words that it is about."""
    passages = dict(rule.passages)
    for tag in provenance_of(rule):
        numbered = _NUMBERED.fullmatch(tag.source)
        yield TagAnswer(
            key=rule.key,
            passage=tag.passage,
            tag=tag.raw,
            source=numbered["name"] if numbered else tag.source,
            issue=int(numbered["issue"]) if numbered else None,
            date=tag.date,
            page=tag.page,
            start=tag.start,
            end=tag.end,
            words=passages[tag.passage][tag.start : tag.end].strip(),
        )
