"""The history of every rule: its versions by number, the age of each phrase, permanent links, old numbers."""
