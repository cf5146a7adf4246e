"""`python -m pokerlab` is the `pokerlab` command."""

from pokerlab.cli.app import main

main()
