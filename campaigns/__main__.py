"""python -m campaigns: run them all, or some; print what they found, and fail where that is anything."""

import sys

from campaigns.command import main

if __name__ == "__main__":
    sys.exit(main())
