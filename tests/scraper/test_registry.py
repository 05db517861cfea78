"""The registry: its facts against the archive, the names it understands, the mistakes it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from rules.edition_names import UnknownEdition
from scraper import registry_tool
from scraper.archive import ArchiveEntry, Copy, load_archive, write_manifest
from scraper.registry import REGISTRY_FILE, Registry, RegistryError, entry_of, load_registry, raw_address, read_registry

IDS = tuple(edition.id for edition in load_registry().editions)
HEAD = """
retired_hosts = ["gone.example"]
[origins]
one = { repository = "example/one", commit = "abc" }
"""
SHA = "0123456789abcdef" * 4


WITNESS = f'{{ at = "one:a.txt", bytes = 3, sha256 = "{SHA}" }}'


def write(tmp_path: Path, *editions: str) -> Path:
    path = tmp_path / "editions.toml"
    path.write_text(HEAD + "".join(f"\n[[edition]]\n{edition}\n" for edition in editions))
    return path


def test_the_facts_are_whole() -> None:
    editions = load_registry().editions
    assert list(IDS) == sorted(set(IDS))
    assert [edition.id for edition in editions if edition.work == "rulings-summary"] == ["1999-04-21"]
    assert [edition.id for edition in editions if edition.set_code is None] == ["1999-04-21"]
    assert all(edition.witnesses for edition in editions)
    aliases = [alias for edition in editions for alias in edition.aliases]
    assert len(aliases) == len(set(aliases)) > 0
    hashes = [witness.copy.sha256 for edition in editions for witness in edition.witnesses]
    assert len(hashes) == len(set(hashes))
    names = {(edition.set_code, edition.set_name) for edition in editions}
    assert len(dict(names)) == len(names), "a set has one name"
    assert {("M10", "Magic 2010"), ("6ED", "Classic Sixth Edition"), ("FIN", "Final Fantasy")} <= names


def test_addresses_are_whole_and_encoded_and_retired_ones_known_but_not_asked() -> None:
    editions = {edition.id: edition for edition in load_registry().editions}
    for edition in editions.values():
        for witness in edition.witnesses:
            for address in witness.addresses:
                parts = urlsplit(address)
                assert (parts.scheme, parts.hostname) == ("https", "raw.githubusercontent.com"), address
                assert " " not in address
                assert parts.query == parts.fragment == "", address
            if witness.copy.origin_path is None:
                assert witness.addresses == ()
                assert urlsplit(edition.publisher).hostname == witness.copy.origin
                continue
            assert unquote(witness.addresses[0]).endswith(str(witness.copy.origin_path))
            assert len(witness.addresses) == 1 + len(witness.copy.same_text)
    assert editions["2009-07-11"].publisher == "http://www.wizards.com/magic/comprules/MagicCompRules_20090708.txt"
    assert not editions["2009-07-11"].publisher_lives
    assert editions["2026-04-17"].publisher_lives


@pytest.mark.archive
def test_the_registry_agrees_with_the_archive(real_archive: Path) -> None:
    entries = load_archive(real_archive).entries
    known = {edition.id: edition for edition in load_registry().editions}
    for entry in map(load_registry().state_conditions, entries):
        recorded = entry_of(known[entry.edition])
        assert entry.set_code in {None, known[entry.edition].set_code}
        ours, theirs = (
            [replace(copy, url=None, effective_phrase=None) for copy in owner.copies] for owner in (recorded, entry)
        )
        assert ours == theirs, entry.edition
        assert set(registry_tool.file_dates(entry, IDS)) <= set(known[entry.edition].aliases)
    assert registry_tool.update_registry(REGISTRY_FILE, entries) == REGISTRY_FILE.read_text()


MEANT = {
    "2009-07-11": ("2009-07-11", "20090711", " 2009-07-11 ", "20090708", "2009-07-12", "20090712"),
    "2009-05-01": ("2009-07-08", "2009-07-10"),
    "2009-10-01": ("20091005",),
    "2024-02-02": ("20240206",),
    "2021-02-15": ("20210224",),
    "2009-09-04": ("M10", "m10"),
    "2007-07-13": ("10e",),
    "1999-04-23": ("6ED", "first", "1999-04-24"),
    "1999-04-21": ("1999-04-21",),
    IDS[-1]: ("latest", "LATEST"),
}
NOTHING = {
    "after the newest edition at hand.*`comprules update`": ("2030-01-01",),
    "the oldest edition at hand is 1999-04-23": ("1999-04-22",),
    "no edition was in force on 1993-08-05": ("1993-08-05",),
    "no edition is called 'XYZ'": ("XYZ",),
    "no edition is called ''": ("",),
    "no edition is called": ("2009-13-01", "2009-W28-6", "2009"),
}


def test_what_names_mean_and_what_no_edition_is_called() -> None:
    for meant, names in MEANT.items():
        for name in names:
            assert load_registry().resolve(name, IDS) == meant, name
            assert load_registry().resolve(name, tuple(reversed(IDS))) == meant, name
    for hint, names in NOTHING.items():
        for name in names:
            with pytest.raises(UnknownEdition, match=hint):
                load_registry().resolve(name, IDS)


def test_names_among_few_editions_and_among_more_than_the_registry_knows() -> None:
    registry = load_registry()
    few = ("2005-08-01", "2009-07-11", "2026-04-17")
    for name, meant in {"M10": "2009-07-11", "2015-01-01": "2009-07-11", "first": "2005-08-01"}.items():
        assert registry.resolve(name, few) == meant
    for name in ("2009-09-04", "20091005", "20091001", "ZEN"):
        with pytest.raises(UnknownEdition, match=r"known but not at hand.*`comprules fetch 2009-"):
            registry.resolve(name, few)
    with pytest.raises(UnknownEdition, match="no edition is at hand"):
        registry.resolve("latest", ())
    assert Registry(()).resolve("latest", ("2027-01-15", "2026-04-17")) == "2027-01-15"
    assert Registry(()).resolve("2027-01-01", ("2026-04-17", "2027-01-15")) == "2026-04-17"


@pytest.mark.parametrize(
    ("editions", "problem"),
    [
        (('id = "2005-08-01"', 'id = "2005-02-01"'), "2005-02-01 comes after 2005-08-01"),
        (('id = "2005-08-01"', 'id = "2005-08-01"'), "each once"),
        (('id = "1 August"',), "is no date"),
        (('id = "2005-08-01"\nwork = "novel"',), "work 'novel' is unknown"),
        (('id = "2005-08-01"\nset_code = "9ED"',), "together"),
        (('id = "2005-08-01"\npublisher = "ftp://x/y"',), "no web address"),
        (('id = "2005-08-01"\naliases = ["2005"]',), "no date YYYYMMDD"),
        (('id = "2005-08-01"\naliases = ["20050801"]',), "belongs to edition 2005-08-01 already"),
        (('id = "2005-08-01"\naliases = ["20051001"]', 'id = "2005-10-01"'), "belongs to edition 2005-10-01 already"),
        (
            ('id = "2005-08-01"\naliases = ["20050901"]', 'id = "2005-10-01"\naliases = ["20050901"]'),
            "belongs to edition 2005-08-01 already",
        ),
        ((f'id = "2005-08-01"\nwitnesses = [{{ at = "two:a.txt", bytes = 1, sha256 = "{SHA}" }}]',), "ORIGIN:PATH"),
        ((f'id = "2005-08-01"\nwitnesses = [{{ at = "one:../a", bytes = 1, sha256 = "{SHA}" }}]',), "ORIGIN:PATH"),
        (('id = "2005-08-01"\nwitnesses = [{ at = "one:a", bytes = 1, sha256 = "x" }]',), "malformed"),
        ((f'id = "2005-08-01"\npublished = {{ bytes = 1, sha256 = "{SHA}" }}',), "add publisher"),
        ((f'id = "2005-08-01"\nwitnesses = [{WITNESS}, {WITNESS}]',), "its own"),
        (('id = "2005-08-01"\nmisspelt = 1',), "misspelt"),
        (
            ('id = "2005-08-01"\nwitnesses = [' + WITNESS.replace("}", ', condition = "retyped" }]'),),
            "2005-08-01.*without a reason",
        ),
        (
            ('id = "2005-08-01"\nwitnesses = [' + WITNESS.replace("}", ', condition = "fine", reason = "x" }]'),),
            "condition 'fine' is unknown; the only one that can be stated is retyped",
        ),
        (("id = 2005",), "Expected `str`"),
        (("id = ",), "compare it with the committed file"),
    ],
)
def test_contradictions_are_refused(tmp_path: Path, editions: tuple[str, ...], problem: str) -> None:
    path = write(tmp_path, *editions)
    with pytest.raises(RegistryError, match=problem) as caught:
        read_registry(path)
    assert str(path) in str(caught.value)


def test_a_small_registry(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f'id = "2005-08-01"\nset_code = "9ED"\nset_name = "Ninth"\npublisher = "http://gone.example/r.txt"\n'
        f'witnesses = [{{ at = "one:my rules/#1.txt", bytes = 3, sha256 = "{SHA}", same = ["one:b.txt"] }}]',
    )
    [edition] = read_registry(path).editions
    assert not edition.publisher_lives
    assert edition.witnesses[0].addresses == (
        "https://raw.githubusercontent.com/example/one/abc/my%20rules/%231.txt",
        "https://raw.githubusercontent.com/example/one/abc/b.txt",
    )
    assert entry_of(edition).copies[0].file == "editions/2005-08-01/one.txt"
    assert entry_of(edition).copies[0].same_text == ("github.com/example/one:b.txt",)
    assert raw_address("a/b", "c", "d e") == "https://raw.githubusercontent.com/a/b/c/d%20e"


def test_a_retyped_copy_is_known_by_its_bytes_wherever_it_lies_and_the_tool_keeps_its_reason(tmp_path: Path) -> None:
    stated = WITNESS.replace("}", ', condition = "retyped", reason = "slips of a typist" }')
    path = write(tmp_path, f'id = "2005-08-01"\nwitnesses = [{stated}]')
    registry = read_registry(path)
    known = registry.editions[0].witnesses[0].copy
    assert (known.condition, known.reason) == ("retyped", "slips of a typist")
    elsewhere = Copy("a/b.txt", "github.com/example/one", 3, SHA, "b.txt")
    other = replace(elsewhere, sha256=SHA[::-1])
    (first, second) = registry.state_conditions(ArchiveEntry("2005-08-01", None, (elsewhere, other))).copies
    assert (first.file, first.condition, first.reason) == ("a/b.txt", "retyped", "slips of a typist")
    assert second == other
    assert registry.state_conditions(ArchiveEntry("2006-01-01", None, (elsewhere,))).copies == (elsewhere,)
    path.write_text(registry_tool.update_registry(path, [ArchiveEntry("2005-08-01", None, (elsewhere,))]))
    assert read_registry(path).editions[0].witnesses[0].copy.reason == "slips of a typist"


def test_the_tool_keeps_what_is_curated_and_fills_an_empty_registry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(
        tmp_path,
        f'id = "2005-08-01"\nset_code = "9ED"\nset_name = "Ninth"\npublisher = "http://gone.example/r.txt"\n'
        f'witnesses = [{WITNESS}]\npublished = {{ bytes = 5, sha256 = "{SHA}" }}',
        'id = "2005-09-01"\nwork = "rulings-summary"',
    )
    archive = tmp_path / "archive"
    archive.mkdir()
    copy = Copy(
        *("editions/2005-10-01/one.txt", "github.com/example/one", 4, SHA, "txt/20050929.txt"),
        same_text=("github.com/example/one:old/2005-09-28.txt",),
    )
    write_manifest(archive, [ArchiveEntry("2005-10-01", "9ED", (copy,))])
    assert registry_tool.main([str(archive), "--registry", str(path), "--write"]) == 0
    first, other, second = read_registry(path).editions
    assert (other.work, other.set_name, other.witnesses) == ("rulings-summary", None, ())
    assert (first.witnesses[1].copy.file, first.witnesses[1].copy.bytes) == ("editions/2005-08-01/publisher.txt", 5)
    assert (first.publisher, first.set_name, first.witnesses[0].copy.bytes) == ("http://gone.example/r.txt", "Ninth", 3)
    assert (second.set_name, second.aliases) == ("Ninth", ("20050928", "20050929"))
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 0
    assert capsys.readouterr().out == path.read_text()
    write_manifest(archive, [ArchiveEntry("2006-10-01", "TSP", ())])
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 2
    assert "TSP has no name yet" in capsys.readouterr().err
    write_manifest(archive, [ArchiveEntry("2005-10-01", "9ED", (replace(copy, origin="github.com/example/two"),))])
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 2
    assert "github.com/example/two is not in [origins]" in capsys.readouterr().err
    empty = write(tmp_path)
    entry = ArchiveEntry("2005-10-01", None, (replace(copy, same_text=()),))
    empty.write_text(registry_tool.update_registry(empty, [entry]))
    (edition,) = read_registry(empty).editions
    assert entry_of(edition).copies[0].bytes == 4
