"""A student in our own process: the real agent and the real wire, but no kernel.

Most tests of checks and components use it; the tests in ``tests/kernel`` show that a kernel
answers the same.
"""

from __future__ import annotations

from grader.kernel.in_process import ask_in_process as fake_student

__all__ = ["fake_student"]
