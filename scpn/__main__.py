"""`python -m scpn` is the `scpn` command."""

from scpn.cli.main import main

main()
