"""The ledger: facts of every edition in one small file that ships with the package, and no sentence of any.

`container` is the file, `tables` what its sections hold, `make` writes them from a knowledge base, `Ledger` answers.
"""

from graph.ledger.errors import LedgerError
from graph.ledger.ledger import SHIPPED, Ledger, open_ledger, user_ledger_path, user_ledger_problem

__all__ = ["SHIPPED", "Ledger", "LedgerError", "open_ledger", "user_ledger_path", "user_ledger_problem"]
