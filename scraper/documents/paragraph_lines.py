"""The paragraphs of a word processor's file as lines of text."""

from collections.abc import Sequence

from scraper.layout import is_wrapped, split_lines


def space_paragraphs(paragraphs: Sequence[Sequence[str]]) -> tuple[list[str], list[int]]:
    """Return the lines of paragraphs, and for each paragraph the number of its first line, from 1.

    In a file without empty paragraphs a style makes the space between them, so a blank line is put there. A text that
    was wrapped at a column has a paragraph for each line, and stays as it is.

    Args:
        paragraphs: The lines of each paragraph.
    """
    texts = ["\n".join(lines) for lines in paragraphs]
    has_space = any(not text.strip() for text in texts[1:-1])
    is_spaced = has_space or is_wrapped(split_lines("\n".join(texts)))
    spaced: list[str] = []
    first_lines: list[int] = []
    for lines in paragraphs:
        if spaced and not is_spaced:
            spaced.append("")
        first_lines.append(len(spaced) + 1)
        spaced += lines
    return spaced, first_lines


def space_lines(paragraphs: Sequence[str]) -> list[str]:
    """Return the lines of paragraphs that are a line each, spaced as by `space_paragraphs`.

    Example: `["A lamb.", "A boat."]` → `["A lamb.", "", "A boat."]`; `["A lamb.", "", "A boat."]` stays.
    """
    lines, _ = space_paragraphs([[paragraph] for paragraph in paragraphs])
    return lines
