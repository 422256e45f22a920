"""An autograder.py for Classroom 50: grades the notebook of the checkout, and writes result.json beside it.

To use it: make it the assignment's autograder (``gh teacher``), have the runner install the grader (a clone, with ``pip
install -e``: the package alone has no rubric), and replace what is marked REPLACE.  Points that come from a job in a
student's repository are feedback; see integrations.md.
"""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

NOTEBOOK = "submission.ipynb"  # REPLACE: the notebook's path in the repository
LANGUAGE = "en"  # or es


def main() -> int:
    report, result = Path("report.json"), Path("result.json")
    result.unlink(missing_ok=True)  # one that a student put there is none
    command = ["grade", NOTEBOOK, "--format", "classroom50", "--edition", "student", "--lang", LANGUAGE]
    ended = subprocess.run([*command, "-o", str(report)], check=False).returncode  # noqa: S603
    if ended != 0:  # the notebook couldn't be read, or something was our fault: no Release, and the job is an error
        return ended
    of_the_job = {
        "classroom": os.environ["CLASSROOM"],
        "assignment": os.environ["ASSIGNMENT"],
        # `owner` and `assignment_type` are stamped by the runner.
        "submission": os.environ["SUBMISSION_TAG"],
        "commit": os.environ["COMMIT_URL"],
        "release": os.environ["RELEASE_URL"],
        "review": os.environ.get("REVIEW_URL") or os.environ["COMMIT_URL"],
        "datetime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),  # noqa: UP017
    }
    graded = json.loads(report.read_text(encoding="utf-8"))
    result.write_text(json.dumps({**graded, **of_the_job}, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
