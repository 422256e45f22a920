"""The teacher's files, turned into data: the rubric and the reference solutions.

What is wrong in them is never a student's loss: every fault is a :class:`~grader.errors.CourseError`
with ``file:line:column: what: remedy``, and all faults of a rubric are reported at once.

The rubric is read by plain code over YAML *nodes*, not by a schema library over loaded data.
A schema library stops at the first layer that fails, so that a misspelt key would hide
points that don't add up; here each value is checked where it stands and the rest goes on.
"""

from grader.course.assignments import assignment_in, course_directory, rubrics_of
from grader.course.misconceptions import load_misconceptions, read_misconceptions
from grader.course.references import CourseReferences, load_references
from grader.course.rubric import find_rubric, load_rubric

__all__ = [
    "CourseReferences",
    "assignment_in",
    "course_directory",
    "find_rubric",
    "load_misconceptions",
    "load_references",
    "load_rubric",
    "read_misconceptions",
    "rubrics_of",
]
