"""``python -m grader.cli``: the same as ``grade``."""

import sys

from grader.cli import main

sys.exit(main())
