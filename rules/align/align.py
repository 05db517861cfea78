"""The alignment of an edition with a later one: which rule, heading and glossary entry continues which.

1. `link_exact` links records with the same words.
2. `CloseComparison` links the records that are left: those with similar words in a similar place (`fuzzy`), once more
   after it replaced the renamed terms that these links show (`renaming`), and last the parts of splits and merges
   (`splits_and_merges`).
3. `link_decided` replaces links for which a reader made another decision.
4. `LinkRecords` turns the links into records. A record that is still unlinked was added or deleted.

These words are used in all modules of the package. Suppose that the rule 502.30a of 2003 is 702.37a in 2009, and that
its last sentence became the rule 702.37b.

- A *record* is a rule, a heading or a glossary entry: 502.30a is an old record, 702.37a and 702.37b are new ones.
- The *main link* of a record leads to the record that continues it: 502.30a → 702.37a. Main links are one to one.
- An *additional link* shows the rest of a split or a merge: 502.30a → 702.37b (`rules.align.matching`).
- A record is *unlinked* if it has no main link, as 702.37b has none.
- A *family* is a parent with its children: 702.37 with 702.37a and 702.37b. The *successor* of an old parent is the new
  record that most of its linked children are under: 502.30 has the successor 702.37 (`rules.align.families`).
- A *changed* record is unlinked, or was linked by stage 1 to a record with other words. Only changed records are
  compared word by word.
- An old record is *ambiguous* if several new records would continue it equally well, or if another old record with the
  same words would be continued equally well by the same new record. Then it is linked with none.

`docs/alignment.md` has the details.
"""

from collections.abc import Collection, Mapping, Sequence

from rules.align.changed import ChangedRecords
from rules.align.close import CloseComparison
from rules.align.decisions import link_decided
from rules.align.edition_columns import EditionColumns
from rules.align.exact import link_exact
from rules.align.link_records import LinkRecords
from rules.align.matching import Matching
from rules.align.prints import NO_PRINTS, CopiedPrints, Prints
from rules.align.renaming import select_terms
from rules.change import Renamings
from rules.links import StepRecords
from rules.typography import plain_typography


def align(
    old: EditionColumns,
    new: EditionColumns,
    terms: Sequence[tuple[str, str]] = (),
    *,
    decided: Mapping[str, Sequence[str]] | None = None,
    differing: Collection[str] = (),
    old_prints: Prints = NO_PRINTS,
    new_prints: Prints = NO_PRINTS,
) -> StepRecords:
    """Align two editions of one work.

    Args:
        old: The older edition. Columns can be used for several alignments.
        new: The newer edition.
        terms: Renamed terms known beforehand, as pairs of folded old words and folded new words.
        decided: A reader's decisions: an old key → all new keys that continue it, the main one first. Decisions with a
            key that is in neither edition are ignored.
        differing: The sorts of marks, such as quotes, that the copies of the two editions print in different forms
            (`rules.typography`). A change of such a mark is not a change of the rules.
        old_prints: How other good copies of the older edition print a record.
        new_prints: How other good copies of the newer edition print a record.

    Returns:
        A step without the ids of its editions. Its links contain every record of both editions at least once, in
        document order of the older one; an addition comes after the link of the record that precedes it.
    """
    matching = Matching(old, new)
    link_exact(matching)
    changed = ChangedRecords(matching)
    replacements = CloseComparison(matching, changed).link(terms)
    renamed = Renamings([*terms, *select_terms(matching, changed, replacements)])
    link_decided(matching, decided or {})
    make_plain = plain_typography(differing) if differing else None  # removes the typography of these marks
    copies = CopiedPrints(old_prints, new_prints, make_plain)
    links = LinkRecords(matching, renamed, make_plain, copies).list_links()
    return StepRecords(links=tuple(links), replacements=replacements)
