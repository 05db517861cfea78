"""Symbols of the sets that editions were released with, drawn if Keyrune has them; other sets show their code."""

from __future__ import annotations

import re

from markupsafe import Markup


def set_class(code: str) -> str:
    """Return the name of a set in the style sheet and in Keyrune: `M10` → `m10`."""
    return re.sub(r"[^a-z0-9]", "", code.lower())


def set_symbol(code: str | None, name: str | None = None, *, beside: bool = False) -> Markup:
    """Return the symbol of a set, read aloud as its name and copied as its code; nothing for an edition without a set.

    Args:
        code: Code of the set: `M10`.
        name: Its name; None for the code.
        beside: Whether the name is printed next to the symbol, so that screen readers may skip the symbol.
    """
    if not code:
        return Markup("")
    if beside:
        silent = Markup('<span class="set set-{}" aria-hidden="true"><span>{}</span></span>')
        return silent.format(set_class(code), code)
    drawn = Markup('<span class="set set-{}" role="img" aria-label="{}"><span>{}</span></span>')
    return drawn.format(set_class(code), name or code, code)
