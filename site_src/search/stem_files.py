"""Tables of stems, cut into files of which a search loads those with the stems of its words."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec


def cut_stems(numbers_by_stem: Mapping[str, Sequence[int]], size: int) -> Iterator[dict[str, Sequence[int]]]:
    """Yield the stems of each file with their numbers.

    Args:
        numbers_by_stem: Stem → numbers, in the order of the alphabet.
        size: Minimum size of a file but the last, in characters before compression; with one stem more it is closed.
    """
    cut: dict[str, Sequence[int]] = {}
    written = 0
    for stem, numbers in numbers_by_stem.items():
        cut[stem] = numbers
        written += len(stem) + len(msgspec.json.encode(numbers))
        if written >= size:
            yield cut
            cut, written = {}, 0
    if cut:
        yield cut
