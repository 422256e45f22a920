"""Other people's programs, run for real beside ours: too slow and too heavy for the test suite, so by hand.

Each module says how, and docs/integrations.md what came of it.
"""
