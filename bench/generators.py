"""Compares two sites that different generators built of the same pages: which ids and texts the second lacks or adds.

`python -m bench.generators SITE OTHER` prints a table, and has status 1 if the other lacks anything.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from bs4 import BeautifulSoup


def read_content(page: Path) -> tuple[set[str], list[str], str]:
    """Return the ids of a page, its texts, and all texts in one without blanks, but for what only scripts read."""
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    ids = {str(tag["id"]) for tag in soup.select("[id]")}
    for script in soup.select("script"):
        script.decompose()
    texts = ["".join(text.split()) for text in soup.find_all(string=True)]
    return ids, texts, "".join(texts)


def compare_sites(site: Path, other_site: Path) -> Counter[tuple[str, str]]:
    """Return on how many pages the other site lacks or adds something: kind of difference, and what it is."""
    found: Counter[tuple[str, str]] = Counter()
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site)
        if not (other_site / name).is_file():
            found["lacks page", str(name)] += 1
            continue
        ids, texts, _ = read_content(page)
        other_ids, _, other_text = read_content(other_site / name)
        found.update(("lacks id", name) for name in ids - other_ids)
        found.update(("has id", name) for name in other_ids - ids)
        found.update(("lacks text", text) for text in {*texts} if text not in other_text)
    return found


def main(site: str, other_site: str) -> int:
    """Print the table, and return the exit code."""
    found = compare_sites(Path(site), Path(other_site))
    for (kind, difference), pages in found.most_common(40):
        print(f"{kind:<12} {pages:>6}  {difference[:80]}")
    print(f"{sum(kind.startswith('lacks') for kind, _ in found)} missing")
    return int(any(kind.startswith("lacks") for kind, _ in found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
