"""The kinds of page of the site, each declared once.

The tabs and the footer of the frame, the order in which the pages are written, what is fetched ahead, the table of
addresses in the documentation and the addresses that the tests look at derive from this table.
"""

from site_src.addresses import BULLETIN_PATH
from site_src.page_kind import Link, PageKind, Prefetch, PrefetchedFile, Sample, Subject

RULINGS_PATH = "rulings/"
DOCUMENTATION_PATH = "docs/"

_EDITION_PATTERN = r"^e/(\d{4}-\d\d-\d\d)/"
"""The beginning of the addresses of an edition; its id is the first group, which `{1}` in the name of a file means."""

_COMPARISON_FILES = (
    PrefetchedFile("compare/history", urgent=True),
    PrefetchedFile("assets/editions", urgent=True),
    PrefetchedFile("compare/{from}"),
    PrefetchedFile("compare/{to}"),
)
_FOR_COMPARISONS = (
    Prefetch(pattern="^compare/$", bundle="compare", needs=["from"], fetches=_COMPARISON_FILES),
    Prefetch(pattern="^compare/", bundle="compare"),
)
_MANIFEST_FILE = PrefetchedFile("api/v1/e/{1}/manifest", urgent=True)
_FOR_EDITIONS = (
    Prefetch(pattern=f"{_EDITION_PATTERN}all/$", bundle="all"),
    Prefetch(pattern=f"{_EDITION_PATTERN}$", bundle="asof", needs=["#"], fetches=[_MANIFEST_FILE]),
    Prefetch(pattern=f"{_EDITION_PATTERN}$", bundle="asof"),
)
_JUMP_FILE = PrefetchedFile("assets/jump", urgent=True)
_DEFINITION_FILE = PrefetchedFile("search/definition", urgent=True, by_search=True)
_NAMES_FILE = PrefetchedFile("search/names", urgent=True, by_search=True)
_CHANGES_FILES = (_DEFINITION_FILE, PrefetchedFile("search/changes/index", urgent=True, by_search=True))
_ALL_EDITIONS_FILES = (
    _JUMP_FILE,
    _DEFINITION_FILE,
    PrefetchedFile("search/all/contents", urgent=True, by_search=True),
    _NAMES_FILE,
)
_ONE_EDITION_FILES = (
    _JUMP_FILE,
    _DEFINITION_FILE,
    PrefetchedFile("search/years/{as-of}", urgent=True, by_search=True, otherwise="search/now"),
    _NAMES_FILE,
    PrefetchedFile("search/asked", urgent=True, by_search=True),
)
_FOR_SEARCH_OF_ALL_EDITIONS = (
    Prefetch(pattern="^search/$", bundle="search", needs=["q"], given={"editions": "all"}, fetches=_ALL_EDITIONS_FILES),
    Prefetch(pattern="^search/$", bundle="search", needs=["q", "from"], fetches=_ALL_EDITIONS_FILES),
    Prefetch(pattern="^search/$", bundle="search", needs=["q", "to"], fetches=_ALL_EDITIONS_FILES),
)
_FOR_SEARCH = (
    Prefetch(pattern="^search/$", bundle="search", needs=["q"], given={"in": "changes"}, fetches=_CHANGES_FILES),
    *_FOR_SEARCH_OF_ALL_EDITIONS,
    Prefetch(pattern="^search/$", bundle="search", needs=["q"], fetches=_ONE_EDITION_FILES),
    Prefetch(pattern="^search/$", bundle="search"),
)

_REFERENCES_FILES = (
    PrefetchedFile("assets/editions", urgent=True),
    PrefetchedFile("api/v1/referenced", urgent=True),
    PrefetchedFile("api/v1/e/{on}/toc", urgent=True),
)
_FOR_REFERENCES = (
    Prefetch(pattern="^references/$", bundle="references", needs=["n"], fetches=_REFERENCES_FILES),
    Prefetch(pattern="^references/$", bundle="references"),
)

_PARTS_OF_DOCUMENTATION = (
    Subject("Documentation", DOCUMENTATION_PATH, "documentation, docs, manual, comprules, program"),
    Subject("Tutorial", "docs/tutorial/", "tutorial, getting started, first steps"),
    Subject("Commands", "docs/commands/", "commands, command line, cli, terminal"),
    Subject(
        "Cite a rule",
        "docs/following/#cite-a-rule",
        "cite, citation, cite a rule, quote a rule, bibtex, wikitext, footnote, link to a rule, permalink",
    ),
    Subject(
        "Check citations",
        "docs/checking/",
        "linter, lint, check citations, ci, continuous integration, check source code",
    ),
    Subject(
        "Follow changes by feed",
        "docs/api/#feeds-and-download",
        "feed, rss, atom, newsletter, subscribe, notifications",
    ),
)

HOME = PageKind(
    "home",
    {"`/`": "what the site is, and what is new"},
    [Sample("", ".news", is_fast=True)],
    subjects=[
        Subject(
            "Changes since your exam",
            "#exam",
            "since my exam, changes since my exam, what changed since my exam, exam, exam date, judge exam",
        ),
    ],
)

RULES = PageKind(
    "rules",
    {"`/cr/`, `/cr/702/`, `/cr/702.40/`": "contents, a chapter, a rule in a chapter of keywords"},
    [
        Sample("cr/", ".chapter-list"),
        Sample("cr/602/", ".rule"),
        Sample("cr/702/", ".keyword-list"),
        Sample("cr/702.40/", ".rule .quiet-since", is_fast=True),
    ],
    tab=Link("Rules", "cr/", "."),
    subjects=[
        Subject(
            "Contents of the rules",
            "cr/",
            "table of contents, contents, toc, index of rules, chapters, list of chapters",
        ),
    ],
)

GLOSSARY = PageKind(
    "glossary",
    {"`/glossary/`, `/glossary/s/`": "the glossary, by letter"},
    [Sample("glossary/", ".letters"), Sample("glossary/s/", ".term", is_fast=True)],
    tab=Link("Glossary", "glossary/", "#glossary"),
    subjects=[
        Subject("Glossary", "glossary/", "glossary, dictionary, glossary terms"),
    ],
)

HISTORY = PageKind(
    "history",
    {
        "`/history/702.40/`, `/history/glossary/st/#storm`": "every version; `?ages=1`: the age of each phrase",
        "`/id/502.30a@2003-05-26/`": "the permanent address of a lineage",
    },
    [
        Sample("history/", "h1"),
        Sample("history/702/", "h1"),
        Sample("history/702.40/?ages=1", ".legend", is_fast=True),
        Sample("history/502.30/", ".meanings"),
        Sample("history/glossary/", "h1"),
        Sample("history/glossary/ma/", ".timeline"),
    ],
    "workers",
    tab=Link("History", "history/"),
    subjects=[
        Subject(
            "Histories of rules",
            "history/",
            "history, histories, rule history, timeline, versions, old versions, former wordings",
        ),
    ],
)

COMPARE = PageKind(
    "compare",
    {
        "`/compare/2009-05-01..2009-07-11/`": "an edition and the one before it",
        "`/compare/?from=2019-01-25&to=latest`": (
            "any two; `&class=added,wording`, `&chapter=702`, `&view=side`, `&q=mana+burn&in=deleted`"
        ),
    },
    [
        Sample("compare/", ".c-form"),
        Sample("compare/2005-08-01..2009-07-11/", ".c-pick :visible", is_fast=True),
        Sample("compare/?from=1999-04-23&to=2026-04-17", ".ch:visible .rule-text"),
    ],
    "workers",
    tab=Link("Compare", "compare/"),
    prefetches=_FOR_COMPARISONS,
    subjects=[
        Subject(
            "Compare two editions",
            "compare/",
            "compare, compare editions, comparison, comparisons, diff, difference of editions",
        ),
    ],
)

EDITIONS = PageKind(
    "editions",
    {
        "`/editions/`, `/e/2009-07-11/`": "all editions; one: what it changed, contents, witnesses",
        "`/e/2009-07-11/#702.40a`, `#glossary:Storm`": "the same page as of that day",
        "`/e/…/#502.30a@2003-05-26`, `#now:702.40a`": "the rule of a lineage, or of a number of today",
        "`/e/2009-07-11/all/`": (
            "all its rules and its glossary on one page, for the browser's own search and for paper"
        ),
    },
    [
        Sample("editions/", "table"),
        Sample("e/2026-04-17/", "table"),
        Sample("e/1999-04-23/", "table", is_fast=True),
        Sample("e/2009-07-11/#7", ".asof-reader h1"),
        Sample("e/2009-07-11/#702", ".asof-reader .rule"),
        Sample("e/2009-07-11/#glossary", ".asof-reader .term", is_fast=True),
    ],
    "workers",
    tab=Link("Editions", "editions/"),
    prefetches=_FOR_EDITIONS,
    subjects=[
        Subject(
            "All editions",
            "editions/",
            "editions, list of editions, all editions, archive, old rules, old rulebooks, former editions",
        ),
    ],
)

SEARCH = PageKind(
    "search",
    {
        "`/search/?q=storm`": (
            "`&editions=all`, `&from=…&to=…`, `&as-of=2006-07-01`, `&kind=rule,example`, `&within=702`"
        ),
        "`/search/?in=changes&q=mana+burn`": (
            "what editions inserted and deleted: `&side=deleted`, `&only=wording`, `&order=oldest`, `&from=…&to=…`"
        ),
    },
    [
        Sample("search/", ".search-form"),
        Sample("search/?q=exile&editions=all", ".search-results > li"),
        Sample("search/?q=storm&as-of=2006-07-01", ".search-results > li", is_fast=True),
    ],
    "corpus",
    footer=Link("Search", "search/"),
    prefetches=_FOR_SEARCH,
    subjects=[
        Subject(
            "Search page",
            "search/",
            "advanced search, search page, search all editions, search options, search filters",
        ),
        Subject(
            "Search of changes", "search/?in=changes", "search changes, search of changes, changes search, find changes"
        ),
    ],
)

KEYWORDS = PageKind(
    "keywords",
    {"`/kw/storm/`": "a heading that a rule of any edition had"},
    [Sample("kw/", "h1"), Sample("kw/storm/", "h1")],
    footer=Link("Keywords", "kw/"),
    subjects=[
        Subject(
            "Keywords of all editions",
            "kw/",
            "list of keywords, all keywords, keyword list, keywords page, old keywords",
        ),
    ],
)

NUMBERS = PageKind(
    "numbers",
    {"`/n/?502.30a`": "what a number meant, and where that rule is now"},
    [Sample("n/", "h1"), Sample("n/?502.30a", "#answer h2", is_fast=True)],
    footer=Link("Former numbers", "n/"),
    subjects=[
        Subject(
            "Former numbers",
            "n/",
            "former numbers, old numbers, old rule numbers, renumbered rules, renumbering, renumbered",
        ),
    ],
)

TERMS = PageKind(
    "terms",
    {"`/terms/mana-value/`": "a name, its other names, every rule that changed with it"},
    [Sample("terms/", "h1"), Sample("terms/mana-value/", ".touched")],
    "corpus",
    tab=Link("Terms", "terms/"),
    subjects=[
        Subject(
            "Renamed terms", "terms/", "terms, renamed terms, old terms, old names, renamed, retired terms, renamings"
        ),
    ],
)

AUDIT = PageKind(
    "audit",
    {"`/audit/2009-07-11/`": "the publisher's faults"},
    [Sample("audit/", "h1"), Sample("audit/2009-07-11/", ".faults", is_fast=True)],
    "workers",
    footer=Link("Audit", "audit/"),
    subjects=[
        Subject(
            "Audit",
            "audit/",
            "audit, errors in the rules, mistakes in the rules, misprints, broken references, typos, faults",
        ),
    ],
)

DATA = PageKind(
    "data",
    {"`/api/`, `/download/`": "the data"},
    [Sample("api/", "table"), Sample("download/", "h1")],
    "corpus",
    footer=Link("Data and API", "api/"),
    subjects=[
        Subject(
            "Data and API",
            "api/",
            "api, json, data, json api, api data, rest api, endpoints, machine readable, schema, dataset, bot",
        ),
        Subject(
            "Download",
            "download/",
            "download, download data, download rules, downloads, csv, sqlite, parquet, export, database, dataset",
        ),
    ],
)

PICTURES = PageKind(
    "pictures",
    {
        "`/pictures/growth/`": "pictures of all editions",
        "`/pictures/neighbourhood/7/#702.40`": "what refers to a rule and what it refers to",
    },
    [
        Sample("pictures/", "h1"),
        Sample("pictures/growth/", ".canvas svg:visible"),
        Sample("pictures/changes/", ".canvas svg:visible"),
        Sample("pictures/flow/", ".canvas svg:visible"),
        Sample("pictures/cited/", ".canvas svg:visible"),
        Sample("pictures/neighbourhood/", ".net-drawn"),
        Sample("pictures/neighbourhood/7/#702.40", ".net:target li"),
    ],
    "workers",
    footer=Link("Pictures", "pictures/"),
    subjects=[
        Subject(
            "Pictures",
            "pictures/",
            "pictures, charts, graphs, diagrams, statistics, visualization, infographics, growth of the rules",
        ),
    ],
)

REFERENCES = PageKind(
    "references",
    {
        "`/references/702/#702.40`, `/references/?n=409.1&on=2006-07-01`": (
            "the same with the sentences and since when, today and on any day; `&with=502.30` for two rules"
        ),
    },
    [
        Sample("references/", ".lists"),
        Sample("references/602/", ".quotations"),
        Sample("references/?n=601.2&on=2009-07-11", "#answer .quotations"),
    ],
    "corpus",
    prefetches=_FOR_REFERENCES,
    subjects=[
        Subject(
            "References between rules",
            "references/",
            "references, cross references, cross-references, most cited rules, who cites a rule, cited rules",
        ),
    ],
)

OFFLINE = PageKind(
    "offline",
    {"`/offline/`": "what this device keeps"},
    [Sample("offline/", "h1")],
    footer=Link("Offline use", "offline/"),
    subjects=[
        Subject(
            "Offline use",
            "offline/",
            "offline, network, internet, install, install app, phone app, mobile app, save on device, download offline",
        ),
    ],
)

BULLETINS = PageKind(
    "bulletins",
    {"`/bulletins/`": "the publisher's announcements"},
    [Sample(BULLETIN_PATH, "h1")],
    "workers",
    footer=Link("Bulletins", BULLETIN_PATH),
    subjects=[
        Subject("Bulletins", BULLETIN_PATH, "bulletins, update bulletins, announcements, release notes, rules updates"),
    ],
)

RULINGS = PageKind(
    "rulings",
    {"`/rulings/A.2/#A.2.1`, `/rulings/sources/`": "the rulings summary: `?source=`, `?kind=`, `?year=`"},
    [
        Sample(RULINGS_PATH, ".chapter-list"),
        Sample("rulings/B.1/", ".filter"),
        Sample("rulings/S.1/", ".source-label"),
        Sample("rulings/sources/", ".filter"),
        Sample("e/1999-04-21/", "h1"),
    ],
    tab=Link("Rulings", RULINGS_PATH),
    subjects=[
        Subject("Rulings summary", RULINGS_PATH, "rulings, rulings summary, crystal keep, judge rulings"),
    ],
)

DOCUMENTATION = PageKind(
    "documentation",
    {"`/docs/`": "this documentation"},
    [
        Sample(DOCUMENTATION_PATH, "h1"),
        Sample("docs/tutorial/", "pre"),
        Sample("docs/checking/", "table"),
        Sample("docs/commands/", "#completion"),
        Sample("docs/library/", "#trace"),
        Sample("docs/knowledge-base/", "#links"),
        Sample("docs/architecture/", "svg.flow"),
        Sample("docs/contributing/", "h1"),
    ],
    tab=Link("Documentation", DOCUMENTATION_PATH),
    subjects=_PARTS_OF_DOCUMENTATION,
)

ABOUT = PageKind(
    "about",
    {"`/about/`": "who made the site and of what"},
    [Sample("about/", "h1")],
    footer=Link("About this site", "about/"),
    subjects=[
        Subject(
            "About this site",
            "about/",
            "about, site, contact, credits, license, licence, copyright, legal, privacy, cookies, fan content policy",
        ),
        Subject(
            "How to use this site",
            "about/#how-to-use-it",
            "keys, keyboard keys, keyboard shortcuts, shortcut key, hotkeys, help, site help, how to use this site",
        ),
    ],
)

PAGE_KINDS = (
    HOME,
    RULES,
    GLOSSARY,
    HISTORY,
    COMPARE,
    EDITIONS,
    SEARCH,
    KEYWORDS,
    NUMBERS,
    TERMS,
    AUDIT,
    DATA,
    PICTURES,
    REFERENCES,
    OFFLINE,
    BULLETINS,
    RULINGS,
    DOCUMENTATION,
    ABOUT,
)
"""In the order of the tabs, of the footer and of the menu."""

TABS: tuple[Link, ...] = tuple(kind.tab for kind in PAGE_KINDS if kind.tab)
"""The tab of the rulings is shown only if the knowledge base has an issue of a rulings summary."""
FOOTER: tuple[Link, ...] = tuple(kind.footer for kind in PAGE_KINDS if kind.footer)
"""The link to the bulletins is shown only if one announced a change between editions of the knowledge base."""

SUBJECTS: tuple[Subject, ...] = tuple(subject for kind in PAGE_KINDS for subject in kind.subjects)
"""The pages that the search finds by words. The rulings and the bulletins are only among them if the site has them."""

PREFETCHES: tuple[Prefetch, ...] = tuple(prefetch for kind in PAGE_KINDS for prefetch in kind.prefetches)
"""The rows that `assets/js/early.js` tries in this order, until one fits the address."""


def list_addresses() -> str:
    """Return the table of addresses, in Markdown."""
    rows = [f"| {address} | {words} |" for kind in PAGE_KINDS for address, words in kind.addresses.items()]
    return "\n".join(["| address | page |", "|---|---|", *rows])
