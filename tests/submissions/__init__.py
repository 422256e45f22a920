"""Submissions whose verdict is known: ``right/`` in many styles, ``wrong/`` with one mistake each."""
