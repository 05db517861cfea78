"""The records, and functions that need only the records. Imports no other package of this project."""
