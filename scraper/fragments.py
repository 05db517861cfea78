"""Fragments of editions: surviving pieces of text that do not state their edition.

History: pages of editions survive on web sites, in e-books and in mail, often cut inside a rule, with words broken over
two lines, or without the words in angle brackets.

Notes: an archive keeps them in its folder `fragments/`. `fragments/manifest.json` may record where each was found, as a
list of `{"file", "origin", "sha256", "url", "fetched"}`, `file` relative to the archive; files that it does not list
are included too. `comprules fetch URL` writes there.
This module does not find out to which editions a fragment belongs.

Guarantees: files are sorted by path; nothing outside the archive is read; passages missing in a fragment are no
variants.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from rules.conversion import decode_json
from rules.files import read_regular, write_file
from rules.imprints import imprint
from rules.keys import key_of_entry
from rules.provenance import without_tags
from rules.records import Diagnostic, GlossaryEntry, ParsedDocument, Rule, Variant, VariantKind
from scraper.archive import Archive, ArchiveError, Copy, confine_path, path_problem
from scraper.collation.agreement import alphanumerics, same_but_for_damage, same_words, words_of_record
from scraper.parse import LARGEST

FOLDER = "fragments"
MANIFEST = f"{FOLDER}/manifest.json"
UNKNOWN_ORIGIN = "unknown"
_IN_BRACKETS = re.compile(r"<[^<>]{1,80}>")
_ENOUGH_TO_CUT = 12
"""Minimum number of letters of a passage that breaks off."""


class ListedFragment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of the list of fragments.

    Attributes:
        file: Path relative to the archive.
        origin: The place where it was found: a host, a repository, a book.
        sha256: SHA-256 of its bytes, or None.
        url: Address that it was fetched from, or None.
        fetched: The time at which it was fetched (ISO, UTC), or None.
    """

    file: str
    origin: str = UNKNOWN_ORIGIN
    sha256: str | None = None
    url: str | None = None
    fetched: str | None = None


def list_fragment(root: Path, fragment: ListedFragment) -> None:
    """Enter a fragment into the list of an archive, in place of an earlier row for its file.

    All other rows are kept, also fields that this version does not know.

    Raises:
        ArchiveError: The list is malformed.
        OSError: It cannot be written.
    """
    _read_manifest(root)
    path = root / MANIFEST
    rows = decode_json(path.read_bytes(), list[dict[str, object]]) if path.is_file() else []
    candidates = [row for row in rows if row["file"] != fragment.file]
    written = msgspec.json.encode([*candidates, fragment])
    write_file(path, msgspec.json.format(written, indent=1) + b"\n")


def _is_fragment(path: Path) -> bool:
    """Return whether a path of the folder is that of a fragment: a file, not the list, and not hidden."""
    is_hidden = any(part.startswith(".") for part in path.parts[-2:])
    return path.is_file() and path.name != Path(MANIFEST).name and not is_hidden


def load_fragments(archive: Archive) -> tuple[tuple[tuple[Copy, bytes], ...], tuple[Diagnostic, ...]]:
    """Return the fragments of an archive with their bytes, by path, and diagnostics about unreadable ones.

    Without the folder `fragments/` there are none.

    Raises:
        ArchiveError: The list of fragments is malformed, or a path in it leaves the folder.
    """
    folder = archive.root / FOLDER
    if not folder.is_dir():
        return (), ()
    listed = _read_manifest(archive.root)
    files = {path.relative_to(archive.root).as_posix() for path in folder.rglob("*") if _is_fragment(path)}
    read: list[tuple[Copy, bytes]] = []
    problems: list[Diagnostic] = []
    for file in sorted(files | set(listed)):
        try:
            read.append(_read_item(archive.root, listed.get(file) or ListedFragment(file)))
        except ArchiveError as error:
            problems.append(Diagnostic("unreadable-file", "error", str(error), file))
    return tuple(read), tuple(problems)


def _read_manifest(root: Path) -> dict[str, ListedFragment]:
    """Return the rows of the list of fragments, by file; none if there is no list.

    Raises:
        ArchiveError: The list is malformed, or a path in it leads out of the folder.
    """
    path = root / MANIFEST
    if not path.is_file():
        return {}
    try:
        rows = decode_json(path.read_bytes(), list[ListedFragment])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ArchiveError(f"{path}: {error}; correct the list of fragments, or remove it") from error
    for row in rows:
        elsewhere = None if row.file.startswith(f"{FOLDER}/") else f"it is not in {FOLDER}/"
        reason = path_problem(row.file) or elsewhere
        if reason is not None:
            raise ArchiveError(f"{path}: path {row.file!r} is refused, {reason}; correct the list of fragments")
    return {row.file: row for row in rows}


def _read_item(root: Path, listed: ListedFragment) -> tuple[Copy, bytes]:
    """Return a fragment as a copy, with its bytes.

    Raises:
        ArchiveError: The file cannot be read, or its hash is not the listed one.
    """
    path = confine_path(root, listed.file)
    try:
        data = read_regular(path, LARGEST)
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read ({error.strerror}); restore it, or correct {MANIFEST}") from error
    actual = hashlib.sha256(data).hexdigest()
    if listed.sha256 not in (None, actual):
        raise ArchiveError(
            f"{path}: its SHA-256 is {actual[:12]}…, {MANIFEST} has another; restore the file or correct the list"
        )
    return Copy(listed.file, listed.origin, len(data), actual, url=listed.url), data


def fragment_variants(
    document: ParsedDocument, file: str, rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> tuple[Variant, ...]:
    """Return the variants of a fragment against the reading of an edition.

    Args:
        document: The fragment's records.
        file: Name of the fragment in the variants.
        rules: Rules of the reading.
        glossary: Glossary of the reading.
    """
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    reading = {_name_record(record): record for record in reversed(records)}
    differing: list[Variant] = []
    own_records: list[Rule | GlossaryEntry] = [*document.rules, *document.glossary]
    for own in own_records:
        text = words_of_record(own)
        counterpart = _find_counterpart(own, reading, rules)
        if counterpart is None:
            differing.append(Variant(own.key, file, "extra", "", text))
            continue
        passage = words_of_record(counterpart)
        if text != passage:
            is_last = own in (*document.rules[-1:], *document.glossary[-1:])
            differing.append(
                Variant(counterpart.key, file, kind_of_variant(passage, text, is_last=is_last), passage, text)
            )
    return tuple(differing)


def kind_of_variant(reading: str, text: str, *, is_last: bool = False) -> VariantKind:
    """Return the kind of difference between a passage of a fragment and the reading.

    Lost marks or accents are damage, as are lost words in angle brackets, which a web page takes for tags, and the end
    that the last passage of a page lacks.

    Args:
        reading: The passage in the reading.
        text: The passage in the fragment.
        is_last: Whether the passage may break off.
    """
    plain = without_tags(text)
    if same_words(reading, plain):
        return "typographic"
    reading_letters, letters = alphanumerics(reading), alphanumerics(plain)
    if imprint(reading) == imprint(plain):
        if reading_letters == letters:  # words were broken or joined
            return "damage"
        return "typographic"
    if same_but_for_damage(reading, plain) or same_words(_IN_BRACKETS.sub("", reading), plain):
        return "damage"
    if is_last and len(letters) >= _ENOUGH_TO_CUT and reading_letters.startswith(letters):
        return "damage"
    return "wording"


def _name_record(record: Rule | GlossaryEntry) -> str:
    if isinstance(record, Rule):
        return record.key
    return key_of_entry(alphanumerics(record.term))


def _find_counterpart(
    own: Rule | GlossaryEntry, reading: dict[str, Rule | GlossaryEntry], rules: Sequence[Rule]
) -> Rule | GlossaryEntry | None:
    """Return the record of the reading for a record of a fragment: that of the same number or term; None without one.

    If the fragment misprints the number, that is another rule: so if only one rule has the same words, it is returned.
    """
    same_name = reading.get(_name_record(own))
    if isinstance(own, GlossaryEntry) or not own.text:
        return same_name
    if isinstance(same_name, Rule) and _make_imprint(own) == _make_imprint(same_name):
        return same_name
    same_words_rules = [rule for rule in rules if rule.text and imprint(rule.text) == imprint(own.text)]
    if len(same_words_rules) == 1:
        return same_words_rules[0]
    return same_name


def _make_imprint(rule: Rule) -> int | None:
    return imprint(rule.text or rule.heading or "")
