"""Grade Jupyter notebooks that build a Transformer from scratch.

Start reading at :mod:`grader.pipeline`: one notebook in, one report out, as one
straight function.  CONTRIBUTING.md has the map of the packages.
"""

__version__ = "0.1.0"
