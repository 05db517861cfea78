"""The search page: now, of all editions, as of a day, with all that is asked in the address; terms and faults."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from graph.search.searcher import Searcher
from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import DEVICES, wider_than_the_window
from tests.graph.search.test_search import read_queries

pytestmark = pytest.mark.browser

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def results(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(".search-results > li").all_inner_texts()]


def expect_message(page: Page, words: str) -> None:
    expect(page.locator(".search-says")).to_contain_text(words)


@pytest.mark.long
@DEVICES
def test_an_old_term_finds_the_new_one_and_says_so(visitor: Visitor, device: dict[str, object]) -> None:
    page = visitor.open("search/?q=converted+mana+cost", **device)
    expect(page.locator(".search-says")).to_have_text(
        re.compile("^“Converted mana cost” has been called “mana value” since 2021. [0-9].*in the latest edition")
    )
    expect_message(page, "Also searched for “mana value”.")
    assert any("mana value" in result and "converted" not in result.lower() for result in results(page))
    page.get_by_role("link", name="Only these words").click()
    expect_message(page, "in the latest edition.")
    assert all("converted mana cost" in result.lower() for result in results(page))
    assert not wider_than_the_window(page)


def test_what_is_gone_is_said_first_and_shows_its_last_words(visitor: Visitor, site: BuiltSite) -> None:
    with site.open_store() as store:
        (last, *_) = Searcher(store).search("ability subtypes").answers
    page = visitor.open("search/?q=ability+subtypes")
    note = "The rules have had no “ability subtypes” since 1 August 2005; until then, see 406. "
    said = re.escape(note).replace(r"\ ", r"\s")
    expect(page.locator(".search-says")).to_have_text(re.compile(f"^{said}[0-9]+ direct answer"))
    row = page.locator(".search-results > li").first
    expect(row).to_contain_text("406 last in the edition of 23 April 1999")
    expect(row.locator(".hit-words")).to_contain_text(last.text[:80])
    expect(row.locator("a")).to_have_attribute("href", f"{site.address}e/1999-04-23/#406")
    page.goto("glossary/")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("ability subtypes")
    expect(page.get_by_role("option").first.locator(".hit-words")).to_contain_text(last.text[:80])


@DEVICES
def test_a_search_of_2006_can_be_sent(visitor: Visitor, site: BuiltSite, device: dict[str, object]) -> None:
    """Journey 3: a day, words, a link that opens the same; all of it stays in the edition of then."""
    page = visitor.open("search/", **device)
    page.get_by_label("As of a date").check()
    page.locator("#as-of").fill("2006-07-01")
    page.get_by_label("Number, keyword or words").fill("in play")
    expect_message(page, "in the edition of 1 August 2005, Ninth Edition, in force on 1 July 2006.")
    expect(page).to_have_url(re.compile(r"/search/\?q=in\+play&as-of=2006-07-01$"))
    hits = results(page)
    assert hits
    expect(page.locator(".edition-bar")).to_contain_text("You are searching the edition of 1 August 2005")
    again = visitor.open(page.url, **device)
    expect_message(again, "in force on 1 July 2006")
    assert results(again) == hits
    for link in again.locator(".search-results a").all():
        assert (link.get_attribute("href") or "").startswith(f"{site.address}e/2005-08-01/#")
    again.locator(".search-results a").first.click()
    expect(again.locator(".asof-here, .asof-reader h1").first).to_be_visible()
    again.go_back()
    expect_message(again, "in force on 1 July 2006")


def test_the_edition_named_in_the_query_is_the_one_that_was_searched(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("search/?q=in+play+July+2006")
    expect_message(page, "in the edition of 1 August 2005, Ninth Edition.")
    expect(page.get_by_role("link", name="Read that edition")).to_have_attribute("href", f"{site.address}e/2005-08-01/")
    expect(page.locator(".edition-bar")).to_contain_text(
        "You are searching the edition of 1 August 2005, Ninth Edition."
    )
    expect(page.locator(".scope-words").first).to_have_text("Edition of 1 August 2005")
    page.goto("search/?q=storm+April+2026&as-of=2006-07-01")
    expect_message(page, "in the edition of 17 April 2026")
    expect(page.locator(".edition-bar")).not_to_contain_text("You are searching")
    page.goto("search/?q=storm&as-of=2006-07-01")
    expect_message(page, "in the edition of 1 August 2005, Ninth Edition, in force on 1 July 2006.")


def test_what_no_edition_has_is_not_searched_in_all_editions(visitor: Visitor) -> None:
    page = visitor.open("search/?q=zzyzxq")
    expect_message(page, "No edition has the word “zzyzxq”")
    expect(page.get_by_role("link", name="Search all editions")).to_have_count(0)
    expect(page.locator(".search-says")).not_to_contain_text("Nothing found")
    page.goto("search/?q=999.99")
    expect_message(page, "No edition has a rule 999.99.")
    expect(page.get_by_role("link", name="Search all editions")).to_have_count(0)


@pytest.mark.long
def test_what_is_no_day_is_said_and_a_way_leads_back_from_a_day(visitor: Visitor) -> None:
    page = visitor.open("search/?q=storm&as-of=garbage")
    expect_message(page, "“garbage” is not a day")
    expect_message(page, "in the latest edition.")
    expect(page.locator(".edition-bar")).not_to_contain_text("You are searching")
    page.goto("search/?q=storm&as-of=2006-07-01")
    expect_message(page, "in force on 1 July 2006")
    page.get_by_role("link", name="Search the latest edition").click()
    page.wait_for_url("**/search/?q=storm")
    expect_message(page, "in the latest edition.")
    expect(page.locator(".edition-bar")).not_to_contain_text("You are searching")
    page.goto("e/2005-08-01/#search:in%20play")
    page.wait_for_url("**/search/?q=in+play&as-of=2005-08-01")
    expect_message(page, "in the edition of 1 August 2005")


@pytest.mark.parametrize(
    ("query", "message", "loaded"),
    [
        ("q=storm", "in the latest edition.", {"definition", "names", "asked", "now"}),
        (
            "q=storm&as-of=2006-07-15",
            "in force on 15 July 2006",
            {"definition", "names", "asked", "lineages", "years/2005-08-01"},
        ),
        ("q=storm&as-of=2090-01-01", "in force on 1 January 2090", {"definition", "names", "asked", "now"}),
        ("q=storm&in=changes", "change", {"definition", "changes"}),
    ],
)
def test_no_other_words_are_loaded_than_those_searched(
    visitor: Visitor, query: str, message: str, loaded: set[str]
) -> None:
    urls: list[str] = []
    page = visitor.context().new_page()
    page.on("request", lambda request: urls.append(request.url))
    page.goto(f"search/?{query}", wait_until="load")
    expect_message(page, message)
    names = {url.partition("/search/")[2].removesuffix(".json") for url in urls if "/search/" in url and "?" not in url}
    assert {re.sub(r"^changes/.*", "changes", name) for name in names} == loaded


@pytest.mark.long
def test_all_editions_are_searched_on_request_only(visitor: Visitor) -> None:
    urls: list[str] = []
    page = visitor.context().new_page()
    page.on("request", lambda request: urls.append(request.url))
    page.goto("search/?q=%22removed+from+the+game%22", wait_until="load")
    expect_message(page, "in the latest edition.")
    now = len(results(page))
    assert not [url for url in urls if "/search/all/" in url]
    page.get_by_label("All editions").check()
    expect_message(page, "in all editions.")
    assert [url for url in urls if "/search/all/texts/" in url]
    assert len(results(page)) > now
    assert "editions=all" in page.url
    expect(page.locator(".hit-when").first).to_be_visible()
    page.locator("[name=to]").select_option("1999-04-23")
    expect_message(page, "in the editions from 23 April 1999 to 23 April 1999.")
    link = page.locator(".search-results a").first
    assert "/e/" in (link.get_attribute("href") or "")
    page.go_back()
    expect_message(page, "in all editions.")
    assert len([url for url in urls if "/search/all/contents.json" in url]) == 1


@pytest.mark.long
def test_filters_stand_in_the_address_and_can_be_cleared(visitor: Visitor) -> None:
    page = visitor.open("search/?q=storm")
    expect_message(page, "in the latest edition.")
    everything = results(page)
    page.get_by_label("Glossary").uncheck()
    page.get_by_label("within").fill("702")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=storm&kind=rule,example&within=702$"))
    expect_message(page, "in the latest edition.")
    inside = results(page)
    assert inside
    assert len(inside) < len(everything)
    assert all(number.startswith("702") for number in inside)
    page.get_by_label("within").fill("Storm")
    page.keyboard.press("Enter")
    expect(page.locator(".search-results > li").first).to_contain_text("702.40")
    assert all(result.startswith("702.40") for result in results(page))
    page.get_by_label("within").fill("Cascade of nothing")
    page.keyboard.press("Enter")
    expect_message(page, "Nothing found in the latest edition with these filters.")
    page.get_by_role("link", name="Search without filters").click()
    expect_message(page, "in the latest edition.")
    assert results(page) == everything


@pytest.mark.long
def test_what_changed_since_a_day_stands_in_the_address(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("search/?q=storm")
    expect_message(page, "in the latest edition.")
    with site.open_store() as store:
        newest, searcher = store.edition_ids[-1], Searcher(store)
        expected = [answer.source for answer in searcher.search("storm", limit=5, changed_since=newest).answers]
    page.get_by_label("changed since").fill(newest)
    expect(page).to_have_url(re.compile(rf"\?q=storm&changed={newest}$"))
    expect_message(page, "reworded since")
    links = page.locator(".search-results a[data-key]").all()[:5]
    assert [link.get_attribute("data-key") for link in links] == expected
    page.goto("search/?q=storm&changed=2090-01-01")
    expect_message(page, "Nothing found in the latest edition, of what is new or reworded since 1 January 2090")
    page.get_by_role("link", name="Search without filters").click()
    expect(page).to_have_url(re.compile(r"\?q=storm$"))


@pytest.mark.long
def test_a_phrase_is_found_exactly(visitor: Visitor, site: BuiltSite) -> None:
    words = next(rule for rule in site.rules if rule.number == "702.40a").text.split()[3:7]
    phrase = " ".join(words).strip(".,")
    page = visitor.open(f"search/?q=%22{phrase}%22")
    expect_message(page, "in the latest edition.")
    expect(page.locator(".search-results mark").first).to_have_text(re.compile(re.escape(phrase), re.IGNORECASE))
    turned = visitor.open(f"search/?q=%22{' '.join(reversed(phrase.split()))}%22")
    expect_message(turned, "Nothing found in the latest edition.")
    expect(turned.get_by_role("link", name="Search all editions")).to_be_visible()
    turned.get_by_role("link", name="Search for the words in any order").click()
    expect_message(turned, "in the latest edition.")


@pytest.mark.long
def test_a_result_leads_to_its_rule(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("search/?q=storm&kind=rule")
    link = page.locator(".search-results a").filter(has_text="702.40a").first
    expect(link).to_have_attribute("href", f"{site.address}cr/702.40/#702.40a")
    page.get_by_label("Number, keyword or words").press("ArrowDown")
    focused = page.evaluate("() => document.activeElement.href")
    assert focused == f"{site.address}cr/702.40/#702.40", "the direct answer comes first"


def test_a_number_is_answered_before_the_words_of_all_rules_are_there(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("about/")
    held: list[Route] | None = []
    page.route("**/search/now.json", lambda route: route.continue_() if held is None else held.append(route))
    page.goto("search/?q=702.40a")
    link = page.locator(".search-results a")
    expect(link).to_have_attribute("href", f"{site.address}cr/702.40/#702.40a")
    expect_message(page, "Searching")
    expect(page.locator(".hit-words")).to_have_count(0)
    waiting, held = held or [], None
    for route in waiting or ():
        route.continue_()
    expect(page.locator(".hit-words").first).to_be_visible()


@pytest.mark.long
def test_odd_queries_do_no_harm(visitor: Visitor) -> None:
    page = visitor.open("about/")
    for query in ("", "%3Cimg src=x onerror=alert(1)%3E", "qqqqzzzz", "*", "%22", "%5C", "()", "x" * 500):
        page.goto(f"search/?q={query}&editions=all")
        expect_message(page, "." if query else "Type a number")
        assert page.locator("main img").count() == 0
        assert "could not be done" not in page.locator(".search-says").inner_text()


@pytest.mark.long
def test_without_a_script_the_page_says_what_there_is(visitor: Visitor) -> None:
    page = visitor.open("search/", java_script_enabled=False)
    expect(page.get_by_text("Searching needs JavaScript.")).to_be_visible()
    expect(page.locator(".search-form")).to_be_hidden()
    page.get_by_role("link", name="old terms", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Old and new terms")


@pytest.mark.long
@DEVICES
def test_a_historian_follows_a_term(visitor: Visitor, device: dict[str, object]) -> None:
    """Journey 5: from `removed from the game` to `exile`, and to every rule that changed, also without a script."""
    page = visitor.open("terms/", java_script_enabled=False, **device)
    page.locator("a.old-name", has_text=re.compile(r"^removed from the game$", re.IGNORECASE)).click()
    expect(page.locator(".lead")).to_contain_text("in 2009")
    expect(page.locator("svg.uses").first).to_be_visible()
    rows = page.locator(".touched li")
    assert rows.count() >= 4
    rows.filter(has_text="Exile").first.get_by_role("link").click()
    page.wait_for_url("**/history/**")
    page.go_back()
    page.locator(".lead a", has_text=re.compile("exile", re.IGNORECASE)).first.click()
    expect(page.locator(".lead")).to_contain_text("Replaced")


@pytest.mark.long
def test_the_audit_tells_what_was_meant(visitor: Visitor) -> None:
    page = visitor.open("audit/")
    fault = page.locator(".faults > li").first
    expect(fault).to_contain_text("Probably meant: 601.2c")
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Faults in the edition of 11 July 2009")
    page.locator(".faults h3 a").first.click()
    page.wait_for_url("**/history/**")


SHOWS = """expected => {
    const keys = [...document.querySelectorAll(".search-results a[data-key]")].map((link) => link.dataset.key);
    return JSON.stringify(keys.slice(0, expected.length)) === JSON.stringify(expected);
}"""


@pytest.mark.long
def test_the_first_answers_are_those_of_python(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("search/")
    with site.open_store() as store:
        searcher = Searcher(store)
        latest = store.chained()[-1]
        for _, _, query, _ in read_queries()[::6]:
            page.get_by_label("Number, keyword or words").fill(query)
            page.keyboard.press("Enter")
            answers = searcher.search(query, limit=5).answers
            # the rows of former editions, and of all that a number meant, name no record of the latest edition
            expected = [
                answer.source for answer in answers if answer.kind != "number" and answer.edition in {latest, None}
            ]
            # the rows of the query before may stand until these are found
            page.wait_for_function(SHOWS, arg=expected)


def test_changes_of_one_search_are_not_mixed_with_those_of_another(visitor: Visitor) -> None:
    page = visitor.open("about/")
    held: list[Route] | None = []
    page.route("**/search/changes/1999-*.json", lambda route: route.continue_() if held is None else held.append(route))
    page.goto("search/?in=changes&q=damage")
    marks = page.locator(".search-results mark")
    expect(marks.first).to_have_text(re.compile("damage", re.IGNORECASE))
    expect(page.locator(".search-says")).to_contain_text("Reading the changes of all editions")
    expect(page.locator(".search-further")).to_have_count(0)
    page.get_by_label("Number, keyword or words").fill("battlefield")
    expect(marks.first).to_have_text(re.compile("battlefield", re.IGNORECASE))
    waiting, held = held or [], None
    for route in waiting:
        route.continue_()
    expect(page.locator(".search-says")).to_contain_text("changes.")
    assert {text.lower() for text in marks.all_text_contents()} == {"battlefield"}


def test_all_editions_answer_before_their_words_are_there(visitor: Visitor) -> None:
    """First the table of names, then all editions; the words of the latest edition are not fetched for that."""
    asked: list[str] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visitor.context().new_page()
    page.on("request", lambda request: asked.append(request.url.rpartition("/search/")[2]))
    page.route("**/search/all/contents.json", hold)
    with page.expect_request("**/search/all/uses/*.json"):  # the uses of the words do not wait for the contents
        page.goto("search/?q=storm&editions=all")
    expect(page.locator(".hit-direct").first).to_contain_text("Storm")
    assert "rulings.json" not in asked
    expect(page.locator(".hit-when")).to_have_count(0)
    held.pop().continue_()
    expect_message(page, "in all editions.")
    expect(page.locator(".hit-when").first).to_contain_text("since")
    assert "now.json" not in asked


COUNT_ROWS = """
window.rowCounts = [];
new MutationObserver(() => {
  const list = document.querySelector(".search-results");
  const rows = list?.querySelector(".hit-when") ? list.children.length : 0;
  if (rows && rows !== window.rowCounts.at(-1)) window.rowCounts.push(rows);
}).observe(document, { subtree: true, childList: true });
"""


def test_the_first_results_of_all_editions_do_not_wait_for_the_others(visitor: Visitor) -> None:
    page = visitor.context().new_page()
    page.add_init_script(COUNT_ROWS)
    page.goto("search/?q=spell&editions=all&kind=rule")
    page.wait_for_function("() => window.rowCounts.length > 1")
    rows = results(page)
    assert page.evaluate("window.rowCounts") == [6, len(rows)]
    assert len(set(rows)) == len(rows) > 20


DISTURB_WORKER = """
const limits = new Map();
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
  const limit = message.task === "searchWithFilters" ? message.values[0].limit : 0;
  limits.set(message.call, limit);
  post.call(this, window.isBroken && limit > 6 ? { ...message, task: "none" } : message);
};
const listen = Worker.prototype.addEventListener;
Worker.prototype.addEventListener = function (kind, listener) {
  listen.call(this, kind, (event) => {
    const { call, value } = event.data ?? {};
    const isFirst = limits.get(call) === 6;
    if (isFirst && window.isUncounted) value.isCounted = false;
    else if (isFirst && !window.isBroken) value.answers.unshift(value.answers.pop());
    listener(event);
  });
};
"""
ALL_SPELLS = "search/?q=spell&editions=all&kind=rule"


def test_first_results_in_another_order_are_replaced(visitor: Visitor) -> None:
    page = visitor.open(ALL_SPELLS)
    expect(page.locator(".search-results > li").nth(6)).to_be_attached()
    expected = results(page)
    page = visitor.context().new_page()
    page.add_init_script(DISTURB_WORKER)
    page.goto(ALL_SPELLS)
    expect(page.locator(".search-results > li").nth(6)).to_be_attached()
    assert results(page) == expected


def test_the_first_results_stay_if_the_others_fail(visitor: Visitor) -> None:
    page = visitor.context().new_page()
    page.add_init_script(f"window.isBroken = true; {DISTURB_WORKER}")
    page.goto(ALL_SPELLS)
    expect_message(page, "Answers may be missing")
    assert len(results(page)) == 6


def test_the_number_of_answers_is_said_when_all_were_counted(visitor: Visitor) -> None:
    """The first answers to a phrase come before all texts that may have it were read."""
    page = visitor.open(ALL_SPELLS)
    expect_message(page, "in all editions.")
    expected = page.locator(".search-says").inner_text()
    page = visitor.context().new_page()
    page.add_init_script(f"window.isUncounted = true; {DISTURB_WORKER}")
    page.goto(ALL_SPELLS)
    expect(page.locator(".search-says")).to_have_text(expected)
    page = visitor.context().new_page()
    page.add_init_script(f"window.isUncounted = true; window.isBroken = true; {DISTURB_WORKER}")
    page.goto(ALL_SPELLS)
    expect_message(page, "Answers may be missing")
    expect(page.locator(".search-says")).not_to_contain_text("Searching")


def test_a_search_says_that_its_script_could_not_be_loaded(visitor: Visitor) -> None:
    page = visitor.context().new_page()
    page.route("**/assets/search-worker.*.js", lambda route: route.fulfill(status=503))
    page.goto("search/?q=storm")
    expect_message(page, "The search could not be completed: its script did not arrive.")
    page.unroute("**/assets/search-worker.*.js")
    page.get_by_label("Number, keyword or words").fill("storm copies")
    expect_message(page, "in the latest edition.")
    visitor.forget_problems()


def test_a_search_says_that_words_could_not_be_loaded(visitor: Visitor) -> None:
    page = visitor.context().new_page()
    page.route("**/search/all/texts/*.json", lambda route: route.fulfill(status=503))
    page.goto("search/?q=storm&editions=all")
    expect_message(page, "Answers may be missing, because some words could not be loaded")
    expect(page.locator(".hit-when").first).to_contain_text("since")
    page.unroute("**/search/all/texts/*.json")
    page.get_by_label("Number, keyword or words").fill("storm copies")
    expect_message(page, "in all editions.")
    expect(page.locator(".search-says")).not_to_contain_text("could not be loaded")
