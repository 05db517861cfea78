"""Texts with what is to be found marked in them: `// CR «100.1b»`."""

from __future__ import annotations

import re

from graph.citations.find import find_citations
from graph.citations.judge import Judge
from graph.citations.records import Judgement

_MARK = re.compile("[«»]")


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without its marks, and the spans that they enclosed."""
    places = [mark.start() - taken for taken, mark in enumerate(_MARK.finditer(text))]
    return _MARK.sub("", text), list(zip(places[::2], places[1::2], strict=True))


def judged(judge: Judge, text: str) -> list[Judgement]:
    """All judgements on a text without marks."""
    return [judgement for citation in find_citations(text) for judgement in judge.judge(citation)]


def check(judge: Judge, marked: str, *expected: str) -> list[Judgement]:
    """Asserts what is found where: `CR002 100.1c -> 100.1a since 2004-04-04` for each mark, from left to right."""
    text, spans = unmarked(marked)
    judgements = judged(judge, text)
    assert [describe_judgement(judgement) for judgement in judgements] == list(expected)
    assert [(judgement.start, judgement.end) for judgement in judgements] == spans
    return judgements


def describe_judgement(judgement: Judgement) -> str:
    """A judgement in short."""
    suggestion = f" -> {judgement.suggestion}" if judgement.suggestion else ""
    since = f" since {judgement.edition_broken}" if judgement.edition_broken else ""
    return f"{judgement.code} {judgement.number}{suggestion}{since}"
