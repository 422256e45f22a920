"""Answers without thought: zeros, ones, the input, identity, uniform weights, constants, random numbers, None.

They have the right shape, which is the hard case: a wrong one fails everything by itself.  None may earn anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, TypeAlias

import numpy as np

from grader.audit.course import Course
from grader.audit.functional_modules import FUNCTIONAL_NAMES
from grader.audit.judged import Judgement, judge
from grader.audit.rows import Outcome, Row, listed
from grader.audit.subjects import reference_functions, reference_module, subjects
from grader.audit.worked_examples import WORKED, recited
from grader.components import Component, Form, Role
from grader.course.misconceptions import load_trivial_answers
from grader.model import Library

__all__ = ["audit_trivial_answers"]

Arrays: TypeAlias = Sequence[Any]
Shape: TypeAlias = tuple[int, ...]


def _like_first(args: Arrays) -> tuple[Shape, ...]:
    return (np.shape(args[0]),)


def _sentence(args: Arrays) -> int:
    """The tokens of the sentence that is given; "el gato duerme" where none is."""
    return len(args[0]) if args else 3


# Exercises whose answer is one number, one word or one of True and False.
ON_PAPER = (
    *("attention_parameters_8", "attention_parameters_16", "kv_gb", "kv_gb_gqa", "conversations_per_card"),
    *("model_tokens", "model_parameters", "entries_128k", "entries_growth", "code_temperature", "names_temperature"),
    *("prediction_without_positions", "prediction_with_positions", "chatbot_family", "tickets_family"),
    *("translation_family", "residual_answer"),
)

# The shapes of what a function returns, by its role, from its arguments.
SHAPES: Mapping[str, Callable[[Arrays], tuple[Shape, ...]]] = {
    "softmax": _like_first,
    "attention": lambda a: (
        (*np.shape(a[0])[:-1], np.shape(a[2])[-1]),
        (*np.shape(a[0])[:-1], np.shape(a[1])[-2]),
    ),
    "self_attention": lambda a: ((len(a[0]), np.shape(a[3])[-1]), (len(a[0]), len(a[0]))),
    "rnn_influence": lambda a: ((len(a[2]),),),
    "score_spread": lambda a: ((), ()),
    "permutation_experiment": lambda a: ((),),
    "gato_attention": lambda a: ((_sentence(a), _sentence(a)), (_sentence(a), 2)),
    "dolor_attention": lambda a: ((6,), (4,)),
    "causal_mask": lambda a: ((a[0], a[0]),),
    "padding_mask": lambda a: ((len(a[0]), a[1]),),
    "multihead": lambda a: ((*np.shape(a[0])[:-1], np.shape(a[2])[-1]),),
    "positional_encoding": lambda a: ((a[0], a[1]),),
    "layer_norm": _like_first,
    "transformer_block": _like_first,
    "kv_cache_bytes": lambda a: ((),),
    "count_parameters": lambda a: ((),),
    "attention_entries": lambda a: ((),),
    "chinchilla_tokens": lambda a: ((),),
    "chinchilla_ratio": lambda a: ((),),
    "kv_memory": lambda a: ((),),
    "sliding_window_mask": lambda a: ((a[0], a[0]),),
    "tiled_attention": lambda a: ((len(a[0]), np.shape(a[2])[-1]),),
    "sample_next": lambda a: ((),),
    "get_batch": lambda a: ((a[2], a[1]), (a[2], a[1])),
    "train_val_split": lambda a: ((len(a[0]) * 9 // 10,), (len(a[0]) - len(a[0]) * 9 // 10,)),
    "rope": _like_first,
    "rope_with_cache": lambda a: (np.shape(a[2]), *((len(c) + 1, np.shape(c)[-1]) for c in a[3:5])),
    "gqa_decode": _like_first,
    "grouped_query_attention": _like_first,
    "cross_attention": lambda a: ((len(a[0]), np.shape(a[4])[-1]), (len(a[0]), len(a[1]))),
    "combine_masks": lambda a: ((len(a[0]), 1, a[1], a[1]),),
    "rope_attention": lambda a: ((*np.shape(a[0])[:-1], np.shape(a[2])[-1]),),
    "MultiHeadAttention": _like_first,
    "TransformerBlock": _like_first,
    "MiniGPT": lambda a: ((*np.shape(a[0]), len(a[1].b_head)),),
    "Embeddings": lambda a: ((*np.shape(a[0]), np.shape(a[1])[-1]),),
    "feed_forward": _like_first,
    "FeedForward": _like_first,
    "LayerNorm": _like_first,
    "rms_norm": _like_first,
    "RMSNorm": _like_first,
    "swiglu": _like_first,
    "SwiGLU": _like_first,
    "post_ln_forward": _like_first,
    "pre_ln_forward": _like_first,
    # Exercises on paper: nothing goes in, so none has the shape of an input.
    "gato_scores": lambda a: ((3,),),
    "gato_weights": lambda a: ((3,),),
    "gato_output": lambda a: ((2,),),
    **dict.fromkeys(ON_PAPER, lambda a: ((),)),
}

Fill: TypeAlias = Callable[[Shape, Arrays], Any]
Shapes: TypeAlias = Callable[[Arrays], tuple[Shape, ...]]


def _shapes_of(role: Role, references: Mapping[str, Callable[..., Any]]) -> Shapes | None:
    """What the answer of `role` looks like; a component that isn't in the table is asked by its reference."""
    if role.name in SHAPES:
        return SHAPES[role.name]
    if role.name not in references or role.kind != "function":  # many a value solves an exercise by chance
        return None

    def shapes(args: Arrays) -> tuple[Shape, ...]:
        answer = references[role.name](*args)
        return tuple(np.shape(part) for part in (answer if isinstance(answer, tuple) else (answer,)))

    return shapes


def _identity(shape: Shape, args: Arrays) -> Any:
    rows, columns = (1, 1, *shape)[-2:]
    return np.broadcast_to(np.eye(rows, columns).reshape(shape[-2:]), shape)


def _the_input(shape: Shape, args: Arrays) -> Any:
    """The first argument, or another, that has the right shape; else the first one whatever it is."""
    given = [arg for arg in args if isinstance(arg, np.ndarray | int | float)]
    return next((arg for arg in given if np.shape(arg) == shape), args[0] if args else None)


def _a_column(shape: Shape, args: Arrays) -> Any:
    """A column of an input, or a row of it, that has the right shape; else the first column whatever it is."""
    tables = [arg for arg in args if isinstance(arg, np.ndarray) and arg.ndim > 1 and arg.size]
    cuts = [cut for table in reversed(tables) for cut in (table[..., 0], table[0])]
    return next((cut for cut in cuts if cut.shape == shape), cuts[0] if cuts else _the_input(shape, args))


def _uniform(shape: Shape, args: Arrays) -> Any:
    return np.full(shape, 1 / (shape[-1] if shape else 2))


def _uniform_mix(shape: Shape, args: Arrays) -> Any:
    """Every token the mean of all: what uniform weights give.  Where tokens aren't mixed, the weights themselves."""
    tokens = [a for a in args if isinstance(a, np.ndarray) and a.ndim > 1 and a.dtype.kind == "f"]
    source = next((a for a in reversed(tokens) if a.shape[-1] == shape[-1]), None) if len(args) > 2 else None
    return _uniform(shape, args) if source is None else np.broadcast_to(source.mean(axis=-2, keepdims=True), shape)


# By name; each gives one of the arrays that are to be returned.
FILLS: Mapping[str, Fill] = {
    "None": lambda shape, args: None,
    "zeros": lambda shape, args: np.zeros(shape),
    "ones": lambda shape, args: np.ones(shape),
    "a constant": lambda shape, args: np.full(shape, 0.37),
    "uniform weights": _uniform,
    "a uniform mix": _uniform_mix,
    "the identity": _identity,
    "the input": _the_input,
    "a column of the input": _a_column,
    "counting": lambda shape, args: np.arange(float(np.prod(shape))).reshape(shape),
    "random numbers": lambda shape, args: np.random.random(shape),
    "random signs": lambda shape, args: np.random.normal(size=shape),
    "random booleans": lambda shape, args: np.random.random(shape) < 0.5,
}


@dataclass(frozen=True, eq=False)
class Trivial:
    """Functions by role (or by the reference's name for a class), all with the same kind of answer."""

    name: str
    functions: Mapping[str, Callable[..., Any]]


def trivial_answers(form: Form, library: Library, references: Mapping[str, Callable[..., Any]]) -> Iterator[Trivial]:
    """All of them for the roles of `form`; none where the shape of a role's answer isn't known."""
    known = {role: shapes for role in form.roles if (shapes := _shapes_of(role, references)) is not None}
    if [role for role in form.roles if role not in known and not role.optional]:
        return
    for name, fill in FILLS.items():
        functions = {FUNCTIONAL_NAMES.get(r.name, r.name): _function(r, known[r], fill, library) for r in known}
        yield Trivial(name, functions)
    if any(role.name in WORKED for role in known):
        functions = {r.name: _function(r, known[r], FILLS["zeros"], library, examples=True) for r in known}
        yield Trivial("the worked examples, else zeros", functions)


def _function(
    role: Role, shapes_of: Shapes, fill: Fill, library: Library, examples: bool = False
) -> Callable[..., Any]:
    functional = role.name in FUNCTIONAL_NAMES

    def answer(*args: Any, **keywords: Any) -> Any:
        plain = [np.asarray(arg) if type(arg).__module__ == "torch" else arg for arg in args]
        told = recited(role.name, (*plain, *keywords.values())) if examples else None
        shapes = shapes_of(plain)
        filled = tuple(fill(shape, plain) for shape in shapes) if told is None else told if len(shapes) > 1 else (told,)
        if all(part is None for part in filled):  # where several values are asked too, an empty body gives one None
            return None
        if library == "torch" and not functional:
            filled = tuple(_tensor(part) for part in filled)
        return filled[0] if len(filled) == 1 else filled

    if not functional:
        answer.__signature__ = _signature(role)  # type: ignore[attr-defined]
        answer.__annotations__ = {"return": "torch.Tensor" if library == "torch" else "np.ndarray"}
    return answer


def _tensor(value: Any) -> Any:
    import torch

    return torch.tensor(np.asarray(value, dtype=np.float32)) if isinstance(value, np.ndarray) else value


def _signature(role: Role) -> Signature:
    """The contract's."""
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Signature(
        [
            Parameter(name, kind, default=Parameter.empty if at < role.required else None)
            for at, name in enumerate(role.parameters)
        ]
    )


def _generators() -> Iterator[Trivial]:
    """Texts that no model had a part in, and one that is asked and not listened to."""

    def written(new: Callable[[Any, str, int], Any]) -> Mapping[str, Callable[..., Any]]:
        def generate(
            model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
        ) -> Any:
            return new(tok, prompt, length)

        return {"generate": generate}

    yield Trivial("None", written(lambda tok, prompt, length: None))
    yield Trivial("the input", written(lambda tok, prompt, length: prompt))
    yield Trivial("an empty text", written(lambda tok, prompt, length: ""))
    yield Trivial("a constant", written(lambda tok, prompt, length: prompt + prompt[0] * length))
    yield Trivial(
        "random letters",
        written(lambda tok, prompt, length: prompt + tok.decode(np.random.randint(tok.vocab_size, size=length))),
    )


def audit_trivial_answers(course: Course, component: Component, progress: Callable[[str], None]) -> Iterator[Row]:
    """A row for each form of `component` and kind of answer; a note for a form that none are known for."""
    written = [
        Trivial(n.replace("_", " "), f) for n, f in load_trivial_answers(course.references, component.id).items()
    ]
    references = _functions_of(course, component)
    for form in component.forms:
        names = {role.name for role in form.roles}
        answers = list(_generators() if "generate" in names else _both(form, references))
        answers += [trivial for trivial in written if names & set(trivial.functions)]
        if not answers:
            got = (
                "no trivial answers are known for its roles: add their shapes to grader/audit/trivial_answers.py, or "
                f"files to trivial/{component.id}"
            )
            yield Row("trivial", f"{component.id} ({form.id})", "0 points", got, Outcome.NOTE)
        for trivial in answers:
            progress(f"{component.id}: {trivial.name}")
            for subject in subjects(component, trivial.functions, {}):
                if subject.form.id != form.id:
                    continue
                judged = judge(course, course.items[component.id], subject.ask, diagnosed=False)
                name = f"{component.id} ({form.id}): {trivial.name}"
                outcome = Outcome.FAULT if judged.points or judged.broken else Outcome.OK
                yield Row("trivial", name, "0 points", _earned(judged), outcome, judged.seconds)


def _functions_of(course: Course, component: Component) -> Mapping[str, Callable[..., Any]]:
    """The reference's, by name; none where it needs torch or can't be imported, which its own row tells."""
    try:
        needs_torch = course.references.needs_torch_(component.id)
    except SyntaxError:
        return {}
    module = None if needs_torch else reference_module(course.references, component.id)
    return {} if module is None else reference_functions(module)


def _both(form: Form, references: Mapping[str, Callable[..., Any]]) -> Iterator[Trivial]:
    if form.library != "either":
        yield from trivial_answers(form, form.library, references)
        return
    yield from trivial_answers(form, "numpy", references)
    for trivial in trivial_answers(form, "torch", references):
        yield Trivial(f"{trivial.name}, torch", trivial.functions)


def _earned(judged: Judgement) -> str:
    if judged.broken:
        return f"the check itself breaks off: {listed(judged.breakages)}"
    passed = [check.id for check in judged.grade.checks if check.points]
    if not passed:
        return "0 points"
    remedy = "ask more there, or name it in the form's `supporting`: it then counts only beside another check"
    return f"{float(judged.points):g} points: {', '.join(passed)}; {remedy}"
