"""``grade doctor``: is it safe to grade other people's notebooks here?"""

from __future__ import annotations

import json
from typing import Any

import click

from grader.cli.options import sandbox_option
from grader.cli.streams import print_out, progress

__all__ = ["doctor"]

SAFE, UNSAFE = 0, 1

EPILOG = """\b
Examples:
  grade doctor
      Attack the level of isolation that grading would take here.
  grade doctor --all
      Attack every level that this machine offers.
  grade doctor --require full --format json
      For a CI job: exits with 1 unless notebooks are isolated in full.

\b
Exit codes:
  0  every promise of the level holds, and it is the required one or stronger
  1  a promise is broken, or only a weaker level can be had
  5  the level that --sandbox asks for can't be had
"""

STRENGTH = ("none", "uid", "landlock", "full")


@click.command(
    "doctor",
    epilog=EPILOG,
    short_help="Attack this machine's isolation, and say what held.",
    context_settings={"help_option_names": ["--help", "-h"]},
)
@sandbox_option("The level to attack: by default the one that grading would take.")
@click.option("--all", "every", is_flag=True, help="Attack every level that can be had here.")
@click.option("--require", type=click.Choice(STRENGTH), default="full", show_default=True, help="The least level.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(("terminal", "json")),
    default="terminal",
    show_default=True,
    help="How to report.",
)
def doctor(sandbox: str, every: bool, require: str, format_name: str) -> int:
    """Prove what keeps a hostile notebook in on this machine, by trying to get out: PASS or FAIL for each protection,
    with a remedy."""
    from grader.doctor import Outcome, examine, remedy_for
    from grader.model import Text
    from grader.sandbox import BACKENDS, choose
    from grader.sandbox.own_process import forbid_inspection

    forbid_inspection()
    unavailable = {name: reason for name, backend in BACKENDS.items() if (reason := backend.unavailable()) is not None}
    chosen = choose(sandbox)
    names = [name for name in BACKENDS if name not in unavailable] if every else [chosen.name]
    with progress("en") as say:
        levels = [
            (choose(name), examine(choose(name), lambda what: say(Text("{what}", {"what": what})))) for name in names
        ]
    strong_enough = STRENGTH.index(chosen.level) >= STRENGTH.index(require)
    broken = [finding for _, findings in levels for finding in findings if finding.outcome is Outcome.BROKEN]
    if format_name == "json":
        print_out(_as_json(levels, unavailable, chosen.level, require, strong_enough and not broken))
        return SAFE if strong_enough and not broken else UNSAFE
    lines: list[str] = []
    for name, reason in unavailable.items():
        lines += [f"{name}: not available: {reason}", *([f"  remedy: {remedy_for(name)}"] if remedy_for(name) else [])]
    for confinement, findings in levels:
        lines += ["", f"{confinement.name} (level {confinement.level})"]
        for finding in findings:
            got = f": {finding.got}" if finding.got else ""
            lines.append(f"  {finding.outcome.value:<7}{finding.protection}{got}")
    lines.append("")
    if broken:
        lines.append(f"{len(broken)} promises don't hold. Don't grade other people's notebooks here before they do.")
    elif not strong_enough:
        lines.append(f"Grading here is isolated at the level {chosen.level}, which is less than {require}.")
    else:
        lines.append(f"Grading here is isolated at the level {chosen.level}, and what it promises holds.")
    print_out("\n".join(lines).lstrip("\n") + "\n")
    return SAFE if strong_enough and not broken else UNSAFE


def _as_json(levels: Any, unavailable: dict[str, str], level: str, require: str, ok: bool) -> str:
    from grader.doctor import remedy_for

    body = {
        "format": 1,
        "ok": ok,
        "level": level,
        "required": require,
        "unavailable": [{"sandbox": n, "reason": r, "remedy": remedy_for(n)} for n, r in unavailable.items()],
        "levels": [
            {
                "sandbox": confinement.name,
                "level": confinement.level,
                "findings": [
                    {
                        "protection": finding.protection,
                        "outcome": finding.outcome.value.lower(),
                        "got": finding.got,
                        "seconds": round(finding.seconds, 3),
                    }
                    for finding in findings
                ],
            }
            for confinement, findings in levels
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"
