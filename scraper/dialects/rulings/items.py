"""Drafts of rules, made from the paragraphs of a summary.

Guarantees: every paragraph is in exactly one draft, in the order of the document; a draft has no words that are not in
its paragraphs.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from rules.numbers import RuleKind
from rules.provenance import is_tags_alone, tags_in
from scraper.claims import Draft
from scraper.dialects.rulings.lines import EXAMPLE, NOTE
from scraper.dialects.rulings.numbering import Numbering, is_under, sort_key
from scraper.labels import Label, is_title
from scraper.source import Paragraph


class RulingDraft(Draft):
    """A rule or ruling under construction; `last` holds the passage that was last added to, at its end."""

    last: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Add a paragraph to the rule; one with only tags is appended to the passage before."""
        if self.last and is_tags_alone(text):
            self.last[-1] += f" {text}"
            return
        note, example = NOTE.match(text), EXAMPLE.match(text)
        opening = note or example
        self.last = self.notes if note else self.examples if example else self.texts
        self.last.append(text[opening.end() :] if opening else text)


def read_label(text: str, numbering: Numbering) -> Label | None:
    """Return the label that begins a rule here; None if a paragraph only looks like one (`A - what a day`)."""
    label = numbering.read(text)
    if label is None or "." in label.number:
        return label
    tagged = len(label.number) > 1 and tags_in([text])
    return label if tagged or _is_title_without_tags(text[label.end :]) else None


def is_heading(text: str, numbering: Numbering) -> bool:
    """Return whether a paragraph is a heading: a label that can have a title, and a title."""
    label = numbering.read(text)
    if label is None or label.kind in ("subrule", "ruling") or _is_lettered(label, "rule"):
        return False
    return _is_title_without_tags(text[label.end :]) or _is_lettered(label, "chapter")


def drafts_of(region: Sequence[Paragraph], numbering: Numbering) -> list[RulingDraft]:
    """Return the drafts of the paragraphs from the first heading or rule on."""
    drafts: list[RulingDraft] = []
    for paragraph in region:
        label = read_label(paragraph.text, numbering)
        if label is None and drafts:
            drafts[-1].paragraphs.append(paragraph)
            drafts[-1].add(paragraph.text)
        elif label is not None:
            drafts.append(_begin(label, paragraph, numbering))
    return drafts


def _begin(label: Label, paragraph: Paragraph, numbering: Numbering) -> RulingDraft:
    words = paragraph.text[label.end :]
    titled = is_heading(paragraph.text, numbering)
    draft = RulingDraft(label.number, label.kind, label.printed, words if titled else None, [paragraph])
    if not titled:
        draft.add(words)
    return draft


def _is_lettered(label: Label, kind: RuleKind) -> bool:
    """Return whether a label is of this kind and its numbering is by letters.

    With letters, `A.2` is a title even if it has a colon, and `A.2.1` is never one, however short.
    """
    return label.kind == kind and label.number[1:2] == "."


def _is_title_without_tags(words: str) -> bool:
    return is_title(words) and not tags_in([words])


def restore_headings(drafts: Sequence[RulingDraft]) -> tuple[list[RulingDraft], list[RulingDraft]]:
    """Return the drafts with each heading before its own rules, and the headings that were moved for that.

    Some extractions print a heading before the last block of rules of the previous heading. This shows because the
    rules right after it are not under it and sort before it.
    """
    ordered: list[RulingDraft] = []
    moved: list[RulingDraft] = []
    at = 0
    while at < len(drafts):
        heading = drafts[at]
        at += 1
        if heading.heading is not None and heading.kind == "rule":
            start = at
            while at < len(drafts) and _is_before(drafts[at], heading):
                at += 1
            ordered += drafts[start:at]
            moved += [heading] if at > start else []
        ordered.append(heading)
    return ordered, moved


def _is_before(draft: RulingDraft, heading: RulingDraft) -> bool:
    if draft.heading is not None or is_under(draft.number, heading.number):
        return False
    return sort_key(draft.number) < sort_key(heading.number)
