"""Writes ``security-tests.md``: what was attacked, by whom, at which level of isolation, and what held.

    python docs/security_tests.py              # runs every part, then writes the page
    python docs/security_tests.py root-full    # runs one part again; the others' results are those of the last time

The hostile notebooks of ``tests/submissions/hostile`` are graded by the real pipeline; a part is a user and a level.
Started by root, each part is run as an ordinary user too.  Results are kept in ``build/security-tests``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))

import yaml  # noqa: E402

from grader.inside.restrict import landlock_version  # noqa: E402
from tests.submissions.adversaries import LEVELS, Adversary, load_adversaries  # noqa: E402
from tests.submissions.ordinary_user import CannotBecome, run_readable  # noqa: E402

PAGE = Path(__file__).with_name("security-tests.md")
RESULTS = CHECKOUT / "build" / "security-tests"
WORDS = ("passed", "failed", "skipped", "xfailed", "xpassed", "errors", "error")

INTRODUCTION = """\
# What was attacked, and what held

Notebooks that attack the grader are graded as any other, at each level of isolation that the machine offers, and an
honest one after each of them. An attack is withstood if it gains no point, no canary of ours is in any report, nothing
of it is left, the next report is what it always is, and the grader's memory has grown by less than 64 MiB (200 MiB for
those that send as much as they may). The page is written by `python docs/security_tests.py`.
"""


def parts() -> list[str]:
    """Who grades, and at which level."""
    users = ["root", "ordinary user"] if os.geteuid() == 0 else ["ordinary user"]
    return [f"{user.partition(' ')[0]}-{level}" for user in users for level in LEVELS]


def run(part: str) -> None:
    """Grade the part's notebooks, and keep the counts."""
    user, level = part.split("-")
    tests = ["tests/submissions/test_hostile.py", "-k", f"{level}-"]
    argv = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *tests]
    environment = {"GRADER_TEST_ALL_LEVELS": "1", "OMP_NUM_THREADS": "1"}
    os.environ.update(environment)
    try:
        if user == "root" and level != "uid":
            done = subprocess.run(  # noqa: S603 - our own tests
                argv, cwd=CHECKOUT, capture_output=True, text=True, check=False
            )
        else:
            done = run_readable(argv, as_root=user == "root", seconds=1800)
        text = done.stdout
    except CannotBecome as reason:
        text = f"SKIPPED [{len(at(level))}] x:1: {reason}\n{len(at(level))} skipped in 0s"
    summary = text.strip().splitlines()[-1]
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", summary) if word in WORDS}
    reasons = sorted(set(re.findall(r"^SKIPPED \[\d+\] \S+ (.*)$", text, re.M)))
    RESULTS.mkdir(parents=True, exist_ok=True)
    body = {"counts": counts, "reasons": reasons}
    (RESULTS / f"{part}.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    print(part, counts, *reasons)
    if counts.get("failed") or counts.get("error") or counts.get("errors"):
        print(text[-6000:])


def at(level: str) -> list[Adversary]:
    return [case for case in load_adversaries("hostile") if level in case.levels]


def line(part: str) -> str:
    """The part's row of the table; at the strongest level the honest notebooks that look odd are among its count."""
    body: dict[str, Any] = json.loads((RESULTS / f"{part}.json").read_text(encoding="utf-8"))
    user, level = part.split("-")
    counts = body["counts"]
    failed = sum(counts.get(word, 0) for word in ("failed", "error", "errors", "xpassed"))
    total = sum(counts.values())
    ran = total - counts.get("skipped", 0)
    reasons = "; ".join(reason.replace("|", "/").replace(str(CHECKOUT), "...")[:160] for reason in body["reasons"])
    who = "root" if user == "root" else "ordinary user"
    return (
        f"| {who} | {level} | {ran} | {counts.get('passed', 0)} | {counts.get('xfailed', 0)} | {failed} "
        f"| {counts.get('skipped', 0)} | {reasons} |"
    )


def page() -> str:
    cases = load_adversaries("hostile")
    rows: dict[int, dict[str, Any]] = yaml.safe_load(
        (CHECKOUT / "tests/submissions/catalogue.yaml").read_text(encoding="utf-8")
    )["rows"]
    have = [part for part in parts() if (RESULTS / f"{part}.json").exists()]
    machine = f"Linux {platform.release().partition('-')[0]}, Landlock {landlock_version()}"
    text = [
        INTRODUCTION,
        f"Measured on {machine}, Python {platform.python_version()}. At the strongest level of a machine the "
        f"{len(load_adversaries('honest'))} honest notebooks that only look odd are among those run.\n",
        "| who grades | level | run | passed | known holes | failed | skipped | why skipped |",
        "|---|---|---|---|---|---|---|---|",
        *map(line, have),
        "\n## Known holes\n",
        "Each is a test that must fail as long as the hole is there. None is at the level `full`.\n",
        *(
            f"- `{level}`: {reason} (`{case.name}`)"
            for case in cases
            for level, reason in sorted(case.known.items(), key=lambda known: LEVELS.index(known[0]))
        ),
        "- `none`: all that confinement is for. README says what is not promised there.",
        "\n## The catalogue\n",
        f"Of its {len(rows)} rows, {sum('later' not in row for row in rows.values())} have tests or notebooks "
        "([catalogue.yaml](../tests/submissions/catalogue.yaml) says which). What is left for later:\n",
        *(f"- {number} ({row['priority']}, {row['about']}): {row['later']}" for number, row in rows.items()
          if "later" in row),
        "\n## The notebooks\n",
        "| notebook | rows | what it tries | where that is withstood |",
        "|---|---|---|---|",
        *(
            f"| {case.name} | {', '.join(map(str, case.rows)) or 'our own'} | {case.about} "
            f"| {', '.join(level for level in case.levels if level not in case.known)} |"
            for case in cases
        ),
    ]  # fmt: skip
    return "\n".join(text) + "\n"


def main(chosen: list[str]) -> int:
    unknown = sorted(set(chosen) - {*parts(), "page"})
    if unknown:
        print(f"there is no part {', '.join(unknown)}; there are {', '.join(parts())}, and page", file=sys.stderr)
        return 2
    for part in chosen or parts():
        if part != "page":
            run(part)
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
