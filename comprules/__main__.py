"""`python -m comprules`: the command line, also where the tool is not installed."""

from comprules.cli import main

main()
