"""The records themselves, and what can be computed from them alone. Imports nothing else of this project."""
