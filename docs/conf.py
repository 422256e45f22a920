"""The documentation as web pages: ``make docs`` writes them to build/docs.

The pages are Markdown (MyST), and read as well where they lie.  What can be taken from the code is: the commands from
their own ``--help``, components and known mistakes from the course (`reference_pages`).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import grader
from reference_pages import write_pages

project = "transformer-grader"
author = "the authors of transformer-grader"
copyright = f"2026, {author}"
version = release = grader.__version__

extensions = ["myst_parser", "sphinx_click"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
smartquotes = False  # an option's two dashes are two dashes

html_theme = "furo"
html_title = f"transformer-grader {release}"
html_show_sourcelink = False
# Nothing is fetched from elsewhere: the pages can be read offline and follow nobody.
html_theme_options = {"navigation_with_keys": True}
write_pages(Path(__file__).parent / "generated")
