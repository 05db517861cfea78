"""The file: what is wrong with it is said, and nothing wrong is ever answered."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.ledger import Ledger, LedgerError, open_ledger
from graph.ledger.container import FORMAT, MAGIC, Container, packed


def everything(ledger: Ledger) -> list[object]:
    """An answer from each section."""
    edition = ledger.edition_ids[0]
    return [
        ledger.is_sample,
        ledger.editions,
        ledger.all_versions(),
        [(ledger.keys(one), ledger.links(one), ledger.references(one)) for one in ledger.edition_ids],
        [
            (ledger.heading(edition, key), ledger.kind(edition, key), ledger.parent(edition, key))
            for key in ledger.keys(edition)
        ],
        [ledger.text_sha256(edition, key) for key in ledger.keys(edition)],
        ledger.all_terms(),
        ledger.correspondences_of(ledger.all_versions()[0].lineage),
        ledger.resembling("Every boat that enters the harbour waits for its pilot."),
        ledger.telling_words(),
    ]


def test_everything_asks_every_section(town_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    section = Container.section

    def noted(self: Container, name: str) -> bytes:
        asked.add(name)
        return section(self, name)

    monkeypatch.setattr(Container, "section", noted)
    everything(open_ledger(town_file))
    assert asked == set(Container(town_file).checksums())


def test_sections_come_back(tmp_path: Path) -> None:
    path = tmp_path / "a.ledger"
    path.write_bytes(packed({"one": b"\x01\x02", "none": b"", "two": b"xyz"}))
    file = Container(path)
    assert [file.section(name) for name in ("two", "none", "one")] == [b"xyz", b"", b"\x01\x02"]
    with pytest.raises(LedgerError, match="no section 'three'"):
        file.section("three")
    with pytest.raises(LedgerError, match=r"damaged ledger: section 'two': .*; install comprules anew"):
        file.read("two", list[int])


@given(data=st.data())
def test_a_changed_byte_never_goes_unseen(town_file: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(town_file.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path / "changed.ledger"
    path.write_bytes(whole)
    with pytest.raises(LedgerError, match=r"changed\.ledger: .*; install comprules anew, or make one"):
        everything(open_ledger(path))


@given(share=st.floats(0, 1, exclude_max=True))
def test_a_cut_file_is_refused(town_file: Path, tmp_path: Path, share: float) -> None:
    whole = town_file.read_bytes()
    path = tmp_path / "cut.ledger"
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(LedgerError, match=r"cut\.ledger: .*; install comprules anew, or make one"):
        open_ledger(path)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b"SQLite format 3\0" * 100, "not a ledger of comprules"),
        (MAGIC + struct.pack("<III", FORMAT + 1, 0, 0), "made by a newer version of comprules"),
        (MAGIC + struct.pack("<III", FORMAT - 1, 0, 0), "made by an older version of comprules"),
        (MAGIC[:5], "not a ledger"),
        (MAGIC + b"\0\0", "ends within its first bytes"),
        (MAGIC + struct.pack("<III", FORMAT, 0xFFFFFFFF, 1), "another checksum"),
        (packed({"a": b"1"}) + b"more", "bytes instead of"),
    ],
)
def test_what_is_no_ledger_is_said(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "odd.ledger"
    path.write_bytes(data)
    with pytest.raises(LedgerError, match=problem) as caught:
        open_ledger(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "comprules ledger" in str(caught.value)


def test_a_table_that_is_none_is_damage(tmp_path: Path) -> None:
    from zlib import crc32

    path = tmp_path / "odd.ledger"
    path.write_bytes(struct.pack("<8sIII", MAGIC, FORMAT, 3, crc32(b"abc")) + b"abc")
    with pytest.raises(LedgerError, match="damaged ledger: its table"):
        open_ledger(path)


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be opened"):
        open_ledger(tmp_path)
