"""Methods whose results are kept as long as their object."""

from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


def cached_method(method: Callable[Concatenate[Any, P], R]) -> cached_property[Callable[P, R]]:
    """Keep all results of a method: of each object for itself, so that they go with it."""
    return cached_property(lambda owner: cast("Callable[P, R]", cache(partial(method, owner))))
