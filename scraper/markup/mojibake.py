"""Repair of Cyrillic words that were decoded as accented Latin ones.

History: Russian sites of the 2000s sent windows-1251 without declaring it; pages saved as Latin-1 have `Ïðàâèëà`.
Quotes and dashes have the same bytes in both, so English text on the same page is intact.

Guarantees: only words that consist of accented letters are changed, and only if all become Cyrillic letters; each
repaired page gets a diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from rules.records import Diagnostic
from scraper.markup.blocks import MarkupBlock

_STRETCH = re.compile(r"[¨¸À-ÿ]+(?:[\s,.:;!?()«»-]{1,4}[¨¸À-ÿ]+)*(?![A-Za-z])")
_WORD = re.compile(r"[¨¸À-ÿ]{3}")
_CYRILLIC = re.compile(r"[\s,.:;!?()«»\-А-яЁё]+")


def repair_blocks(blocks: Sequence[MarkupBlock], name: str) -> tuple[tuple[MarkupBlock, ...], tuple[Diagnostic, ...]]:
    """Return the blocks with misread words mended, and a diagnostic if there were any."""
    texts = [_STRETCH.sub(_decode_cyrillic, row.text) if _WORD.search(row.text) else row.text for row in blocks]
    mended = tuple(
        block if text == block.text else replace(block, text=text) for block, text in zip(blocks, texts, strict=True)
    )
    changed = [block for block, before in zip(mended, blocks, strict=True) if block is not before]
    if not changed:
        return mended, ()
    message = f"Cyrillic words shown as Latin-1 were mended in {len(changed)} places"
    return mended, (Diagnostic("mojibake", "info", message, name, changed[0].first),)


def _decode_cyrillic(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    if not _WORD.search(match[0]) or (before.isalpha() and before.isascii()):
        return match[0]
    text = match[0].encode("latin-1").decode("cp1251", "replace")
    return text if _CYRILLIC.fullmatch(text) else match[0]
