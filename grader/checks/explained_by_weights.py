"""The student's own parameters, put into the reference, explain what the student's module gives.

The parameters hold random values that we chose.  Each reading of them as the reference's weights is tried
(:mod:`grader.layouts`); nothing that the reference gives ever leaves our process.  Where no reading explains the
module, known slips are tried in the reference's place, to name them.  What nothing explains is WRONG if a
property of the component is broken too, and for the teacher's eye if all of them hold (contract, *Weights*).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import Booleans
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import build, forward, randomise
from grader.checks.student import References, Settled, Student, settled_by
from grader.checks.token_mixing import learn_masks, trial_mask
from grader.checks.token_modules import TokenModule, constructor_values, token_module
from grader.compare import Tolerance, compare, tolerance_for
from grader.layouts.attention import attention_readings, scaled
from grader.layouts.block import with_unbiased_variance
from grader.layouts.minigpt import minigpt_readings, with_blocks
from grader.layouts.pieces import from_vector, parameters_of
from grader.layouts.search import Change, Explanation, Forward, Probe, Reading, Supply, as_it_is, closest, explain
from grader.layouts.unplaced import Experiment, Search, unplaced_in_attention
from grader.layouts.weights import AttentionWeights, MiniGPTWeights
from grader.model import Array, ModuleDescription, Returned, SetParameters, Text, Verdict

__all__ = [
    "Evidence",
    "attention_explained",
    "experiment",
    "log_softmax",
    "masked_probes",
    "minigpt_logits_explained",
    "module_probes",
    "scale_slips",
    "unexplained",
]

Numbers = NDArray[np.float64]
Property = Callable[[Student], Text | None]
W = TypeVar("W")


@dataclass(frozen=True, eq=False)
class Evidence(Generic[W]):
    """What a module gave, and the readings of its parameters.

    `explained` tries any forward in the reference's place, so a known-wrong variant is sought in the same way.
    `masked` asks for probes with masks in the course's own convention, whatever the module makes of them: they say
    nothing of the values, but they tell mistakes about masks apart.  `unplaced` is asked where no reading explains it.
    """

    n_heads: int
    probes: tuple[Probe, ...]
    readings: Callable[[], Iterator[Reading[W]]]
    masked: Callable[[], tuple[Probe, ...]] = tuple
    unplaced: Search[W] | None = None

    @cached_property
    def supply(self) -> Supply[W]:
        return Supply(self.readings())

    def explained(self, by: Forward, change: Change[W] = as_it_is) -> Explanation[W] | None:
        found = explain(by, self.supply, self.probes, change=change)
        if found is None and self.unplaced is not None:
            found = self.unplaced.explained(by, change, self.probes)
        return found


class ScaleSlip(NamedTuple):
    """`factor`: how much too large a wrong divisor makes the scores; `mistake`: its id in components that name it."""

    factor: float
    what: Text
    mistake: str


def scale_slips(d_model: int, n_heads: int) -> list[ScaleSlip]:
    d_k = d_model / n_heads
    slips = [
        ScaleSlip(math.sqrt(d_k), Text("the scores are not divided by √d_k"), "no_scaling"),
        ScaleSlip(
            1 / math.sqrt(n_heads),
            Text("the scores are divided by √d_model, not by the √d_k of one head"),
            "divided_by_the_root_of_d_model",
        ),
        ScaleSlip(1 / math.sqrt(d_k), Text("the scores are divided by d_k, not by √d_k"), "divided_by_d_k"),
        ScaleSlip(d_k, Text("the scores are multiplied by √d_k, not divided by it"), "multiplied_by_the_root"),
        ScaleSlip(
            math.sqrt(d_k / n_heads),
            Text("the scores are divided by the root of the number of heads, not by √d_k"),
            "divided_by_the_root_of_the_number_of_heads",
        ),
    ]
    return [slip for slip in slips if abs(slip.factor - 1) > 1e-9]


# Multi-head attention


def attention_explained(
    student: Student, d_model: int, n_heads: int, properties: Sequence[Property] = ()
) -> Text | None:
    """None where some reading of its parameters explains the class in role ``MultiHeadAttention``."""
    module = token_module(student, "MultiHeadAttention", d_model, n_heads)
    asked = Text("MultiHeadAttention({d}, {h}) with random parameters", {"d": d_model, "h": n_heads})
    probes = module_probes(module, asked)
    trials = experiment(module, probes, asked)
    evidence = Evidence(
        n_heads,
        probes,
        lambda: attention_readings(module.parameters, d_model, n_heads),
        lambda: masked_probes(module, asked),
        unplaced_in_attention(module.parameters, d_model, n_heads, trials, student.dice("unplaced")),
    )
    reference = student.references.multihead.multi_head_attention

    def right(weights: AttentionWeights, x: Numbers, allowed: Booleans | None) -> Numbers:
        output: Numbers = reference(x, weights, n_heads, allowed)
        return output

    student.memo[f"evidence-MultiHeadAttention-{n_heads}"] = evidence
    found = evidence.explained(right)
    if found is not None:
        _note(student, found)
        return None
    for factor, what, _ in scale_slips(d_model, n_heads):
        change = lambda r, f=factor: replace(r, weights=scaled(r.weights, f))
        if evidence.explained(right, change) is not None:
            return Text("{asked}: the outputs are right but for one thing: {what}.", {"asked": asked, "what": what})
    raise unexplained(student, evidence, right, module.module, asked, properties)


def module_probes(
    module: TokenModule, asked: Text, tolerance: Tolerance | None = None, spread: float = 1.0
) -> tuple[Probe, ...]:
    """The module's outputs without a mask and, where it takes one that acts as a mask, with two kinds of masks.

    A module that is causal by itself is known to be so: its probes say it to the reference.  `spread` is the
    inputs' standard deviation: where norms come first, a larger one keeps their eps from showing.
    """
    student = module.student
    dice = student.dice("probes")
    masks = learn_masks(module.mixer)
    causal = np.tril(np.ones((7, 7), dtype=np.bool_))
    # A small one first: it sifts.
    cases: list[tuple[int, int, Booleans | None]] = [(1, 3, None), (2, 7, None)]
    if masks.convention is not None:
        cases += [(2, 7, causal), (3, 7, trial_mask(dice, 7, masks.causal))]
    probes = []
    for batch, n, allowed in cases:
        x = dice.normal(0, spread, (batch, n, module.d_model)).astype(np.float32).astype(np.float64)
        got = module(x, allowed, asked)
        known = causal[:n, :n] if masks.causal and allowed is None else allowed
        probes.append(Probe((x, known), got.data.astype(np.float64), tolerance or tolerance_for(got.dtype)))
    return tuple(probes)


def masked_probes(
    module: TokenModule, asked: Text, tolerance: Tolerance | None = None, spread: float = 1.0
) -> tuple[Probe, ...]:
    """The module's outputs with masks for all samples alike and for each its own; none where it fails on one."""
    dice = module.student.dice("masked-probes")
    kinds = [trial_mask(dice, 7), np.tril(np.ones((7, 7), dtype=np.bool_))]
    kinds.append(np.stack([trial_mask(dice, 7) for _ in range(3)])[:, None])
    probes = []
    for allowed in kinds:
        x = dice.normal(0, spread, (3, 7, module.d_model)).astype(np.float32).astype(np.float64)
        try:
            got = module(x, allowed, asked)
        except Settled:
            return ()
        probes.append(Probe((x, allowed), got.data.astype(np.float64), tolerance or tolerance_for(got.dtype)))
    return tuple(probes)


def experiment(module: TokenModule, probes: Sequence[Probe], asked: Text) -> Experiment:
    """Calls `module` on the inputs of the first two of `probes`, which have no mask, with other values in vectors."""
    shapes = [parameter.shape for parameter in module.module.parameters]

    def run(vectors: Mapping[int, Numbers]) -> tuple[Probe, ...]:
        values = {i: from_vector(v, shapes[i], module.d_model, module.n_heads) for i, v in vectors.items()}
        module.set(values, asked)
        outputs = [module(probe.inputs[0], None, asked).data.astype(np.float64) for probe in probes[:2]]
        module.set({}, asked)
        return tuple(replace(probe, output=output) for probe, output in zip(probes, outputs, strict=False))

    return run


# MiniGPT

# Not the 4 heads that are the constructor's default: a model that always has those is none.
_V, _D, _H, _L, _CONTEXT = 11, 20, 5, 2, 9
_ORDER = ("vocab_size", "d_model", "n_heads", "n_layers", "context")


def minigpt_logits_explained(
    student: Student,
    properties: Sequence[Property] = (),
    logits: Callable[[Student, str, NDArray[Any], int], Numbers] | None = None,
) -> Text | None:
    """None where some mapping of the weights gives the logits of the class in role ``MiniGPT``.

    Builds its own small model, and asks it by `logits(student, handle, idx, vocab_size)` if given.
    For ``Claim("values", Text("exact logits by weights"), ...)``: pass the component's property claims (``holds``
    functions) as `properties`.  Where no mapping explains the logits, the verdict is WRONG if one of them is
    broken, and FOR_REVIEW if all of them hold (contract, *Weights*).
    """
    sizes = {"vocab_size": _V, "d_model": _D, "n_heads": _H, "n_layers": _L, "context": _CONTEXT}
    asked = Text(
        "MiniGPT({vocab_size}, {d_model}, {n_heads}, {n_layers}, {context}) with random parameters", dict(sizes)
    )
    handle, module = build(student, "MiniGPT", _ORDER, constructor_values(student.found["MiniGPT"], **sizes), asked)
    values = _wide_tables(student, handle, module, asked)
    dice = student.dice("minigpt-probes")
    probes = []
    for batch, n in ((1, 3), (2, 7)):
        # No token beyond the context: a table of positions that is indexed by tokens is then wrong, and no IndexError.
        idx = dice.integers(0, min(_V, _CONTEXT), (batch, n))
        if logits is None:
            got = forward(student, "MiniGPT", handle, idx, asked=asked).data.astype(np.float64)
        else:
            got = logits(student, handle, idx, _V)
        probes.append(Probe((idx,), log_softmax(got), _THROUGH_NORMS))
    table = student.references.positional_encoding.positional_encoding(_CONTEXT, _D)
    parameters = parameters_of(module, values)
    evidence = Evidence(
        _H,
        tuple(probes),
        lambda: minigpt_readings(parameters, _D, _H, _L, _V, _CONTEXT, {"sines and cosines": np.asarray(table)}),
    )
    student.memo["evidence-MiniGPT"] = evidence
    return _minigpt_verdict(student, evidence, module, asked, properties)


# An eps of 1e-12 or 1e-3 in a norm changes outputs by up to 1e-3; every catalogued mistake by more than 1e-2.
_THROUGH_NORMS = Tolerance(2e-3, 2e-3)


def _wide_tables(student: Student, handle: str, module: ModuleDescription, asked: Text) -> tuple[Numbers, ...]:
    """Random parameters with embeddings of standard deviation 2, so that the size of a norm's eps doesn't show."""
    drawn = [p.data for p in randomise(student, handle, module, student.dice("minigpt"), asked)]
    for i, parameter in enumerate(module.parameters):
        if _V in parameter.shape or _CONTEXT in parameter.shape:
            drawn[i] = student.dice(f"table-{i}").normal(0, 2, parameter.shape).astype(np.float32).astype(np.float64)
    reply = student.ask(SetParameters(handle, tuple(Array(data, "torch") for data in drawn)))
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return tuple(drawn)


def log_softmax(logits: Numbers) -> Numbers:
    """Logits up to a constant per position, which no loss and no sampling sees: log-probabilities are as good."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    result: Numbers = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def _minigpt_verdict(
    student: Student,
    evidence: Evidence[MiniGPTWeights],
    module: ModuleDescription,
    asked: Text,
    properties: Sequence[Property],
) -> Text | None:
    references = student.references
    gelu = _model(references, "gelu")
    for activation in ("gelu", "gelu_tanh"):
        for change in (as_it_is, _unbiased):
            found = evidence.explained(_model(references, activation), change)
            if found is not None:
                if change is _unbiased:
                    student.note(Text("Your layer norms divide by d - 1 in the variance; d was asked."))
                _note(student, found)
                return None
    slips: list[tuple[Forward, Callable[..., Any], Text]] = [
        (_model(references, "gelu", heads=4), as_it_is, Text("there are 4 heads, whatever n_heads says")),
        (_model(references, "gelu", post=True), as_it_is, Text("the norms come after the sums (post-LN), not before")),
        (_model(references, "relu"), as_it_is, Text("the FFN has ReLU where GELU was asked")),
        (_model(references, "gelu", last_norm=False), as_it_is, Text("there is no layer norm before the head")),
        (_model(references, "gelu", again=True), as_it_is, Text("the positions are added again in every block")),
    ]
    slips += [
        (gelu, lambda r, f=f: with_blocks(r, lambda b: replace(b, attention=scaled(b.attention, f))), what)
        for f, what, _ in scale_slips(_D, _H)
    ]
    for forward_, change, what in slips:
        if evidence.explained(forward_, change) is not None:
            return Text("{asked}: the logits are right but for one thing: {what}.", {"asked": asked, "what": what})
    raise unexplained(student, evidence, gelu, module, asked, properties)


def _unbiased(reading: Reading[MiniGPTWeights]) -> Reading[MiniGPTWeights]:
    d = reading.weights.gain.shape[-1]
    whole = with_blocks(reading, with_unbiased_variance)
    return replace(whole, weights=replace(whole.weights, gain=whole.weights.gain * ((d - 1) / d) ** 0.5))


def _model(
    references: References,
    activation: str,
    post: bool = False,
    last_norm: bool = True,
    again: bool = False,
    heads: int = _H,
) -> Forward:
    """The reference model as log-probabilities, or one that differs from it in one thing."""
    block_module, model = references.block, references.minigpt
    act = getattr(block_module, activation)

    def run(weights: MiniGPTWeights, idx: NDArray[np.integer]) -> Numbers:
        if not post and last_norm and not again:
            return log_softmax(model.minigpt(idx, weights, heads, act))
        n = idx.shape[-1]
        x = weights.token_embedding[idx] + weights.position_embedding[:n]
        layer = block_module.post_ln_block if post else block_module.pre_ln_block
        for depth, block in enumerate(weights.blocks):
            if again and depth:
                x = x + weights.position_embedding[:n]
            x = layer(x, block, _H, np.tril(np.ones((n, n), dtype=np.bool_)), act)
        if last_norm:
            x = block_module.layer_norm(x, 1e-5, weights.gain, weights.bias)
        return log_softmax(x @ weights.W_head + weights.b_head)

    return run


# What is left


def _note(student: Student, found: Explanation[Any]) -> None:
    if found.reading.note is not None:
        student.note(found.reading.note)


def unexplained(
    student: Student,
    evidence: Evidence[Any],
    right: Forward,
    module: ModuleDescription,
    asked: Text,
    properties: Sequence[Property],
) -> Settled:
    """WRONG where parameters are missing or a property is broken, else for the teacher's eye."""
    if module.unregistered:
        return Settled(
            Verdict.WRONG,
            Text(
                "{asked}: torch doesn't see the parameters in {paths}: they sit in a plain Python list or dict. "
                "Use nn.ModuleList or nn.ParameterList.",
                {"asked": asked, "paths": ", ".join(module.unregistered[:3])},
            ),
        )
    values: dict[str, str | int | float | Text] = {"asked": asked, "count": len(module.parameters)}
    near = closest(right, evidence.readings(), evidence.probes[0])
    if not np.isfinite(evidence.probes[0].output).any():
        message = Text("{asked}: the outputs are not finite numbers.", values)
    elif near is None:
        message = Text(
            "{asked}: its {count} parameters are not those that the course's formula needs, in any form that we know.",
            values,
        )
    else:
        reading, output = near
        difference = compare(output, evidence.probes[0].output, evidence.probes[0].tolerance).difference
        values["difference"] = (
            describe_difference(Text("closest, {layout}", {"layout": reading.layout}), difference)
            if difference is not None
            else Text("the first call agrees, another one doesn't")
        )
        message = Text(
            "{asked}: with your own {count} parameters put into the course's formula, in every order and form "
            "that we know, other outputs come out. {difference}",
            values,
        )
    if any(_broken(holds, student) for holds in properties):
        return Settled(Verdict.WRONG, message)
    return Settled(
        Verdict.FOR_REVIEW,
        Text("{message} All other properties hold, so a teacher will look at it.", {"message": message}),
    )


def _broken(holds: Property, student: Student) -> bool:
    try:
        return holds(student) is not None
    except Settled as settled:
        return settled.verdict not in (Verdict.NOT_APPLICABLE, Verdict.FOR_REVIEW)
