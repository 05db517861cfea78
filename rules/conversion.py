"""Conversion of plain values to records, safe for threads.

msgspec prepares a type at its first use, and crashes if two threads do so at the same time, or if one uses a type that
another is preparing. So all of comprules converts and decodes by the functions of this module.
"""

import os
import threading
from collections.abc import Callable
from typing import TypeVar

import msgspec

T = TypeVar("T")
_lock = threading.Lock()


def convert(value: object, kind: type[T], *, from_attributes: bool = False) -> T:
    """Return a plain value as a record, as `msgspec.convert` does.

    Args:
        value: The value.
        kind: The type of the record.
        from_attributes: Whether the value is a record of another type, whose fields are taken.

    Raises:
        msgspec.ValidationError: The value does not fit the type.
    """
    with _lock:
        return msgspec.convert(value, kind, from_attributes=from_attributes)


def extend(record: msgspec.Struct, kind: Callable[..., T], **fields: object) -> T:
    """Return a record of another type with all fields of a record, and with more fields.

    Args:
        record: The record.
        kind: The type of the new record.
        fields: Fields that the record lacks, and fields that shall have another value.
    """
    return kind(**(msgspec.structs.asdict(record) | fields))


def decode_json(data: bytes | str, kind: type[T]) -> T:
    """Return a JSON document as a record, as `msgspec.json.decode` does.

    Args:
        data: The document.
        kind: The type of the record.

    Raises:
        msgspec.DecodeError: The document isn't JSON, or does not fit the type.
    """
    with _lock:
        return msgspec.json.decode(data, type=kind)


def decode_toml(data: bytes, kind: type[T]) -> T:
    """Return a TOML document as a record, as `msgspec.toml.decode` does.

    Args:
        data: The document, in UTF-8.
        kind: The type of the record.

    Raises:
        msgspec.DecodeError: The document isn't TOML, or does not fit the type.
        UnicodeDecodeError: The document isn't UTF-8.
    """
    with _lock:
        return msgspec.toml.decode(data, type=kind)


def make_decoder(kind: type[T]) -> Callable[[bytes | str], T]:
    """Return a function that decodes JSON documents as records of one type, with the type prepared."""
    with _lock:
        return msgspec.json.Decoder(kind).decode


def make_msgpack_decoder(kind: type[T]) -> Callable[[bytes], T]:
    """Return a function that decodes MessagePack as records of one type, with the type prepared."""
    with _lock:
        return msgspec.msgpack.Decoder(kind).decode


def _renew_lock() -> None:
    """Replace the lock in a process that was forked, where no thread is left that could release it."""
    global _lock  # noqa: PLW0603 - one for all of the process
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)
