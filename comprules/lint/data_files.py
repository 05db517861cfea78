"""Files that nobody wrote as text, known by their names and bytes: lock files, bundles, generated data."""

import posixpath

from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

_LOCK = "a lock file"
_BUNDLE = "a minified bundle"
_DRAWING = "a drawing"
UNREPORTED = frozenset({_LOCK, _BUNDLE, _DRAWING})
"""Kinds of data that are skipped without a notice, since nobody expects citations in them and many trees have them."""
_LOCKS = frozenset(
    {
        *("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock"),
        *("Cargo.lock", "Gemfile.lock", "composer.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock"),
        *("go.sum", "go.work.sum", "mix.lock", "pubspec.lock", "Podfile.lock", "packages.lock.json", "flake.lock"),
        *("gradle.lockfile", "Package.resolved", "stack.yaml.lock", "cabal.project.freeze", "requirements.lock"),
    }
)
_BUNDLES = (".min.js", ".min.mjs", ".min.css", ".js.map", ".css.map", ".bundle.js", ".chunk.js")
_SCRIPTS = frozenset({".js", ".mjs", ".cjs", ".css"})
_DRAWINGS = frozenset({".svg", ".svgz", ".eps", ".ai", ".drawio"})
_DATA = frozenset({".json", ".jsonl", ".ndjson", ".geojson", ".csv", ".tsv", ".xml", ".sql"})
_LARGE_DATA = 2_000_000
"""Bytes; a person may have written a smaller file of data."""
_SMALLEST_BUNDLE = 20 * LONGEST_LINE
"""Bytes; a smaller script does not count as minified even if its lines are long: people write such a line, too."""
_GENERATED = compile_late(
    rb"@generated\b|[Cc]ode generated .{0,80}DO NOT EDIT"
    rb"|(?i:this (?:file|code) (?:is|was) (?:auto(?:matically)?[- ]?)?generated)"
)


def describe_data(path: str, data: bytes) -> str | None:
    """Return the kind of data in a file, such as `a lock file`; None if a person may have written the file.

    Args:
        path: Its path.
        data: Its content.
    """
    name = posixpath.basename(path)
    suffix = posixpath.splitext(name)[1].lower()
    if name in _LOCKS:
        return _LOCK
    if name.lower().endswith(_BUNDLES) or (suffix in _SCRIPTS and _is_minified(data)):
        return _BUNDLE
    if suffix in _DRAWINGS:
        return _DRAWING
    if suffix in _DATA and len(data) > _LARGE_DATA:
        return "a large data file"
    if _GENERATED.search(data[:LONGEST_LINE]):
        return "a generated file"
    return None


def _is_minified(script: bytes) -> bool:
    """Return whether a script is so large, and its lines on average so long, that a program has written them."""
    lines = script.count(b"\n") + 1
    return len(script) > _SMALLEST_BUNDLE and len(script) > LONGEST_LINE * lines
