"""Regular expressions that are compiled at their first use, since compiling takes a millisecond or more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

_ATTRIBUTES = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split", "pattern")
"""The attributes of a pattern that the project uses."""


class _LatePattern:
    """A pattern with the attributes of `re.Pattern`, made from the arguments of `re.compile`."""

    def __init__(self, source: str | bytes, flags: int = 0) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        """Compile the pattern, at the first use of one of its attributes.

        Python calls this method only for attributes that the object lacks. After the first call it has those of the
        pattern.
        """
        pattern = re.compile(self._source, self._flags)
        for attribute in _ATTRIBUTES:
            setattr(self, attribute, getattr(pattern, attribute))
        return getattr(pattern, name)


if TYPE_CHECKING:
    compile_late = re.compile
else:
    compile_late = _LatePattern
