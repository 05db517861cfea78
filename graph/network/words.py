"""Replace the characters that formats of graphs cannot have."""

import re

_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""DEL, and the characters that XML cannot represent. GraphML and GEXF are written in XML."""
_DEL = 0x7F
_FIRST_PRINTED = 0x20
"""Code of the first character of ASCII that is no control character."""
_PICTURE_OF_NUL = 0x2400
"""Code of the picture of NUL. The pictures of the control characters from 0 to 31 are in the same order."""
_PICTURE_OF_DEL = "\u2421"
_REPLACEMENT = "\ufffd"


def clean(words: str) -> str:
    """Return words with each character that XML cannot represent replaced by another one.

    A control character of ASCII, DEL too, is replaced by its picture (`U+2400` for NUL); tabs and line ends are no such
    characters. All others become U+FFFD. The words of a graph are cleaned when it is made, so that every format has the
    same words.
    """
    return _REFUSED.sub(_depict, words) if _REFUSED.search(words) else words


def _depict(refused: re.Match[str]) -> str:
    """Return the character that replaces a character which is refused."""
    code = ord(refused[0])
    if code == _DEL:
        return _PICTURE_OF_DEL
    if code < _FIRST_PRINTED:
        return chr(_PICTURE_OF_NUL + code)
    return _REPLACEMENT
