"""The output formats of `check`: for people, and for programs."""
