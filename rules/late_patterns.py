"""Regular expressions that are compiled at their first use, since compiling takes a millisecond or more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split", "pattern")


class _LatePattern:
    """A pattern with the methods of `re.Pattern`, made from the arguments of `re.compile`."""

    def __init__(self, source: str | bytes, flags: int = 0) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        pattern = re.compile(self._source, self._flags)
        self.__dict__.update((method, getattr(pattern, method)) for method in _METHODS)
        return getattr(pattern, name)


if TYPE_CHECKING:
    compile_late = re.compile
else:
    compile_late = _LatePattern
