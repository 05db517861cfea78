"""The records, and functions that need nothing but records. This package imports no other package of the project."""
