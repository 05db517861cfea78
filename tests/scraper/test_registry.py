"""The registry: its facts against the archive, the names it understands, the mistakes it refuses."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from msgspec.structs import replace

from rules.edition_names import UnknownEdition, as_day, editions_of_set, is_iso_date
from rules.records import COMPREHENSIVE_RULES, RETYPED
from rules.sets_without_edition import find_set_without_edition
from rules.store import Store, open_store
from rules.text import fold
from scraper import registry_tool
from scraper.archive import (
    SHA256,
    ArchiveEntry,
    Copy,
    load_archive,
    path_problem,
    write_manifest,
)
from scraper.registry import REGISTRY_FILE, Registry, RegistryError, load_registry, read_registry

IDS = tuple(edition.id for edition in load_registry().editions)
HEAD = """
retired_hosts = ["gone.example"]
[origins]
one = { repository = "example/one", commit = "abc" }
"""
SHA = "0123456789abcdef" * 4


NINTH = '{ code = "9ED", name = "Ninth" }'
WITNESS = f'{{ at = "one:a.txt", bytes = 3, sha256 = "{SHA}" }}'


def write(tmp_path: Path, *editions: str) -> Path:
    path = tmp_path / "editions.toml"
    path.write_text(HEAD + "".join(f"\n[[edition]]\n{edition}\n" for edition in editions))
    return path


def test_the_facts_are_whole() -> None:
    editions = load_registry().editions
    assert list(IDS) == sorted(set(IDS))
    assert all(map(is_iso_date, IDS))
    assert [edition.id for edition in editions if edition.work == "rulings-summary"] == ["1999-04-21"]
    assert {edition.work for edition in editions} == {COMPREHENSIVE_RULES, "rulings-summary"}
    assert [edition.id for edition in editions if edition.set_code is None] == ["1999-04-21"]
    names = {(each.code, each.name) for edition in editions for each in edition.sets}
    assert {("M10", "Magic 2010"), ("6ED", "Classic Sixth Edition"), ("FIN", "Final Fantasy")} <= names


def test_an_alias_is_a_date_of_one_edition() -> None:
    days = [edition.replace("-", "") for edition in IDS]
    aliases = [alias for edition in load_registry().editions for alias in edition.aliases]
    assert len({*days, *aliases}) == len(days) + len(aliases) > len(days)
    assert all(re.fullmatch(r"\d{8}", alias) and as_day(alias) for alias in aliases)


def test_a_code_is_of_one_set_whose_words_are_those_of_its_first_edition() -> None:
    first: dict[str, tuple[str, str | None]] = {}
    for edition in load_registry().editions:
        assert len({each.code for each in edition.sets}) == len(edition.sets), edition.id
        for each in edition.sets:
            assert re.fullmatch(r"(?!\d+$)[A-Z0-9]{2,5}", each.code)
            since, name = first.setdefault(each.code, (edition.id, each.name))
            assert name == each.name
            assert since == edition.id or not each.words, f"{each.code} came with {since}"


def test_copies_are_of_known_origins_and_have_hashes_and_reasons() -> None:
    facts = tomllib.loads(REGISTRY_FILE.read_text(encoding="utf-8"))
    hashes = []
    for edition in facts["edition"]:
        published = [edition["published"]] if "published" in edition else []
        assert urlsplit(edition.get("publisher", "http://x/")).scheme in {"http", "https"}
        assert not published or urlsplit(edition["publisher"]).hostname, edition["id"]
        witnesses = edition.get("witnesses", [])
        assert witnesses or published
        origins = [witness["at"].partition(":")[0] for witness in witnesses]
        assert len(set(origins)) == len(origins), edition["id"]
        for witness in witnesses:
            assert witness.get("condition") in (None, RETYPED)
            assert bool(witness.get("condition")) == bool(witness.get("reason", "").strip())
            for place in (witness["at"], *witness.get("same", ())):
                origin, _, path = place.partition(":")
                assert origin in facts["origins"]
                assert path_problem(path) is None, place
        for copy in (*published, *witnesses):
            assert SHA256.fullmatch(copy["sha256"])
            assert copy["bytes"] > 0
            hashes.append(copy["sha256"])
    assert len(hashes) == len(set(hashes))


def test_addresses_are_whole_and_encoded_and_retired_ones_known_but_not_asked() -> None:
    registry = load_registry()
    editions = {edition.id: edition for edition in registry.editions}
    for edition in editions.values():
        for witness in edition.witnesses:
            addresses = [registry.address_of(place) for place in (witness.at, *witness.same)]
            for address in addresses:
                parts = urlsplit(address)
                assert (parts.scheme, parts.hostname) == ("https", "raw.githubusercontent.com"), address
                assert " " not in address
                assert parts.query == parts.fragment == "", address
            assert unquote(addresses[0]).endswith(witness.at.partition(":")[2])
        for copy in registry.entry_of(edition).copies:
            if copy.origin_path is None:
                assert edition.publisher is not None
                assert urlsplit(edition.publisher).hostname == copy.origin
    assert editions["2009-07-11"].publisher == "http://www.wizards.com/magic/comprules/MagicCompRules_20090708.txt"
    asked = {day: [address for address, _ in registry.sources_of(edition)] for day, edition in editions.items()}
    assert editions["2009-07-11"].publisher not in asked["2009-07-11"]
    assert editions["2026-04-17"].publisher == asked["2026-04-17"][0]


@pytest.mark.archive
def test_the_registry_agrees_with_the_archive(real_archive: Path) -> None:
    entries = load_archive(real_archive).entries
    known = {edition.id: edition for edition in load_registry().editions}
    for entry in map(load_registry().with_conditions, entries):
        kept = [replace(copy, url=None, effective_phrase=None) for copy in entry.copies]
        assert list(load_registry().entry_of(known[entry.edition]).copies) == kept, entry.edition
        assert set(registry_tool.file_dates(entry, IDS)) <= set(known[entry.edition].aliases)
    assert registry_tool.update_registry(REGISTRY_FILE, entries) == REGISTRY_FILE.read_text()


@pytest.mark.archive
def test_the_words_of_a_set_stand_in_its_first_edition_and_in_none_before(whole: Path) -> None:
    words = {word for edition in load_registry().editions for each in edition.sets for word in each.words}
    before: set[str] = set()
    with open_store(whole) as store:
        for edition in load_registry().editions:
            if edition.work != COMPREHENSIVE_RULES or edition.id not in store.edition_ids:
                continue
            text = words_of(store, edition.id)
            for each in edition.sets:
                for word in each.words:
                    assert spelled(word) in text, f"{edition.id} is not that of {each.code}: it lacks {word!r}"
                    assert word not in before, f"{edition.id} is not that of {each.code}: an older one has {word!r}"
            before |= {word for word in words - before if spelled(word) in text}


def words_of(store: Store, edition: str) -> str:
    rules = (text for rule in store.rules(edition) for _, text in (("", rule.heading or ""), *rule.passages))
    glossary = (text for entry in store.glossary(edition) for text in (entry.term, entry.text))
    matter = (part.text for part in store.matter(edition))
    return spelled("\n".join((*rules, *glossary, *matter)))


def spelled(text: str) -> str:
    """Return the words alone, each between blanks."""
    found = re.findall(r"[^\W_]+(?:-[^\W_]+)*", fold(text))
    return f" {' '.join(found)} "


def test_only_few_sets_have_no_words_that_show_their_edition() -> None:
    """Those that brought no keyword: reprints, core sets, and later editions of a set."""
    sets = [each for edition in load_registry().editions for each in edition.sets]
    assert sum(not each.words for each in sets) <= len(sets) // 8


MEANT = {
    "2009-07-11": ("M10", "m10", "20090711", " 2009-07-11 ", "20090708", "2009-07-12", "20090712"),
    "2009-05-01": ("2009-07-08", "2009-07-10"),
    "2009-10-01": ("20091005",),
    "2024-02-02": ("20240206",),
    "2021-02-15": ("20210224",),
    "1999-11-01": ("BRB", "MMQ"),
    "2003-07-01": ("8ED",),
    "2003-10-01": ("MRD", " mrd "),
    "2009-09-04": ("HOP",),
    "2007-07-13": ("10e",),
    "1999-04-23": ("6ED", "first", "1999-04-24"),
    "1999-04-21": ("1999-04-21",),
    IDS[-1]: ("latest", "LATEST"),
}
NOTHING = {
    "after the newest edition here.*`comprules update`": ("2030-01-01",),
    "the oldest edition here is 1999-04-23": ("1999-04-22",),
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


def test_a_code_means_its_first_edition_and_its_others_are_known() -> None:
    editions = load_registry().editions
    for code, spanned in {"mrd": ("2003-10-01", "2003-12-01"), "MMQ": ("1999-11-01",), "latest": (), "": ()}.items():
        assert editions_of_set(code, editions) == spanned
    for edition in editions:
        for each in edition.sets:
            assert load_registry().resolve(each.code, IDS) == editions_of_set(each.code, editions)[0] <= edition.id
    with pytest.raises(UnknownEdition, match="`comprules fetch 2003-10-01`"):  # never the second of the set instead
        load_registry().resolve("MRD", ("2003-12-01",))


def test_the_code_of_a_set_without_an_edition_means_the_edition_in_force_at_its_release() -> None:
    registry = load_registry()
    codes = {card_set.code for edition in registry.editions for card_set in edition.sets}
    days = {"UDS": "1999-04-23", "cmm": "2023-06-16", "J22": "2022-11-18", "INR": "2024-11-08"}
    assert {code: registry.resolve(code, IDS) for code in days} == days
    assert not any(map(find_set_without_edition, codes)), "a code is in one list alone"
    with pytest.raises(UnknownEdition, match="the oldest edition here is 2005-08-01"):
        registry.resolve("UDS", ("2005-08-01", "2009-07-11"))


def test_names_among_few_editions_and_among_more_than_the_registry_knows() -> None:
    registry = load_registry()
    few = ("2005-08-01", "2009-07-11", "2026-04-17")
    for name, meant in {"M10": "2009-07-11", "2015-01-01": "2009-07-11", "first": "2005-08-01"}.items():
        assert registry.resolve(name, few) == meant
    for name in ("2009-09-04", "20091005", "20091001", "ZEN"):
        with pytest.raises(UnknownEdition, match=r"known but not here.*`comprules fetch 2009-"):
            registry.resolve(name, few)
    with pytest.raises(UnknownEdition, match="there are no editions here"):
        registry.resolve("latest", ())
    assert Registry(()).resolve("latest", ("2027-01-15", "2026-04-17")) == "2027-01-15"
    assert Registry(()).resolve("2027-01-01", ("2026-04-17", "2027-01-15")) == "2026-04-17"


@pytest.mark.parametrize(
    ("edition", "problem"),
    [
        ('id = "2005-08-01"\nsets = [{ code = "9ED" }]', "missing required field `name`"),
        ('id = "2005-08-01"\nmisspelt = 1', "misspelt"),
        ("id = 2005", "Expected `str`"),
        ("id = ", "compare it with the committed file"),
    ],
)
def test_what_is_no_registry_is_refused(tmp_path: Path, edition: str, problem: str) -> None:
    path = write(tmp_path, edition)
    with pytest.raises(RegistryError, match=problem) as caught:
        read_registry(path)
    assert str(path) in str(caught.value)


def test_a_small_registry(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f'id = "2005-08-01"\nsets = [{NINTH}]\npublisher = "http://gone.example/r.txt"\n'
        f'witnesses = [{{ at = "one:my rules/#1.txt", bytes = 3, sha256 = "{SHA}", same = ["one:b.txt"] }}]',
    )
    registry = read_registry(path)
    [edition] = registry.editions
    assert list(registry.sources_of(edition)) == [
        ("https://raw.githubusercontent.com/example/one/abc/my%20rules/%231.txt", SHA),
        ("https://raw.githubusercontent.com/example/one/abc/b.txt", SHA),
    ]
    [copy] = registry.entry_of(edition).copies
    assert copy.file == "editions/2005-08-01/one.txt"
    assert copy.same_text == ("github.com/example/one:b.txt",)


def test_a_retyped_copy_is_known_by_its_bytes_wherever_it_lies_and_the_tool_keeps_its_reason(tmp_path: Path) -> None:
    stated = WITNESS.replace("}", ', condition = "retyped", reason = "slips of a typist" }')
    path = write(tmp_path, f'id = "2005-08-01"\nwitnesses = [{stated}]')
    registry = read_registry(path)
    known = registry.entry_of(registry.editions[0]).copies[0]
    assert (known.condition, known.reason) == ("retyped", "slips of a typist")
    elsewhere = Copy("a/b.txt", "github.com/example/one", 3, SHA, "b.txt")
    other = replace(elsewhere, sha256=SHA[::-1])
    (first, second) = registry.with_conditions(ArchiveEntry("2005-08-01", (elsewhere, other))).copies
    assert (first.file, first.condition, first.reason) == ("a/b.txt", "retyped", "slips of a typist")
    assert second == other
    assert registry.with_conditions(ArchiveEntry("2006-01-01", (elsewhere,))).copies == (elsewhere,)
    path.write_text(registry_tool.update_registry(path, [ArchiveEntry("2005-08-01", (elsewhere,))]))
    assert read_registry(path).editions[0].witnesses[0].reason == "slips of a typist"


def test_the_tool_replaces_no_registry_by_one_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, f'id = "2005-08-01"\nsets = [{NINTH}]')
    before = path.read_bytes()
    write_manifest(tmp_path, [])
    monkeypatch.setattr(registry_tool, "update_registry", lambda *_: "[[edition]]\nid = 5\n")
    assert registry_tool.main([str(tmp_path), "--registry", str(path), "--write"]) == 2
    assert f"{path}: " in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_tool_keeps_what_is_curated_and_fills_an_empty_registry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(
        tmp_path,
        f'id = "2005-08-01"\nsets = [{NINTH}]\npublisher = "http://gone.example/r.txt"\n'
        f'witnesses = [{WITNESS}]\npublished = {{ bytes = 5, sha256 = "{SHA}" }}',
        'id = "2005-09-01"\nwork = "rulings-summary"',
    )
    archive = tmp_path / "archive"
    archive.mkdir()
    copy = Copy(
        *("editions/2005-10-01/one.txt", "github.com/example/one", 4, SHA, "txt/20050929.txt"),
        same_text=("github.com/example/one:old/2005-09-28.txt",),
    )
    write_manifest(archive, [ArchiveEntry("2005-10-01", (copy,), "9ED")])
    assert registry_tool.main([str(archive), "--registry", str(path), "--write"]) == 0
    registry = read_registry(path)
    first, other, second = registry.editions
    assert (other.work, other.sets, other.witnesses) == ("rulings-summary", (), ())
    published = registry.entry_of(first).copies[1]
    assert (published.file, published.bytes) == ("editions/2005-08-01/publisher.txt", 5)
    assert (first.publisher, first.sets[0].name, first.witnesses[0].bytes) == (
        "http://gone.example/r.txt",
        "Ninth",
        3,
    )
    assert (second.sets[0].name, second.aliases) == ("Ninth", ("20050928", "20050929"))
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 0
    assert capsys.readouterr().out == path.read_text()
    write_manifest(archive, [ArchiveEntry("2006-10-01", (), "TSP")])
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 2
    assert "TSP has no name yet" in capsys.readouterr().err
    write_manifest(archive, [ArchiveEntry("2005-10-01", (replace(copy, origin="github.com/example/two"),), "9ED")])
    assert registry_tool.main([str(archive), "--registry", str(path)]) == 2
    assert "github.com/example/two is not in [origins]" in capsys.readouterr().err
    empty = write(tmp_path)
    entry = ArchiveEntry("2005-10-01", (replace(copy, same_text=()),))
    empty.write_text(registry_tool.update_registry(empty, [entry]))
    (edition,) = read_registry(empty).editions
    assert edition.witnesses[0].bytes == 4
