"""The groups of records that are connected, directly or through others."""

from collections.abc import Callable, Iterable, Iterator


def list_components(starts: Iterable[str], neighbours: Callable[[str], Iterable[str]]) -> Iterator[list[str]]:
    """Yield the groups of connected keys: each start with all keys that can be reached from it.

    Each group is yielded once, for the first of its keys that is a start.

    Args:
        starts: The keys to start from.
        neighbours: Returns the keys that are connected with a key directly. Connections go both ways: the key must be
            among the neighbours of each of its neighbours.
    """
    visited: set[str] = set()
    for start in starts:
        reached: list[str] = []
        waiting = [start]
        while waiting:
            key = waiting.pop()
            if key not in visited:
                visited.add(key)
                reached.append(key)
                waiting.extend(neighbours(key))
        if reached:
            yield reached
