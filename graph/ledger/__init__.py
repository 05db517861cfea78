"""The ledger: facts of every edition, without any text, in one small file that ships with the package.

`schema` has its tables, `make` makes it from a knowledge base, and `Ledger` reads it.
"""

from graph.ledger.errors import LedgerError
from graph.ledger.ledger import SHIPPED, Ledger, open_ledger, user_ledger_path, user_ledger_problem

__all__ = ["SHIPPED", "Ledger", "LedgerError", "open_ledger", "user_ledger_path", "user_ledger_problem"]
