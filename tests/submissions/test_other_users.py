"""The same suite as an ordinary user, and at the level that needs root, where these tests run as somebody else."""

from __future__ import annotations

import os
import re
import sys

import pytest

from tests.submissions.ordinary_user import CannotBecome, run_readable
from tests.submissions.test_hostile import UNAVAILABLE

pytestmark = [pytest.mark.kernel, pytest.mark.skipif(sys.platform != "linux", reason="these levels are Linux's")]

AS_SOMEBODY = " or ".join(
    [
        "full-curious_reads",
        "full-hostile_looks",
        "full-hostile_kills",
        "landlock-curious_reads",
        "landlock-hostile_harms",
        "none-curious",
    ]
)


@pytest.mark.parametrize(
    ("as_root", "chosen", "least"),
    [(False, AS_SOMEBODY, 8), (True, "uid-", 12)],
    ids=["ordinary user", "root, level uid"],
)
def test_it_is_withstood_by_whoever_grades(as_root: bool, chosen: str, least: int) -> None:
    if os.geteuid() != 0 and not as_root:
        pytest.skip("these tests are run by an ordinary user already")
    if as_root and UNAVAILABLE["uid"] is None:
        pytest.skip("the level uid is tried by these tests themselves")
    options = ["-q", "-p", "no:cacheprovider", "-k", chosen]
    argv = [sys.executable, "-m", "pytest", *options, "tests/submissions/test_hostile.py"]
    try:
        done = run_readable(argv, as_root=as_root, seconds=500)
    except CannotBecome as reason:
        pytest.skip(str(reason))
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= least, done.stdout[-2000:]
