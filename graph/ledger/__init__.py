"""The ledger: facts of every edition, without any text, in one small file that ships with the package.

`make` makes it from a knowledge base, with tables of `words` and `remnants`; `Ledger` opens it in place of one, and
`differences` compares two of them.

With the fingerprints of all wordings, `copies` recognises copies of the rules: by their passages (`passage_counts`), by
the lines of their contents (`contents_lists`), by the numbers at the heads of their lines (`heads`) and as
`translations`.
`copied_edition` finds the edition of a copy.
"""

from graph.ledger.ledger import (
    SHIPPED,
    Ledger,
    LedgerError,
    open_held_ledger,
    open_ledger,
    user_ledger_path,
    user_ledger_problem,
)

__all__ = [
    "SHIPPED",
    "Ledger",
    "LedgerError",
    "open_held_ledger",
    "open_ledger",
    "user_ledger_path",
    "user_ledger_problem",
]
