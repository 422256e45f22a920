"""What a teacher has written beside points stays until it's changed or taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli import main
from tests.classroom.stub_grader import StubGrader
from tests.classroom.test_awards import REST, fill, given, grade, points, stub, table  # noqa: F401 - fixtures


@pytest.mark.parametrize(
    ("second", "left"),
    [(("4", ""), (4, "well seen")), (("4", "-"), (4, "")), (("4", "now"), (4, "now")), (("-", ""), (None, ""))],
)
def test_an_empty_comment_changes_nothing(
    stub: StubGrader,  # noqa: F811
    given: Path,  # noqa: F811
    second: tuple[str, str],
    left: tuple[int | None, str],
) -> None:
    output = grade(given)
    fill(output / "to_review.csv", ana=("3", "well seen"))
    assert main(["award", str(output)]) == 0
    fill(output / "to_review.csv", ana=second)
    assert main(["award", str(output)]) == 0
    ana = next(row for row in table(output) if row["student"] == "ana")
    assert ana["comment"] == left[1]
    assert points(output)["ana"] == (None if left[0] is None else REST + left[0])
