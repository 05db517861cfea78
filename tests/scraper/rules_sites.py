"""Sites of each family, with rules in our own words, on a server of the loopback interface."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from tests.scraper.loopback import Site, whole

HTML = "text/html; charset=utf-8"
CHAPTERS = {"601": "Loading Boats", "607": "Linked Boats", "113": "Cargo"}
"""Chapters in the order of the contents page, which is not that of their numbers."""


def serve_page(site: Site, path: str, body: str, kind: str = HTML) -> str:
    """Serve a page, return its address."""
    return site.serve(path, whole(body.encode(), Content_Type=kind))


def html_page(body: str, head: str = "") -> str:
    return f"<!doctype html><html><head><title>Harbour</title>{head}</head><body>{body}</body></html>"


def link(address: str, words: str) -> str:
    return f'<a href="{address}">{words}</a>'


def chapter(number: str, title: str, after: str = "") -> str:
    """A chapter's page: menu, heading, three rules with a reference that is a link, and what comes after."""
    rules = (
        f"{number}.1. A boat carries {title.lower()} from one harbour to another.",
        f"{number}.1a Whoever steers it says so first. See rule {link('/rules/607.html', '607')}, “Linked Boats.”",
        f"{number}.2. A boat that carries nothing is idle.",
    )
    menu = f"<nav>{link('/', 'Home')} {link('/rules/', 'Contents')}</nav>"
    return html_page(f"{menu}<h1>{number}. {title}</h1>{''.join(f'<p>{rule}</p>' for rule in rules)}{after}")


def serve_chapters(site: Site) -> str:
    """A rules site with a contents page; return the contents page's address."""
    for number, title in CHAPTERS.items():
        serve_page(site, f"/rules/{number}.html", chapter(number, title))
    listed = "".join(f"<li>{link(f'{number}.html', f'{number}. {title}')}</li>" for number, title in CHAPTERS.items())
    return serve_page(site, "/rules/", html_page(f"{link('/shop/', 'Shop')}<ul>{listed}</ul>"))


def book_page(first: int, after: str = "") -> str:
    """A page of an e-book, cut out of chapter 502."""
    rules = "".join(
        f"<p>502.{number}. Boat number {number} sails on its own.</p>" for number in range(first, first + 4)
    )
    return html_page(f"<p>Book Read Free</p>{rules}<p>Page {first}</p>{after}")


def serve_book(site: Site, pages: int = 3) -> str:
    """A reader of e-books that pages by next links; return the address of the book's description."""
    for page in range(1, pages + 1):
        following = link(f"rules-read-{page + 1}.html", "Следующая страница") if page < pages else ""
        serve_page(site, f"/books/rules-read-{page}.html", book_page(4 * page, following))
    return serve_page(
        site, "/books/rules.html", html_page(f"<p>A book.</p>{link('rules-read-1.html', 'Читать онлайн')}")
    )


def rulings_page(section: str, title: str) -> str:
    rules = "".join(
        f'<p>{section}.{number}- A boat is moored at pier {number}. [CompRules 1999/04/23]</p><a href="#top">Top</a>'
        for number in range(1, 5)
    )
    return html_page(f"<h1>{section} - {title}</h1>{link('/rulings/index.html', 'Return to Rules Index')}{rules}")


def serve_rulings(site: Site) -> str:
    """A rulings summary by sections; return its index's address."""
    sections = {"A.1": "Abilities of Boats", "A.2": "Activated Boats", "T.2": "The Quay"}
    for section, title in sections.items():
        serve_page(site, f"/rulings/{section}.html", rulings_page(section, title))
    listed = "<br>".join(link(f"{section}.html", f"{section} - {title}") for section, title in sections.items())
    return serve_page(
        site, "/rulings/index.html", html_page(f"{listed}<p>{link('/thanks.html', 'Acknowledgments')}</p>")
    )


def edition_text(day: str = "March 1, 2030") -> str:
    """A whole edition: more rules than the least that an edition has, a glossary, and its date."""
    lines = ["Magic: The Gathering Comprehensive Rules", "", f"These rules are effective as of {day}.", ""]
    lines += ["Contents", "1. Boats", "100. General", "Glossary", "Credits", "", "1. Boats", "", "100. General", ""]
    words = "has a hull of wooden planks, and a mast which carries the largest sail whenever somebody hoists that."
    lines += [f"100.{number}. Boat number {number} {words}" for number in range(1, 451)]
    lines += [
        "",
        "Glossary",
        "",
        "Boat",
        "What floats.",
        "",
        "Hull",
        "What keeps a boat dry. See Boat.",
        "",
        "Credits",
        "",
    ]
    return "\r\n".join([*lines, "Many people built boats.", ""])


def serve_wiki(site: Site, titles: Sequence[str] = ("Mooring", "Sailing")) -> str:
    """A wiki with an article for each title in a category; return the category's address."""
    api = "/w/api.php"
    form = {"action": "query", "format": "json", "formatversion": "2"}
    head = (
        '<meta name="generator" content="MediaWiki 1.39.5">'
        f'<link rel="EditURI" type="application/rsd+xml" href="{site.base}{api}?action=rsd">'
    )

    def article(title: str) -> str:
        named = json.dumps({"wgPageName": title.replace(" ", "_")})
        return html_page(
            f"<h1>{title}</h1><p>See {link('/wiki/Other', 'another')}.</p>", f"{head}<script>{named}</script>"
        )

    listed: dict[str, Any] = {"query": {"categorymembers": [{"pageid": 1, "ns": 0, "title": titles[0]}]}}
    listed["continue"] = {"cmcontinue": "page|more|2", "continue": "-||"}
    asked = {**form, "list": "categorymembers", "cmtitle": "Category:Rules", "cmtype": "page", "cmlimit": "max"}
    serve_page(site, f"{api}?{urlencode(asked)}", json.dumps(listed), "application/json")
    rest = {"query": {"categorymembers": [{"pageid": 2, "ns": 0, "title": title} for title in titles[1:]]}}
    asked |= {"cmcontinue": "page|more|2", "continue": "-||"}
    serve_page(site, f"{api}?{urlencode(asked).replace('%7C', '%7C')}", json.dumps(rest), "application/json")
    for number, title in enumerate(titles, 2):
        serve_page(site, f"/wiki/{title}", article(title))
        text = f"{{{{CR|Harbour Set|* '''70{number}.''' {title}\n" + "\n".join(
            f"** '''70{number}.{rule}.''' A [[Boat|boat]] at sea counts as {rule}." for rule in range(1, 5)
        )
        slot = {"contentmodel": "wikitext", "contentformat": "text/x-wiki", "content": f"{text}\n}}}}"}
        revision = {"revid": number, "timestamp": "2020-02-03T04:05:06Z", "slots": {"main": slot}}
        answer = {"query": {"pages": [{"pageid": number, "ns": 0, "title": title, "revisions": [revision]}]}}
        content = {"prop": "revisions", "rvprop": "ids|timestamp|content", "rvslots": "main", "redirects": "1"}
        place = f"{api}?{urlencode({**form, **content, 'titles': title})}"
        serve_page(site, place, json.dumps(answer), "application/json")
    return serve_page(site, "/wiki/Category:Rules", article("Category:Rules"))


def serve_wordpress(site: Site) -> str:
    """A blog whose page `/rules/` has two pages below it; return that page's address."""
    root = f"{site.base}/wp-json/"

    def shown(number: int, words: str) -> str:
        head = (
            f'<link rel="https://api.w.org/" href="{root}">'
            f'<link rel="alternate" type="application/json" href="{root}wp/v2/pages/{number}">'
        )
        return html_page(f"<div>{words}</div><div>Leave a comment</div>", head)

    def content(number: int, path: str, rendered: str) -> None:
        page = {"id": number, "link": f"{site.base}{path}", "content": {"rendered": rendered, "protected": False}}
        serve_page(site, f"/wp-json/wp/v2/pages/{number}", json.dumps(page), "application/json")

    content(10, "/rules/", "<p>Choose a chapter.</p>")
    rows = [{"id": 12, "link": f"{site.base}/rules/cr607/"}, {"id": 11, "link": f"{site.base}/rules/cr113/"}]
    rows.append({"id": 13, "link": f"{site.base}/shop/cr114/"})
    asked = {"parent": "10", "per_page": "100", "orderby": "menu_order", "order": "asc", "_fields": "id,link,parent"}
    serve_page(site, f"/wp-json/wp/v2/pages?{urlencode(asked)}", json.dumps(rows), "application/json")
    for number, name in ((12, "607"), (11, "113")):
        rules = "".join(f"<li>{name}.{rule} A boat has {rule} oars.</li>" for rule in range(1, 5))
        content(number, f"/rules/cr{name}/", f"<h3>CR {name}. Boats</h3><ul>{rules}</ul>")
    return serve_page(site, "/rules/", shown(10, "Choose a chapter."))


def serve_trap(site: Site, pages: Iterable[int]) -> str:
    """A site that leads from page to page without end and has no rules; return where it begins."""
    for page in pages:
        words = f"<p>{link(f'?day={page + 1}', 'tomorrow')} {link(f'?day={page + 2}', 'the day after')}</p>"
        serve_page(site, f"/calendar/?day={page}", html_page(words))
    return f"{site.base}/calendar/?day=0"
