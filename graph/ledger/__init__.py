"""The ledger: facts of every edition, without any text, in one small file that ships with the package.

`make` makes it from a knowledge base, and `Ledger` opens it in place of one.
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
