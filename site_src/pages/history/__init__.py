"""The history of every rule: its versions by number, the ages of its words, addresses for ever, old numbers."""
