"""``python -m grader``: the command ``grade``, where the environment's programs aren't on the path."""

import sys

from grader.cli import main

if __name__ == "__main__":
    sys.exit(main())
