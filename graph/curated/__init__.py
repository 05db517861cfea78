"""Facts that a reader wrote down: `file` reads any file of them, `decisions` those about continuations."""
