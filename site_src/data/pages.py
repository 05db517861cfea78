"""The pages about the data: `/api/` for programmers, and `/download/` with the compressed knowledge base."""

import json
import lzma
import shutil
from pathlib import Path
from typing import Any

from rules.files import hash_file
from rules.numbers import chapter_of
from rules.records import COMPREHENSIVE_RULES
from site_src.addresses import lineage_file, references_file, segment_of
from site_src.context import BuildContext
from site_src.data.corpus import Corpus, ManifestRow
from site_src.data.description import KINDS
from site_src.data.write import ROOT
from site_src.markup.shell import Frame
from site_src.markup.words import edition_in_words, size_in_words

DOWNLOAD = "download/"
"""Address of the download page; the file is below it."""
NAME = "comprules.sqlite.xz"
LEVEL = 3
"""Level of xz: 82 MB become 11.4 MB in 5 s; higher levels save a tenth and take five times as long."""
PIECE = 1 << 20
"""Number of bytes that are compressed at a time."""
_EMPTY_DOCUMENTS = (b"[]", b"{}")
"""Documents that show nothing of their kind, so that no page offers them as an example."""
_API = (
    "Every edition of the rules as static JSON, with schemas: rules by number and by lineage, editions, moves, terms."
)
_DOWNLOAD = "The whole knowledge base, every edition of the rules, as one SQLite file."


def compress(source: Path, target: Path) -> None:
    """Compress a file; the same file gives the same bytes (with the same version of the library)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as file, lzma.open(target, "wb", preset=LEVEL) as out:
        shutil.copyfileobj(file, out, PIECE)


def write_data_pages(context: BuildContext) -> None:
    """Write the pages `download/` and `api/`, and the compressed knowledge base.

    The pages take their examples from the data, which must be written before.
    """
    context.progress("compressing the knowledge base")
    unpacked = context.store.path
    packed = context.site_dir / DOWNLOAD / NAME
    compress(unpacked, packed)
    context.write(
        Frame(DOWNLOAD, "Download", _DOWNLOAD, styles=["api"]),
        "download.html.j2",
        name=NAME,
        size=size_in_words(packed.stat().st_size),
        unpacked=size_in_words(unpacked.stat().st_size),
        sha256=hash_file(packed),
        unpacked_sha256=hash_file(unpacked),
        sample=context.store.is_sample,
    )
    values = api_values(context.corpus, context.site_dir / ROOT)
    context.write(Frame("api/", "Data and API", _API, styles=["api"]), "api.html.j2", **values)


def api_values(corpus: Corpus, folder: Path) -> dict[str, Any]:
    """Return the values of `api.html.j2`: the documents, each with an example if there is one, and one in full."""
    names = _name_examples(corpus)
    files = {kind.name: f"{names.get(kind.name, kind.name)}.json" for kind in KINDS}
    sizes = {}
    for name, file in files.items():
        path = folder / file
        if path.is_file() and path.read_bytes().strip() not in _EMPTY_DOCUMENTS:
            sizes[name] = size_in_words(path.stat().st_size)
    number = chapter = ""
    row = example_of(corpus)
    if row:
        number = row.key
        chapter = chapter_of(row.key)
    printed_example = ""
    if "rule" in sizes:
        rule = json.loads((folder / files["rule"]).read_bytes())
        printed_example = json.dumps(rule, ensure_ascii=False, indent=2)
    return {
        "kinds": KINDS,
        "files": files,
        "sizes": sizes,
        "edition": edition_in_words(corpus.contents[corpus.latest].edition),
        "number": number,
        "chapter": chapter,
        "example": printed_example,
    }


def _name_examples(corpus: Corpus) -> dict[str, str]:
    """Return the name of an example of each kind of document whose address has parameters.

    If a kind has no example, no document has its name here: it is empty, or ends where the example would be.
    """
    latest = corpus.contents[corpus.latest]
    edition = latest.edition.id
    issues = [content.edition.id for content in corpus.contents.values() if content.edition.work != COMPREHENSIVE_RULES]
    names = {
        "rule": "",
        "lineages": "",
        "manifest": f"e/{edition}/manifest",
        "references": "",
        "graph": "graph/latest",
        "toc": f"e/{edition}/toc",
        "rulings": f"rulings/{max(issues, default='')}",
        "texts": "texts/",
        "moves": f"moves/{latest.previous}..{edition}",
    }
    row = example_of(corpus)
    if row is not None:
        names["rule"] = f"rule/{segment_of(row.key)}"
        names["references"] = references_file(row.key)
        names["texts"] = f"texts/{chapter_of(row.key)}-1"
        if row.lineage:
            names["lineages"] = f"lineages/{lineage_file(row.lineage)}"
    return names


def example_of(corpus: Corpus) -> ManifestRow | None:
    """Return the record of the examples: the latest edition's first subrule that had another number, else its first.

    None if the edition has no subrules.
    """
    subrules = [row for row in corpus.contents[corpus.latest].rules if row.kind == "subrule"]
    moved = (row for row in subrules if row.lineage and not row.lineage.startswith(f"{row.key}@"))
    return next(moved, None) or next(iter(subrules), None)
