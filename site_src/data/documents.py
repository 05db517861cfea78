"""Every document of `/api/v1/`, by name."""

from collections.abc import Iterator, Sequence
from typing import Any

from graph.answers.change_counts import count_changes
from graph.answers.contents import list_contents
from graph.answers.editions import answer_editions, list_codes
from graph.answers.keywords import list_keywords
from graph.answers.moves import MovesAnswer, list_moves
from graph.answers.partial_issues import answer_partial_issues
from graph.answers.rulings import answer_rulings
from graph.answers.terms import answer_terms
from graph.history import History
from graph.restatements.tables import list_issues
from rules.links import Group, StepEnds
from rules.store import Store
from site_src.addresses import segment_of
from site_src.data.announcements import collect_announcements
from site_src.data.corpus import Corpus
from site_src.data.feeds import Steps
from site_src.data.graph import make_graph
from site_src.data.history import make_columns
from site_src.data.mentions import Mention, list_mentions, make_reference_files
from site_src.data.now import collect_now
from site_src.data.records import NumberDocuments
from site_src.markup.changes import in_words


def list_documents(
    store: Store, corpus: Corpus, steps: Steps, mentions: Sequence[Mention] | None = None
) -> Iterator[tuple[str, Any]]:
    """Yield every document with its name: its address below `/api/v1/` without `.json`, such as `rule/702.9`.

    Args:
        store: The knowledge base.
        corpus: All editions of it.
        steps: What each edition changed.
        mentions: All references; by default they are read.
    """
    history = History(store)
    yield from _documents_of_all_editions(store, corpus, history)
    yield from _documents_of_editions(store, corpus)
    for step, groups in steps.items():
        yield f"moves/{step.previous}..{step.edition}", _answer_moves(history, step, groups)
    yield "graph/latest", make_graph(store, corpus.latest)
    if mentions is None:
        mentions = list_mentions(store, corpus)
    yield from _documents_of_references(mentions)
    yield from _documents_of_numbers(NumberDocuments(store, corpus, history))


def _documents_of_all_editions(store: Store, corpus: Corpus, history: History) -> Iterator[tuple[str, Any]]:
    """Yield the documents about all editions together, and those of the issues of rulings summaries."""
    yield "editions", answer_editions(store)
    yield "terms", answer_terms(store)
    yield "history", make_columns(history, corpus)
    yield "announcements", collect_announcements(history)
    yield "now", collect_now(corpus, history.versions.by_lineage)
    yield "keywords", list_keywords(store)
    yield "codes", list_codes(store)
    yield "pages", answer_partial_issues(store)  # single pages of issues that the archive lacks
    for issue in list_issues(store):
        yield f"rulings/{issue}", answer_rulings(history, issue)


def _documents_of_editions(store: Store, corpus: Corpus) -> Iterator[tuple[str, Any]]:
    """Yield the texts, which editions share, and the documents of each edition."""
    for bucket in corpus.buckets():
        yield f"texts/{bucket.bucket}", bucket
    for edition, content in corpus.contents.items():
        yield f"e/{edition}/manifest", content
        yield f"e/{edition}/toc", list_contents(store, edition)


def _documents_of_references(mentions: Sequence[Mention]) -> Iterator[tuple[str, Any]]:
    """Yield the list of the documents with references, then these documents."""
    references = dict(make_reference_files(mentions))
    yield "referenced", tuple(name.rpartition("/")[2] for name in references)
    yield from references.items()


def _documents_of_numbers(of_numbers: NumberDocuments) -> Iterator[tuple[str, Any]]:
    """Yield the documents about each number, about the retired ones, and about lineages."""
    for key, number in of_numbers.numbers():
        yield f"rule/{segment_of(key)}", number
    yield "retired", of_numbers.retired()
    for name, lineages in of_numbers.lineages():
        yield f"lineages/{name}", lineages


def _answer_moves(history: History, step: StepEnds, groups: Sequence[Group]) -> MovesAnswer:
    """Return what a step changed; records of the older edition that are in no group stayed the same."""
    changed = sum(len(group.old) for group in groups)
    same = len(history.lineages.of_edition(step.previous)) - changed
    return MovesAnswer(
        old=step.previous,
        new=step.edition,
        summary=count_changes(groups, same),
        in_words=" ".join(in_words(groups)),
        moves=tuple(list_moves(groups)),
    )
