"""`python -m bench.gold.sample DB OLD NEW --rules N --additions N`: which rules of a pair of editions are to be judged.

The sample is random with a fixed seed, so that nobody picks the rules. Rules that keep number and words are left out:
they are nine in ten and show nothing. Three quarters are drawn from rules whose exact words the new edition lacks, a
quarter from those whose words it has under another number; additions are drawn from the new rules whose words the old
edition lacks.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

from rules.store import Store, open_store

_NUMBER = re.compile(r"\b[1-9]\d\d(?:\.\d+[a-z]{0,2})?\b")


def sample(store: Store, old: str, new: str, rules: int, additions: int) -> tuple[list[str], list[str]]:
    """Return the keys of old rules, and of new ones, to judge.

    Args:
        store: A knowledge base with both editions.
        old: Id of the older edition.
        new: Id of the newer one.
        rules: Number of old rules; fewer if there are not as many candidates.
        additions: Number of new rules; fewer if there are not as many candidates.
    """
    before, after = _mask_rules(store, old), _mask_rules(store, new)
    known, renumbered = set(before.values()), set(after.values())
    draw = random.Random(f"{old}..{new}")  # noqa: S311 - random sample, not for secrets
    reworded = [key for key, text in before.items() if text not in renumbered]
    elsewhere = [key for key, text in before.items() if text in renumbered and after.get(key) != text]
    fresh = [key for key, text in after.items() if text not in known]
    many = min(len(reworded), max(rules - rules // 4, rules - len(elsewhere)))
    few = min(len(elsewhere), rules - many)
    picked = draw.sample(reworded, many) + draw.sample(elsewhere, few)
    return sorted(picked, key=list(before).index), sorted(
        draw.sample(fresh, min(additions, len(fresh))), key=list(after).index
    )


def _mask_rules(store: Store, edition: str) -> dict[str, str]:
    return {rule.key: _NUMBER.sub("#", f"{rule.heading}\n{rule.text}") for rule in store.rules(edition)}


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("db", type=Path)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rules", type=int, default=30)
    parser.add_argument("--additions", type=int, default=15)
    options = parser.parse_args()
    with open_store(options.db) as store:
        old, new = sample(store, options.old, options.new, options.rules, options.additions)
    print("\n".join(["old: " + " ".join(old), "new: " + " ".join(new)]))


if __name__ == "__main__":
    _main()
