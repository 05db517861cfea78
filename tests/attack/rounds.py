"""How long the standing attack goes on, and from which seed.

`ATTACK_ROUNDS` multiplies the rounds of every test here (by default 1 in `make test-all`, else a quarter: those are
what the longer series begins with). `ATTACK_SEED` begins another series. A failure names its seed; the same seed makes
the same input.
"""

# ruff: noqa: E501 - tables of inputs are read by the row

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from tests.tiers import is_thorough

SEED = int(os.environ.get("ATTACK_SEED", "17"))


def factor() -> float:
    """Return what multiplies the rounds of every test."""
    return float(os.environ.get("ATTACK_ROUNDS") or (1 if is_thorough() else 0.25))


def rounds(count: int, name: str) -> Iterator[tuple[int, random.Random]]:
    """Yield the seed of each round and a generator made from it.

    Args:
        count: Rounds by default.
        name: Of the test, so that no two tests draw the same.
    """
    first = random.Random(f"{SEED} {name}").randrange(10**9)
    total = round(count * factor())
    if not total:
        pytest.skip("left to `make test-all`")
    print(f"{name}: seeds {first} to {first + total - 1} (ATTACK_SEED={SEED}, {total} rounds)")
    for seed in range(first, first + total):
        yield seed, random.Random(seed)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a copy with some of its bytes changed, cut, doubled, moved or replaced by what readers dislike."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 3, 8, 30))):
        at = chance.randrange(len(changed) + 1)
        end = min(len(changed), at + chance.choice((1, 1, 2, 5, 40, 400, 4000)))
        match chance.randrange(7):
            case 0:
                changed[at:end] = b""
            case 1:
                changed[at:at] = changed[at:end] * chance.choice((1, 2, 20))
            case 2:
                changed[at:end] = chance.randbytes(end - at)
            case 3:
                changed[at:at] = chance.choice(DISLIKED) * chance.choice((1, 1, 1, 50))
            case 4:
                other = chance.randrange(len(changed) + 1)
                changed[other:other] = changed[at:end]
            case 5:
                if at < len(changed):
                    changed[at] ^= 1 << chance.randrange(8)
            case _:
                if chance.random() < 0.1:
                    del changed[at:]
    return bytes(changed[:2_000_000])


DISLIKED = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\x1a", b"\x1b[2J", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    "\u202e\u2028\ufeff".encode(), b"999999999999999999999.9z", b"702.", b"Example: ", b"Glossary\n", b"Credits\n",
    b"<table><tr><td>", b"</p></div>", b"&#1114112;", b"&#0;", b"<script>", b"<!--", b"[[[[", b'{"a":', b"\\u0000", b"-1e999",
    b"1. Game\n", b"100. General\n", b"100.1. ", b"100.1a ", b"See rules 100.1-999.9z", b"'''", b'"""', b"[a.b.c]\n", b"%PDF-1.4",
)  # fmt: skip
