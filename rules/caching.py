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
        """Return the value for an object, computed at its first use; for the class, return the property itself."""
        name = self.attrname  # Python sets it when the class is made
        if instance is None or name is None:
            return self
        # Python finds a value in `__dict__` before it calls this method again.
        values = instance.__dict__
        if name not in values:
            values[name] = self.func(instance)
        return values[name]


if TYPE_CHECKING:
    from functools import cached_property as cached_property  # noqa: PLC0414 - exports the name
else:
    cached_property = _UnlockedProperty


def cached_method(method: Callable[Concatenate[Any, P], R]) -> cached_property[Callable[P, R]]:
    """Decorate a method so that each object keeps all results of the method.

    The cache belongs to the object and is freed with it, unlike `functools.cache`, which keeps all objects alive.
    """

    def make_cached(owner: object) -> Callable[P, R]:
        """Return the method of one object, with a cache of its own."""
        return cast("Callable[P, R]", cache(partial(method, owner)))

    # The cached function is itself a cached property, so each object gets it once.
    return cached_property(make_cached)
