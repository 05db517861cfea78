"""`comprules audit FILE` with made-up rule books of other games, in several languages, and what is wrong in each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.comprules.running import run

GERMAN = """# Hafenspiel
## 1. Boote
1.1 Boote verlassen den Hafen.
1.2 Schiffe fahren (siehe Regel 1.1), was 1.5 Stunden dauert.
1.3 Es gilt Regel 1.9, siehe auch 1.7 und 2.1.
## 2. Häfen
2.1 Jeder Hafen hat einen Wächter, vgl. 1.2, „Boote“.
2.2 Der Wächter zahlt nach Abschnitt 4 und nach 1.5 Stunden wieder.
"""
RUSSIAN = """# Правила игры «Гавань»

## Содержание
1. Лодки
2. Гавани

## 1. Лодки

1.1. Лодка стоит у причала (см. 2.1).

1.2. Лодка уходит утром по правилу 1.1, «Лодки».

1.3. Путь занимает 1.5 часа. Это не меняет пункт 1.9.

1.3а. Ночью лодка ждёт.

1.3в. Утром она уходит.

## 2. Гавани

2.1. Сторож открывает гавань. Смотри 3.4 и 1.3а.

2.2. Плата описана в разделе 2 и в разделе 5.

## Глоссарий

Лодка: то же, что в правиле 1.1.
Сторож: см. 2.7.
"""
FINNISH = """Satama

1. Veneet
2. Satamat
3. Maksut

1. Veneet

1.1 Vene odottaa kohdan 2.1 mukaan.
1.2 Vene lähtee, katso kohta 1.1.
1.3 Matka kestää 1.5 tuntia, katso kohta 2.2.
1.4 Vene palaa, katso kohta 1.2 ja kohta 2.1.

2. Satamat

2.1 Vartija avaa sataman, katso kohta 1.3.
2.2 Vartija sulkee sataman, katso kohta 7.1.

3. Maksut

3.1 Maksu on 2.5 kolikkoa.
3.2 Maksu maksetaan:
1. aamulla
2. illalla
3. yöllä
3.3 Muut maksut.

4. Loput

4.1 Loppu.
"""
JAPANESE = """# 港のゲーム

## 1. 船

1.1. 船は港で待つ。ルール2.1を参照。

1.2. 船は1.5時間進む（1.1参照）。

1.3. 詳細は「1.9参照」。第2.4節も見よ。

## 2. 港

2.1. 港は朝に開く。
"""
CHINESE = """1. 船

1.1 船在港口等待，参见2.1。
1.2 船离开，见规则1.9。

2. 港
2.1 港口早上开放，需要1.5小时。
2.2 参见 规则 1.1 和 1.2。
"""
WRAPPED = """HARBOUR GAME, second printing

How to begin:
1. Shuffle the crates
2. Deal five each
3. The youngest begins

1 The ships
1.1 A ship has crew.
1.1.1 The crew is one to six sailors. See 1.2.1 for losses, which take
1.5 turns each, sail by sail, and which cost every ship up to
2.5 coins.
1.1.2 A ship without crew drifts (1.3).
1.2 Losses
1.2.1 Roll as in 2.1.
1.2.1.a On a six, nothing is lost.
1.2.1.b Else a sailor is. Under rule 2.1, 3 sailors at most.
2 The dice
2.1 Dice are rolled once. See §3 and rules 1.1.2-1.1.5.
2.2 Version 1.2.3 of this book had other dice.
2.2 Dice off the table are rolled again.
"""
HEADINGS = """### 4 Movement
Units move as 4.1 to 4.3 say.
#### 4.1 Roads
Costs 0.5 points.
#### 4.2 Rivers
See 4.4 ("Bridges").
#### 4.3 Bridges
See [Roads](#roads) (4.1, "Roads") and 4.2 ("Streams").
## 6 Combat
#### 6.1 Odds
As in section 5.
"""
GERMAN_TOWN = """100. Wasser

100.1. Boote warten auf ihren Lotsen, wie Regel 200.1 und Regel 100.7 sagen.

100.2. Fähren fahren mittags. Siehe Abschnitt 200, „Wege“, und 100.9.

200. Land

200.1. Karren bleiben links.

200.2. Reiter bleiben rechts. Siehe Kapitel 300.
"""
RUSSIAN_TOWN = """Содержание

1. Основы
100. Вода
2. Суша
200. Земля

1. Основы

100. Вода

100.1. Лодки ждут лоцмана по правилам 200.1 и 100.7.

Ночью они стоят у причала.

100.2. Паромы уходят в полдень. См. раздел 200, «Дороги», и пункт 100.9.

2. Суша

200. Земля

200.1. Телеги держатся левой стороны.

200.2. Всадники держатся правой.
"""


def audit(path: Path, text: str) -> list[tuple[int, str, str]]:
    """Return line, code and number of each finding in a rule book."""
    path.write_text(text, encoding="utf-8")
    found = json.loads(run("audit", str(path), "--json").stdout)["findings"]
    return [(finding["line"], finding["code"], finding["number"]) for finding in found]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("german.md", GERMAN, [(5, "CR201", "1.9"), (5, "CR201", "1.7"), (8, "CR201", "4")]),
        (
            "russian.md",
            RUSSIAN,
            [
                (13, "CR201", "1.9"),
                (17, "CR207", "1.3б"),
                (21, "CR201", "3.4"),
                (23, "CR201", "5"),
                (28, "CR201", "2.7"),
            ],
        ),
        ("finnish.txt", FINNISH, [(17, "CR201", "7.1"), (28, "CR211", "4")]),
        ("japanese.md", JAPANESE, [(9, "CR201", "1.9"), (9, "CR201", "2.4")]),
        ("chinese.txt", CHINESE, [(4, "CR201", "1.9")]),
        (
            "wrapped.txt",
            WRAPPED,
            [(13, "CR201", "1.3"), (19, "CR201", "3"), (19, "CR201", "1.1.5"), (21, "CR206", "2.2")],
        ),
        ("headings.md", HEADINGS, [(6, "CR201", "4.4"), (8, "CR202", "4.2"), (9, "CR207", "5")]),
        (
            "german-town.txt",
            GERMAN_TOWN,
            [(3, "CR201", "100.7"), (5, "CR202", "200"), (5, "CR201", "100.9"), (11, "CR201", "300")],
        ),
        ("russian-town.txt", RUSSIAN_TOWN, [(12, "CR201", "100.7"), (16, "CR202", "200"), (16, "CR201", "100.9")]),
    ],
)
def test_each_fault_of_a_rule_book_is_found_and_nothing_else(
    stub_workdir: Path, name: str, text: str, expected: list[tuple[int, str, str]]
) -> None:
    assert audit(stub_workdir / name, text) == expected


def test_the_first_line_of_a_small_book_is_a_heading_and_no_contents(stub_workdir: Path) -> None:
    text = "1. Boats\n\n1.1 Boats leave.\n1.2 Boats return, see 1.1.\n\n2. Harbours\n2.1 Each has a keeper (1.2).\n"
    assert audit(stub_workdir / "boats.txt", text) == []


def test_contents_of_a_book_without_markup_are_compared_with_the_body(stub_workdir: Path) -> None:
    text = (
        "1. Boats ..... 2\n1.1 Rowing ..... 2\n2. Docks ..... 4\n\n1. Boats\n\n1.1 Rowing\n\nSlowly.\n\n1.2 Sailing\n\n"
        "2. Harbours\n\n2.1 A harbour is calm.\n\n3. Pay\n\n3.1 Pay the keeper.\n"
    )
    assert audit(stub_workdir / "boats.txt", text) == [(3, "CR211", "2"), (17, "CR211", "3")]


def test_the_contents_of_a_part_may_list_the_other_parts(stub_workdir: Path) -> None:
    text = "- 1. Boats\n- 2. Docks\n\n## 1. Boats\n\n1.1 Row.\n\n1.2 Sail.\n\n1.3 Swim.\n"
    (stub_workdir / "boats.md").write_text(text, encoding="utf-8")
    assert json.loads(run("audit", "boats.md", "--part", "--json").stdout)["findings"] == []
    assert audit(stub_workdir / "boats.md", text) == [(2, "CR207", "2")]


def test_the_paragraphs_of_a_page_in_another_script_are_no_words_of_its_site(stub_workdir: Path) -> None:
    lines = "".join(f"<p>{line}</p>" for line in RUSSIAN_TOWN.split("\n") if line)
    path = stub_workdir / "town.html"
    path.write_text(f"<html><body>{lines}</body></html>", encoding="utf-8")
    parsed = json.loads(run("parse", str(path), "--json").stdout)
    assert [rule["number"] for rule in parsed["rules"]] == ["1", "100", "100.1", "100.2", "2", "200", "200.1", "200.2"]
    assert parsed["rules"][2]["text"].endswith("у причала.")
