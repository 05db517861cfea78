"""Replace the characters that formats of graphs cannot carry."""

import re

_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML has no form for, which GraphML and GEXF are written in, and DEL."""


def clean(words: str) -> str:
    """Return words with each control character replaced by its picture, U+2400 for NUL.

    Other characters that XML cannot carry become U+FFFD. So a graph is the same in memory and in every format.
    """
    return _REFUSED.sub(_depict, words) if _REFUSED.search(words) else words


def _depict(refused: re.Match[str]) -> str:
    code = ord(refused[0])
    if code == 0x7F:
        return "\u2421"
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"
