"""The pages about the data: `/api/` for programmers, `/download/` for those who want the whole knowledge base."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.numbers import chapter_of
from site_src.context import BuildContext
from site_src.data.corpus import Corpus, CorpusRow
from site_src.data.description import KINDS
from site_src.data.download import DOWNLOAD, NAME
from site_src.data.write import write_data
from site_src.layout.addresses import lineage_file, segment_of
from site_src.markup.shell import Frame
from site_src.markup.words import edition_in_words, size_in_words


def write_downloads(context: BuildContext) -> None:
    """Write the data, and both pages, which take their examples from the data."""
    packed = write_data(context)
    context.write(
        Frame(DOWNLOAD, "Download", _DOWNLOAD, styles=["api"]),
        "download.html.j2",
        packed=packed,
        name=NAME,
        size=size_in_words(packed.size),
        unpacked=size_in_words(packed.unpacked),
        sample=context.store.is_sample,
    )
    values = api_values(context.corpus, context.site_dir / "api" / "v1")
    context.write(Frame("api/", "Data", _API, styles=["api"]), "api.html.j2", **values)


_API = (
    "Every edition of the rules as static JSON, with schemas: rules by number and by lineage, editions, moves, terms."
)
_DOWNLOAD = "The whole knowledge base, every edition of the rules, as one SQLite file."


def api_values(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Return the values of `api.html.j2`: the documents, each with an example if there is one, and one in full."""
    latest = corpus.contents[corpus.latest]
    row = example_of(corpus)
    bucket = f"{chapter_of(row.key)}-1" if row else ""
    names = {
        "rule": f"rule/{segment_of(row.key)}" if row else "",
        "lineages": f"lineages/{lineage_file(row.lineage)}" if row and row.lineage else "",
        "manifest": f"e/{latest.edition.id}/manifest",
        "toc": f"e/{latest.edition.id}/toc",
        "texts": f"texts/{bucket}",
        "moves": f"moves/{latest.previous}..{latest.edition.id}",
    }
    rows = []
    for kind in KINDS:
        path = folder / f"{names.get(kind.name, kind.name)}.json"
        there = path.is_file()
        rows.append(
            {
                "pattern": kind.address.removeprefix("/"),
                "href": f"v1/{path.relative_to(folder).as_posix()}" if there else "",
                "size": size_in_words(path.stat().st_size) if there else "",
                "schema": f"v1/schema/{kind.name}.json",
                "words": kind.summary,
            }
        )
    chosen = folder / f"rule/{segment_of(row.key)}.json" if row else None
    return {
        "rows": rows,
        "edition": edition_in_words(latest.edition),
        "number": row.key if row else "",
        "chapter": chapter_of(row.key) if row else "",
        "example": _indent_json(chosen) if chosen and chosen.is_file() else "",
    }


def example_of(corpus: Corpus) -> CorpusRow | None:
    """Return the example: the latest edition's first subrule that had another number, else its first subrule."""
    subrules = [row for row in corpus.contents[corpus.latest].rules if row.kind == "subrule"]
    moved = (row for row in subrules if row.lineage and not row.lineage.startswith(f"{row.key}@"))
    return next(moved, None) or next(iter(subrules), None)


def _indent_json(path: Path) -> str:
    return json.dumps(json.loads(path.read_text(encoding="utf-8")), ensure_ascii=False, indent=2)
