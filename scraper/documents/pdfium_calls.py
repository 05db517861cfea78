"""Functions of PDFium that take and return addresses as integers."""

import ctypes
from collections.abc import Callable
from typing import Any

from pypdfium2 import raw


def _with_addresses(function: Any) -> Callable[..., Any]:
    """Return a function of PDFium that takes and returns addresses as integers; None is the null pointer.

    Pointers as objects cost most of the time of a page in which each word is a piece of its own.
    """
    arguments = [_as_address(argument) for argument in function.argtypes]
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None  # noqa: S101 - a function of a loaded library
    return ctypes.CFUNCTYPE(_as_address(function.restype), *arguments)(address)


def _as_address(value_type: Any) -> Any:
    """Return the type of an argument or result, with an address in place of a pointer.

    Of the types of ctypes, only those of pointers have the attribute `contents`.
    """
    return ctypes.c_void_p if hasattr(value_type, "contents") else value_type


find_text_object = _with_addresses(raw.FPDFText_GetTextObject)
find_font = _with_addresses(raw.FPDFTextObj_GetFont)
read_matrix = _with_addresses(raw.FPDFText_GetMatrix)
read_font_size = _with_addresses(raw.FPDFText_GetFontSize)
