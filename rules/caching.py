"""Caching of computed values and of method results, each for as long as its object lives."""

import functools
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


class _UnlockedProperty(functools.cached_property[Any]):
    """The standard library's `cached_property`, without the lock that it has up to Python 3.11.

    A process that is forked while another thread holds that lock waits for it for ever. Without the lock two threads
    may compute a value at the same time, which does no harm to values that are the same each time.
    """

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        """Return the value for an object, computed at its first use."""
        if instance is None or self.attrname is None:
            return self
        values = instance.__dict__
        if self.attrname not in values:
            values[self.attrname] = self.func(instance)
        return values[self.attrname]


if TYPE_CHECKING:
    from functools import cached_property as cached_property  # noqa: PLC0414 - exports the name
else:
    cached_property = _UnlockedProperty


def cached_method(method: Callable[Concatenate[Any, P], R]) -> cached_property[Callable[P, R]]:
    """Decorate a method so that each object keeps all results of the method.

    The cache belongs to the object and is freed with it, unlike `functools.cache`, which keeps all objects alive.
    """
    return cached_property(lambda owner: cast("Callable[P, R]", cache(partial(method, owner))))
