"""python -m lowwater: the command line."""

from lowwater.cli import main

main()
