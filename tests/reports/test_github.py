"""The report for GitHub Actions, as its runner reads it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from grader.model import Finding, GradeReport, ItemState, Level, Text, Verdict
from grader.reports import FORMATS, md
from grader.reports.github import MOST_OF_A_KIND
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

# What the runner obeys (WorkflowCommands in actions/runner); any other word is no command.
REGISTERED = {
    "error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-matcher", "remove-matcher",
    "stop-commands", "set-output", "save-state", "set-env", "add-path", "echo", "internal-set-repo-path",
}  # fmt: skip
ATTACKS = {
    **HOSTILE,
    "a title": "x::y,title=z",
    "an encoded break": "a%0A::error::b",
    "a percent sign": "100%25",
    "spaces first": "   ::set-output name=grade::100",
    "a token": "::stop-commands::x",
    "both": "##[error]x\r\n::notice title=Autograding report::{}",
    "other spaces": "\u3000::warning::x",
    "a carriage return": "x\r::warning::y",
}


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    message: str


def command_in(line: str) -> Command | None:
    """ActionCommand.TryParseV2 and TryParse of actions/runner, with its order of unescaping."""
    line = line.lstrip()
    end = line.find("::", 2)
    if line.startswith("::") and end >= 0:
        name, _, rest = line[2:end].partition(" ")
        if name.lower() in REGISTERED:
            pairs = [pair.split("=", 1) for pair in rest.strip().split(",") if "=" in pair]
            message = line[end + 2 :].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
            return Command(name, {key: unescaped(value) for key, value in pairs}, message)
    start = line.find("##[")
    close = line.find("]", start)
    if start >= 0 and close >= 0 and line[start + 3 : close].split(" ")[0].lower() in REGISTERED:
        return Command(line[start + 3 : close], {}, line[close + 1 :])
    return None


def unescaped(value: str) -> str:
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(code, sign)
    return value


def parted(graded: GradeReport, lang: str = "en") -> tuple[list[Command], str]:
    """The commands that the runner finds in the output, and the lines without any."""
    commands, rest = [], []
    for line in FORMATS["github"](graded, lang).split("\n"):
        command = command_in(line)
        if command is None:
            rest.append(line)
        else:
            commands.append(command)
    return commands, "\n".join(rest)


def failed(n: int) -> GradeReport:
    """Items that lost everything, each a point more than the one before."""
    losses = [check("v", Verdict.WRONG, 0, points) for points in range(1, n + 1)]
    return report(*(item(str(i), {"en": f"Item {i}"}, ItemState.FAILED, loss) for i, loss in enumerate(losses)))


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_no_command_is_the_summary_in_markdown(lang: str) -> None:
    _, rest = parted(sample_report(), lang)
    assert rest.lstrip("\n") == md.render(sample_report(), lang)


def test_lines_with_commands_are_those_that_start_with_two_colons() -> None:
    """A workflow parts the two with grep '^::'."""
    commands, _ = parted(sample_report())
    lines = FORMATS["github"](sample_report(), "en").split("\n")
    assert len([line for line in lines if line.startswith("::")]) == len(commands) > 5


@pytest.mark.parametrize("name", ATTACKS)
def test_a_students_text_starts_no_command_and_changes_none(name: str) -> None:
    hostile, rest = parted(report_full_of(ATTACKS[name]))
    ordinary, _ = parted(report_full_of("softmax"))
    assert [(c.name, c.properties.get("title")) for c in hostile] == [
        (c.name, c.properties.get("title")) for c in ordinary
    ]
    assert all(set(c.properties) <= {"file", "title"} for c in hostile)
    # What the runner prints of an annotation is in its log again.
    assert not any(command_in(line) for c in hostile for line in c.message.splitlines())
    assert not any(command_in(line) for line in rest.splitlines())
    assert all(line.isprintable() for line in FORMATS["github"](report_full_of(ATTACKS[name]), "en").split("\n"))


def test_signs_that_commands_are_made_of_arrive_as_they_were() -> None:
    text = "50% of a,b: c%0Ad"
    checks = check("v", Verdict.WRONG, 0, 1, Text("{x}\n{x}", {"x": text}))
    lost = item("x", {"en": "Q, K: 100%"}, ItemState.FAILED, checks)
    error = parted(report(lost, submission_name="a,b: 5%.ipynb"))[0][0]
    assert error.properties == {"file": "a,b: 5%.ipynb", "title": "Q, K: 100%: 0 of 1"}
    assert error.message == f"- v: no (-1)\n{text}\n{text}"


def test_a_name_that_shows_nothing_is_no_file() -> None:
    commands, _ = parted(report(submission_name="  "))
    assert all("file" not in command.properties for command in commands)


def test_what_cost_most_comes_first() -> None:
    commands, _ = parted(failed(3))
    assert [c.properties["title"] for c in commands if c.name == "error"] == [
        f"Item {n}: 0 of {n + 1}" for n in (2, 1, 0)
    ]


def test_there_are_never_more_annotations_of_a_kind_than_github_shows() -> None:
    findings = tuple(Finding(Level.ERROR, Text("cell failed"), n) for n in range(1, 31))
    graded = report(*failed(30).items, findings=findings)
    commands, _ = parted(graded)
    for kind, count in (("error", 30), ("warning", 30)):
        of_kind = [c for c in commands if c.name == kind]
        assert len(of_kind) == MOST_OF_A_KIND
        assert f"and {count - MOST_OF_A_KIND + 1} more" in of_kind[-1].message
    assert len([c for c in parted(failed(MOST_OF_A_KIND))[0] if c.name == "error"]) == MOST_OF_A_KIND


def test_our_own_failure_is_a_warning_and_never_an_error_of_the_student() -> None:
    broken = item("x", {"en": "MiniGPT"}, ItemState.UNGRADABLE, check("v", Verdict.UNGRADABLE, 0, 8))
    commands, _ = parted(report(broken, complete=False))
    assert [c.name for c in commands] == ["warning", "warning", "notice"]
    assert "not complete" in commands[0].message
    assert "8 could not be graded" in commands[-1].message


def test_what_waits_for_the_teacher_is_a_notice() -> None:
    waits = item("x", {"en": "X"}, ItemState.FOR_REVIEW, check("v", Verdict.FOR_REVIEW, 0, 4))
    commands, _ = parted(report(waits))
    assert {c.name for c in commands} == {"notice"}


def test_a_perfect_report_has_one_notice_with_the_points() -> None:
    commands, _ = parted(report(item("x", {"en": "X"}, ItemState.PASSED, check("v", points=1))))
    assert commands == [Command("notice", {"file": "ana.ipynb", "title": "Transformers from scratch"}, "1 of 1")]
