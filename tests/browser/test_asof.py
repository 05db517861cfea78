"""Reading an edition as of then: every text is the record, links stay in it, addresses and the way back work."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Locator, Page, Route, expect

from rules.numbers import chapter_of
from tests.browser.conftest import BuiltSite, Visitor, Windows, built, require_assets, sample_of, served, visiting

pytestmark = pytest.mark.browser

VIEW = """async (anchor) => {
    const name = decodeURIComponent(anchor);
    window.location.hash = anchor;
    const head = () => document.querySelector('.asof-reader h1');
    const here = () => (head()?.querySelector('.num') ?? head())?.textContent;
    const busy = () => document.querySelector('.asof-reader [aria-busy]');
    const wanted = name === 'glossary' ? 'Glossary' : name;
    for (let turn = 0; turn < 600 && (here() !== wanted || busy()); turn += 1) await new Promise(requestAnimationFrame);
    const keyed = [...document.querySelectorAll('.asof-reader [data-key]')];
    const texts = keyed.map((one) => [one.dataset.key, one.textContent]);
    const examples = [...document.querySelectorAll('.asof-reader .rule, .asof-reader .page-head')].map(
        (one) => [one.id, [...one.querySelectorAll('.example-text')].map((text) => text.textContent)]);
    return [texts, examples.filter(([, found]) => found.length)];
}"""


def assert_whole(page: Page, site: BuiltSite, edition: str) -> int:
    """Reads all chapters and the glossary of an edition on its page; each text must be the record. Returns how many."""
    with site.open_store() as store:
        rules, glossary = store.rules(edition), store.glossary(edition)
    page.goto(f"e/{edition}/", wait_until="load")
    anchors = [rule.number for rule in rules if rule.kind == "section"]
    anchors += dict.fromkeys(chapter_of(rule.number) for rule in rules if rule.kind != "section")
    texts: dict[str, str] = {}
    examples: dict[str, list[str]] = {}
    for anchor in [*anchors, *(["glossary"] if glossary else [])]:
        shown_text, with_examples = page.evaluate(VIEW, anchor)
        texts |= dict(shown_text)
        examples |= {name or anchor: texts for name, texts in with_examples}
    wanted = {rule.key: rule.text for rule in rules if rule.text} | {entry.key: entry.text for entry in glossary}
    assert texts == wanted
    assert examples == {rule.key.replace("#", "-"): list(rule.examples) for rule in rules if rule.examples}
    return len(wanted)


def test_the_words_of_a_chapter_are_drawn_before_the_page_asks_what_became_of_them(
    visitor: Visitor, site: BuiltSite
) -> None:
    page = visitor.context().new_page()
    page.add_init_script("""
        const send = window.fetch;
        window.fetch = (...values) => {
            const rules = document.querySelectorAll(".asof-reader .rule-text").length;
            if (String(values[0]).endsWith("/now.json")) window.rulesBefore = rules;
            return send(...values);
        };
    """)
    page.goto("e/2009-07-11/#702", wait_until="load")
    page.wait_for_function("() => window.rulesBefore !== undefined")
    assert page.evaluate("window.rulesBefore") > 10


@pytest.mark.long
def test_every_text_of_every_edition_is_the_record(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.context().new_page()
    with site.open_store() as store:
        editions = store.editions_of()
    assert len(editions) >= 4
    assert all(assert_whole(page, site, edition) > 20 for edition in editions)


@pytest.mark.long
@pytest.mark.archive
def test_every_text_of_ten_real_editions_is_the_record(real_archive: Path, tmp_path: Path, windows: Windows) -> None:
    require_assets()
    built_site = built(tmp_path, sample_of(real_archive, tmp_path / "archive", every=13))
    with served(built_site.folder, "/") as address, built_site.open_store() as store:
        site = msgspec.structs.replace(built_site, address=address)
        with visiting(windows, site) as visitor:
            page = visitor.context().new_page()
            read = [edition for edition in store.editions_of() if assert_whole(page, site, edition) > 500]
    assert len(read) >= 9


def test_a_player_in_an_argument_about_2006(visitor: Visitor) -> None:
    """Journey 3: a date, a search, a link that opens the same."""
    page = visitor.open("cr/")
    page.locator(".edition-choose").click()
    page.locator("#edition-date").fill("2006-07-01")
    page.locator(".edition-answer a").click()
    expect(page).to_have_url(re.compile(r"/e/(1999|200[0-6])-\d\d-\d\d/"))
    page.wait_for_load_state()
    page.keyboard.press("/")
    page.keyboard.type("spell")
    expect(page.locator(".search-status")).to_contain_text("Found in the edition of")
    page.get_by_role("link", name="All results").click()
    page.wait_for_url("**/search/?q=spell&as-of=*")
    expect(page.locator(".search-says")).to_contain_text("in the edition of")
    hits = page.locator(".search-results > li").all_text_contents()
    again = visitor.open(page.url, viewport={"width": 390, "height": 844})
    expect(again.locator(".search-results > li")).to_have_count(len(hits))
    assert again.locator(".search-results > li").all_text_contents() == hits
    assert again.evaluate("() => document.documentElement.scrollWidth") <= 390
    again.locator(".search-results a").first.click()
    expect(again.locator(".asof-reader .page-rules, .asof-reader .page-glossary")).to_be_visible()
    again.go_back()
    expect(again.locator(".search-results > li")).to_have_count(len(hits))


def rule_that_moved(site: BuiltSite) -> tuple[str, str, str]:
    """An edition, and a subrule of it that has another number in the latest one: edition, number then, number now."""
    with site.open_store() as store:
        editions = store.editions_of()
        now = {lineage: key for key, lineage in store.lineages(editions[-1]).items()}
        for edition in editions:
            for key, lineage in store.lineages(edition).items():
                if not key.startswith("glossary:") and key[-1].isalpha() and now.get(lineage, key) != key:
                    return edition, key, now[lineage]
    raise AssertionError("no rule of the sample moved")


def test_the_bar_leads_to_the_rule_of_today(visitor: Visitor, site: BuiltSite) -> None:
    edition, then, now = rule_that_moved(site)
    page = visitor.open(f"e/{edition}/#{then}")
    expect(page.locator(".asof-now")).to_have_text(f"{then} then is {now} now")
    expect(page.locator(".asof-here .num")).to_have_text(then)
    assert page.title().startswith(f"{then} · ")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 800})
        name = page.locator(".edition-bar .edition-name")
        assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "the date is whole on a phone"
        expect(page.locator(".asof-now")).to_contain_text(f"{now} now", use_inner_text=True)
    page.locator(".asof-now a").click()
    expect(page.locator(f'[id="{now}"] .num').first).to_be_visible()
    assert "/cr/" in page.url


@pytest.mark.long
def test_a_number_of_today_and_a_lineage_find_the_rule_and_its_citation(visitor: Visitor, site: BuiltSite) -> None:
    edition, then, now = rule_that_moved(site)
    with site.open_store() as store:
        lineage = store.lineage_at(edition, then)
    for anchor in (f"now:{now}", lineage):
        page = visitor.open(f"e/{edition}/#{anchor}")
        expect(page.locator(".asof-here .num")).to_have_text(then)
        assert page.url.endswith(f"#{then}")
    page.keyboard.press("/")
    page.keyboard.type(now)
    row = page.get_by_role("option").filter(has_text=f"{now} today")
    expect(row).to_have_attribute("href", f"{site.address}e/{edition}/#{then}")
    context = visitor.context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"e/{edition}/#{then}")
    page.locator(".asof-here").hover()
    page.locator(".asof-here .copiers summary").click()
    page.locator(".asof-here [data-copies=citation]").click()
    wanted = f"CR {then} ({edition})"
    page.wait_for_function("wanted => navigator.clipboard.readText().then(text => text === wanted)", arg=wanted)


def test_references_stay_in_the_edition_and_the_way_back_works(visitor: Visitor, site: BuiltSite) -> None:
    with site.open_store() as store:
        edition = store.editions_of()[0]
        resolution = next(
            reference
            for reference in store.references(edition)
            if reference.status == "ok"
            and chapter_of(reference.found_keys[0]) != chapter_of(reference.reference.source)
        )
    source, target = resolution.reference.source, resolution.found_keys[0]
    page = visitor.open(f"e/{edition}/#{source}")
    record = page.locator(f'[id="{source}"]')
    expect(record).to_have_class(re.compile("asof-here"))
    record.locator("a.ref", has_text=resolution.reference.raw).first.click()
    expect(page).to_have_url(re.compile(re.escape(f"/e/{edition}/#{target}") + "$"))
    expect(page.locator(".asof-reader h1")).to_contain_text(chapter_of(target))
    page.go_back()
    expect(record).to_have_class(re.compile("asof-here"))


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 9])
def test_parts_of_different_builds_are_never_read_together(visitor: Visitor, times: int) -> None:
    """A manifest from a cache is fetched anew; where that does not help, the page says so and shows no words."""
    context = visitor.context()
    left = [times]

    def answer_stale(route: Route) -> None:
        left[0] -= 1
        answer = route.fetch()
        document = answer.json()
        if left[0] >= 0:
            document["rules"] = [[*row[:4], row[4] + 1] for row in document["rules"]]
        route.fulfill(response=answer, json=document)

    context.route("**/e/2009-07-11/manifest.json", answer_stale)
    page = context.new_page()
    page.goto("e/2009-07-11/#702")
    if times == 1:
        expect(page.locator(".asof-reader h1")).to_contain_text("702")
    else:
        expect(page.get_by_role("alert")).to_contain_text("the site was renewed meanwhile")
        assert page.locator(".asof-reader [data-key]").count() == 0


@pytest.mark.long
def test_an_address_that_means_nothing_says_so(visitor: Visitor) -> None:
    page = visitor.open("e/1999-04-23/#999.99z")
    expect(page.locator(".asof-reader .lead")).to_contain_text("This edition has no 999.99z.")
    expect(page.locator(".asof-reader .page-found")).to_contain_text("No edition has this number.")


@pytest.mark.long
def test_without_a_script_the_page_says_what_is_there(visitor: Visitor) -> None:
    page = visitor.open("e/1999-04-23/", java_script_enabled=False)
    expect(page.locator("noscript p")).to_be_visible()
    assert page.locator("tr[id]").count() > 5
    expect(page.get_by_role("heading", name="Contents")).to_be_visible()


@pytest.mark.long
def test_a_bot_author_finds_the_data(visitor: Visitor) -> None:
    """Journey 6: the JSON of a rule, its schema, and the feed, by links alone."""
    page = visitor.open()
    page.get_by_role("contentinfo").get_by_role("link", name="Data and API", exact=True).click()
    # the browser would ask for an icon beside a bare document, so these are only fetched
    for name, words in (("rule/{number}.json", '"bearers"'), ("feed.xml", "<feed"), ("OpenAPI description", '"3.1.0"')):
        answer = page.request.get(link_of(page.get_by_role("link", name=name, exact=True)))
        assert answer.ok, name
        assert words in answer.text(), name
    row = page.get_by_role("row").filter(has_text="rule/{number}.json")
    schema = page.request.get(link_of(row.get_by_role("link", name="schema"))).json()
    document = page.request.get(link_of(page.get_by_role("link", name="rule/{number}.json"))).json()
    Draft202012Validator(schema).validate(document)


def link_of(link: Locator) -> str:
    """The whole address of a link."""
    return str(link.evaluate("(one) => one.href"))


def test_a_letter_leads_to_its_first_term_in_an_old_glossary(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("e/2009-07-11/#glossary")
    with site.open_store() as store:
        terms = [entry.term for entry in store.glossary("2009-07-11")]
    letters = page.locator(".asof-reader .letters a")
    expect(letters).to_have_text(list(dict.fromkeys(term.lstrip('"')[0].upper() for term in terms)))
    letters.filter(has_text="S").click()
    expect(page.locator(".asof-here")).to_contain_text(next(term for term in terms if term.startswith("S")))
    expect(page.locator(".asof-here")).to_be_in_viewport()


@pytest.mark.long
def test_a_number_that_the_edition_lacks_is_explained(visitor: Visitor) -> None:
    """A chapter that has moved is linked to its place in this edition, and one of later editions to its history."""
    page = visitor.open("e/2009-07-11/#410")
    told = page.locator(".asof-reader .page-found")
    expect(told).to_contain_text("410 was Handling Triggered Abilities until 2009; now 603. In this edition it is 603.")
    expect(told.get_by_role("link", name="603", exact=True)).to_have_attribute("href", "#603")
    expect(told.get_by_role("link", name="All about the number 410")).to_have_attribute("href", re.compile(r"n/\?410$"))
    page = visitor.open("e/1999-04-23/#606")
    told = page.locator(".asof-reader .page-found")
    expect(told).to_contain_text("606 is Loyalty Abilities since 2021. History")
