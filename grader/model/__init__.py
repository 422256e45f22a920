"""The nouns: frozen dataclasses and enums that flow through the pipeline.

No input or output happens here and nothing is imported but the standard library.  NumPy's arrays,
the one kind of plain data that the course is about, are named in annotations only, so that what needs the
nouns and no arithmetic (reading a notebook, spawning its kernel) starts at once.
"""

from grader.model.asking import (
    Ask,
    BuildModule,
    Call,
    CallFunction,
    CallMethod,
    CallModule,
    Counted,
    FitModule,
    Generate,
    Inspect,
    LibraryCall,
    NoReply,
    Raised,
    ReadAttribute,
    ReadParameters,
    ReadVariable,
    Reply,
    Returned,
    SetParameters,
    Spied,
    StandIn,
    Substituted,
    Witnessed,
    innermost,
)
from grader.model.definitions import Definition, Definitions, Parameter, definitions_from
from grader.model.grades import CheckGrade, Forfeit, FormGrade, GradeReport, ItemGrade, ItemState
from grader.model.misconception import Misconception
from grader.model.modules import ModuleDescription, ParameterDescription, SubmoduleDescription, module_from
from grader.model.results import CheckResult, Diagnosis, Finding, Level, Observation
from grader.model.rubric import CheckEntry, Forbidden, Item, Limits, Rubric
from grader.model.submission import Cell, CellOutcome, Execution, Submission
from grader.model.text import Text
from grader.model.values import Array, Library, Opaque, Value
from grader.model.verdict import Verdict

__all__ = [
    "Array",
    "Ask",
    "BuildModule",
    "Call",
    "CallFunction",
    "CallMethod",
    "CallModule",
    "Cell",
    "CellOutcome",
    "CheckEntry",
    "CheckGrade",
    "CheckResult",
    "Counted",
    "Definition",
    "Definitions",
    "Diagnosis",
    "Execution",
    "Finding",
    "FitModule",
    "Forbidden",
    "Forfeit",
    "FormGrade",
    "Generate",
    "GradeReport",
    "Inspect",
    "Item",
    "ItemGrade",
    "ItemState",
    "Level",
    "Library",
    "LibraryCall",
    "Limits",
    "Misconception",
    "ModuleDescription",
    "NoReply",
    "Observation",
    "Opaque",
    "Parameter",
    "ParameterDescription",
    "Raised",
    "ReadAttribute",
    "ReadParameters",
    "ReadVariable",
    "Reply",
    "Returned",
    "Rubric",
    "SetParameters",
    "Spied",
    "StandIn",
    "Submission",
    "SubmoduleDescription",
    "Substituted",
    "Text",
    "Value",
    "Verdict",
    "Witnessed",
    "definitions_from",
    "innermost",
    "module_from",
]
