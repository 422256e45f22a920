"""Properties of whatever lets tokens attend to each other, a function or a module: who sees whom, and in what order.

None of them compares with the reference, so a wrong number inside costs the value checks and not these.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import (
    CONVENTIONS,
    COURSE,
    Booleans,
    MaskConvention,
    convention_of,
    detect,
    remember,
    uneven_mask,
)
from grader.checks.student import Settled, Student, index_text, number_text
from grader.compare import Tolerance, compare
from grader.model import Array, Library, Text, Verdict

__all__ = [
    "CAUSAL_UNASKED",
    "Masks",
    "Mixer",
    "influence",
    "is_known_to_mix",
    "keeps_samples_apart",
    "learn_masks",
    "mask_hides_exactly",
    "permutes_with_tokens",
    "require_mixing",
    "trial_mask",
]

Numbers = NDArray[np.float64]

CAUSAL_UNASKED = Text(
    "Without a mask, every token must see every other; yours is causal even then. The mask is to come from outside: "
    "forward(x, mask)."
)
_N = 6
# float32 sums in another order differ by about 1e-6 for outputs of order 1.
_SAME = Tolerance(5e-5, 1e-4)
# Where masks are looked at: small tokens, so that even scores which are multiplied by √d_k leave every weight above 0.
_SMALL = 0.4
_MOVED, _FAR = 3e-5, 16.0


@dataclass(frozen=True, eq=False)
class Mixer:
    """`run(x, mask, asked)` gives the output of x (batch, n, d_model) in the same shape, or settles a verdict.

    `mask` goes to the student as it is.  `batch` is 1 for what takes one sequence only.
    What is found out is remembered by `role`.
    """

    student: Student
    role: str
    library: Library
    d_model: int
    batch: int
    takes_mask: bool
    run: Callable[[Numbers, Array | None, Text], Numbers]

    def __call__(self, x: Numbers, allowed: Booleans | None, asked: Text) -> Numbers:
        """The output where `allowed` says who may attend to whom, in the student's own convention."""
        mask = None if allowed is None else convention_of(self.student).encode(allowed, self.library)
        return self.run(x, mask, asked)


def _mixing_key(role: str) -> str:
    return f"mixing-{role}"


def is_known_to_mix(student: Student, role: str) -> bool:
    """Has `require_mixing` found it to be so before?  Nothing need be built to find it again."""
    return student.memo.get(_mixing_key(role)) is True


def require_mixing(mixer: Mixer) -> None:
    """Settled WRONG where no token depends on another, or the output is an affine function of x.

    Zeros, the input itself, a mean over tokens and noise have many properties of attention.
    """
    key = _mixing_key(mixer.role)
    if key not in mixer.student.memo:
        dice = mixer.student.dice(key)
        x = dice.normal(0, 1, (mixer.batch, _N, mixer.d_model))
        step = dice.normal(0, 1, x.shape)
        asked = Text("a call without a mask")
        before, again, ahead, behind = (mixer.run(z, None, asked) for z in (x, x, x + step, x - step))
        one = x.copy()
        one[0, 2] += step[0, 2]
        change = np.abs(mixer.run(one, None, asked) - before).max(axis=-1)
        change[0, 2] = 0
        straight = np.allclose(ahead + behind, 2 * before, rtol=1e-3, atol=1e-3)
        mixer.student.memo[key] = bool(
            np.allclose(before, again, rtol=1e-4, atol=1e-4) and (change > 1e-4).any() and not straight
        )
    if not mixer.student.memo[key]:
        raise Settled(
            Verdict.WRONG,
            Text(
                "No attention is at work here yet: no output depends on another token, or all depend on them in a "
                "way that doesn't look at what the tokens say, or two equal calls differ."
            ),
        )


def influence(
    run: Callable[[Numbers], Numbers], x: Numbers, dice: np.random.Generator, size: float = 1.0
) -> Booleans | None:
    """(B, n, n): does output row i move when token j is changed by about `size`?  None where something isn't finite.

    The diagonal says nothing of masks: a token always moves its own row, by its query.
    """
    near, far = changes(run, x, dice, size)
    if not np.isfinite(near).all():
        return None
    # A blocked key may keep a weight of 1e-6; an allowed one has 1e-3 and more here.  One of 1e-5, as a score of
    # -10 leaves it, shows where the token goes far; what isn't finite there is a softmax that isn't stable.
    moved: Booleans = (near > _MOVED) | (np.nan_to_num(far, nan=0.0, posinf=0.0) > _MOVED)
    return moved


def changes(
    run: Callable[[Numbers], Numbers], x: Numbers, dice: np.random.Generator, size: float
) -> tuple[Numbers, Numbers]:
    """(B, n, n) each: by how much does output row i move when token j is changed by about `size`, and much farther?"""
    before = run(x)
    n = x.shape[-2]
    moved = np.zeros((2, *x.shape[:-2], n, n))
    for j in range(n):
        step = size * dice.choice([-1.0, 1.0], x.shape[-1]) * dice.uniform(0.5, 1.5, x.shape[-1])
        for k, times in enumerate((1.0, _FAR)):
            other = x.copy()
            other[..., j, :] += times * step
            moved[k, ..., :, j] = np.abs(run(other) - before).max(axis=-1)
    return moved[0], moved[1]


def trial_mask(dice: np.random.Generator, n: int, causal: bool = False) -> Booleans:
    """(n, n), each token seeing itself; only the past of what is causal by itself."""
    allowed = uneven_mask(dice, n, n) | np.eye(n, dtype=np.bool_)
    return np.tril(allowed) if causal else allowed


@dataclass(frozen=True)
class Masks:
    """`causal`: no token sees a later one, even without a mask.  `convention`: None where no mask acts by any.

    `raises`: what the mask marks as False gets a higher score in the place of a lower one.  `lowers`: it gets a lower
    one, that isn't low enough.
    """

    causal: bool
    convention: MaskConvention | None
    raises: bool = False
    lowers: bool = False


def learn_masks(mixer: Mixer) -> Masks:
    """Find out, once, whether the student's code is causal by itself and by which convention it takes a mask."""
    key = f"masks-{mixer.role}"
    if key not in mixer.student.memo:
        mixer.student.memo[key] = _learned(mixer, mixer.student.dice(key))
    known: Masks = mixer.student.memo[key]
    return known


def _learned(mixer: Mixer, dice: np.random.Generator) -> Masks:
    x = dice.normal(0, _SMALL, (1, _N, mixer.d_model))
    moves = int(dice.integers(2**31))

    def sees(mask: Array | None) -> Booleans | None:
        try:
            seen = influence(lambda z: mixer.run(z, mask, Text("mask")), x, np.random.default_rng(moves), _SMALL)
        except Settled as settled:
            if settled.verdict.is_dirty_ending:
                raise
            return None
        return None if seen is None else seen[0] | np.eye(_N, dtype=np.bool_)

    free = sees(None)
    causal = free is not None and np.array_equal(free, np.tril(np.ones((_N, _N), dtype=np.bool_)))
    allowed = trial_mask(dice, _N, causal)
    found = detect(allowed, mixer.library, sees) if mixer.takes_mask else None
    lowers = False
    if mixer.takes_mask and (found is None or found.meaning == "additive"):
        left = _influence_left(mixer, x, allowed, moves)
        lowers = left < (_LITTLE if found is None else _LESS)
        found = None if lowers else found
    raises = found is not None and found.meaning == "block" and _changes_what_it_allows(mixer, x, found)
    if raises:
        found = None
    if found is not None:
        remember(mixer.student, found)
    return Masks(causal, found, raises, lowers)


# Of the outputs' size, in units of their type's precision.  Whoever fills or lowers what is blocked leaves the rest
# exactly as it is, and a division by another sum costs a few units; a score that was raised by 300 has lost 8 bits.
_ROUNDED = 10.0


def _changes_what_it_allows(mixer: Mixer, x: Numbers, convention: MaskConvention) -> bool:
    """Are outputs others, be it by rounding, under a mask by which everyone may attend to everyone?

    (1 - mask) * 300 hides by `convention` what is marked as True, but only since all the rest is raised above it.
    """
    everyone = convention.encode(np.ones((_N, _N), dtype=np.bool_), mixer.library)
    try:
        free, masked = (mixer.run(x, mask, Text("mask")) for mask in (None, everyone))
    except Settled as settled:
        if settled.verdict.is_dirty_ending:
            raise
        return False
    precision = np.finfo(np.float32 if np.array_equal(free, free.astype(np.float32)) else np.float64).eps
    return bool(np.abs(masked - free).max() > _ROUNDED * precision * np.abs(free).max())


# How much of its influence a blocked token keeps: a score of -5 leaves 0.7 % of it.  A mask after the softmax leaves
# some hundredths by the sum that is divided by, and one that is ignored or reaches some heads alone leaves far more.
_LITTLE = math.exp(-4)
# What is really added lowers by 1 in the place of False, which leaves a token about half of it among six.
_LESS = math.exp(-1.5)


def _influence_left(mixer: Mixer, x: Numbers, allowed: Booleans, moves: int) -> float:
    """Which part of its influence a token keeps where a mask of True and False blocks it; infinity if none is taken.

    (1 - mask) * -10 blocks too when it's handed 0 and -inf.
    """
    hidden = ~allowed & np.tri(_N, dtype=np.bool_) if np.array_equal(allowed, np.tril(allowed)) else ~allowed
    for convention in CONVENTIONS:
        if convention.meaning != COURSE.meaning or not hidden.any():
            continue
        mask = convention.encode(allowed, mixer.library)
        try:
            free, masked = (
                changes(lambda z, m=m: mixer.run(z, m, Text("mask")), x, np.random.default_rng(moves), _SMALL)[0][0]  # type: ignore[misc]
                for m in (None, mask)
            )
        except Settled as settled:
            if settled.verdict.is_dirty_ending:
                raise
            continue
        if not free[hidden].min() > _MOVED:
            return math.inf  # no attention between all tokens, so it isn't by the mask that some have no influence
        left = float(np.median(masked[hidden] / np.maximum(free[hidden], 1e-12)))
        return left if math.isfinite(left) else math.inf
    return math.inf


def mask_hides_exactly(
    mixer: Mixer, shapes: Sequence[str], known_leak: Callable[[], Text | None] = lambda: None
) -> Text | None:
    """None where masks of each of `shapes` hide what they block from every sample and head, and nothing else.

    `known_leak` says why a token reaches an output from which the mask should keep it, where it isn't by the mask.
    """
    if not mixer.takes_mask:
        name = mixer.student.found[mixer.role].name
        return Text("`{name}` takes no mask; a parameter mask=None at the end was asked.", {"name": name})
    masks, convention = learn_masks(mixer), convention_of(mixer.student)
    dice = mixer.student.dice("mask-shapes")
    x = dice.normal(0, _SMALL, (mixer.batch, _N, mixer.d_model))
    for shape in shapes:
        several = np.stack([trial_mask(dice, _N, masks.causal) for _ in range(mixer.batch)])
        if shape == "(n, n)":
            several[:] = several[0]
        asked = Text("a mask of shape {shape}", {"shape": shape})
        encoded = convention.encode(several[0] if shape == "(n, n)" else several[:, None], mixer.library)
        moves = int(dice.integers(2**31))
        run = lambda z, m=encoded, a=asked: mixer.run(z, m, a)
        seen = influence(run, x, np.random.default_rng(moves), _SMALL)
        if seen is None:
            return Text("{asked}: the output is not finite, though every token may attend to itself.", {"asked": asked})
        # Where what is blocked is raised, its tokens stand out in every head, as if heads mixed them.
        leak = (lambda: None) if masks.raises or masks.lowers else known_leak
        wrong = _misplaced(seen, several, asked, lambda leak=leak: leak() or _why_it_leaks(mixer))  # type: ignore[misc]
        if wrong is not None:
            return wrong
    return None


def _why_it_leaks(mixer: Mixer) -> Text:
    """The mask's own mistake, unless tokens get mixed along another way than that of attention."""
    if learn_masks(mixer).raises:
        return Text("What the mask marks as False gets a higher score in your heads, and it must get a lower one.")
    if learn_masks(mixer).lowers:
        return Text(
            'What the mask blocks keeps a small weight in your heads: the number that stands for "blocked" isn\'t low '
            "enough."
        )
    if learn_masks(mixer).causal or permutes_with_tokens(mixer) is None:
        return Text("The mask must act before the softmax, in every head.")
    return Text(
        "That may not be the mask's doing: without one too, tokens get mixed in another way than by attention "
        "(permuting them doesn't permute the outputs). Mend that first."
    )


def _misplaced(seen: Booleans, allowed: Booleans, asked: Text, why: Callable[[], Text]) -> Text | None:
    other = ~np.eye(seen.shape[-1], dtype=np.bool_)
    leaks, overdone = np.argwhere(seen & ~allowed & other), np.argwhere(~seen & allowed & other)
    if not len(leaks) and not len(overdone):
        return None
    sample, i, j = (int(v) for v in (leaks if len(leaks) else overdone)[0])
    values: dict[str, str | int | float | Text] = {"asked": asked, "sample": sample, "i": i, "j": j}
    if len(leaks):
        return Text(
            "{asked}: token {i} may not attend to token {j} (sample {sample}), yet its output moves when token {j} "
            "changes. {why}",
            values | {"why": why()},
        )
    return Text(
        "{asked}: token {i} may attend to token {j} (sample {sample}), yet its output stays as it is when token {j} "
        "changes.",
        values,
    )


def permutes_with_tokens(mixer: Mixer) -> Text | None:
    """Without positions and masks, tokens in another order give the same outputs in that order."""
    dice = mixer.student.dice("permute")
    x = dice.normal(0, 1, (mixer.batch, _N, mixer.d_model))
    order = np.array([2, 0, 4, 1, 5, 3])  # no token stays, none is exchanged with another
    asked = Text("a call without a mask, tokens in another order")
    expected, got = mixer.run(x, None, asked)[:, order], mixer.run(x[:, order], None, asked)
    difference = compare(expected, got, _SAME).difference
    if difference is None:
        return None
    if learn_masks(mixer).causal:
        return CAUSAL_UNASKED
    return Text(
        "Permuting the tokens must permute the outputs in the same way. At {index} of the output, {got} came back "
        "instead of {expected}: are tokens mixed with features where heads are split or merged?",
        {
            "index": index_text(difference.index),
            "got": number_text(difference.got),
            "expected": number_text(difference.expected),
        },
    )


def keeps_samples_apart(mixer: Mixer) -> Text | None:
    """Each sample of a batch comes out as it does alone."""
    x = mixer.student.dice("samples").normal(0, 1, (mixer.batch, _N, mixer.d_model))
    together = mixer.run(x, None, Text("a batch of {batch}", {"batch": mixer.batch}))
    if mixer.student.memo.get(f"single-{mixer.role}"):
        return Text("Only one sequence (n, d_model) at a time is taken; a batch (B, n, d_model) was asked.")
    alone = np.concatenate([mixer.run(x[i : i + 1], None, Text("a batch of 1")) for i in range(mixer.batch)])
    difference = compare(alone, together, _SAME).difference
    if difference is None:
        return None
    return Text(
        "Sample {sample} of a batch comes out otherwise than alone: at {index}, {got} instead of {expected}. "
        "The samples of a batch must not see each other.",
        {
            "sample": difference.index[0] if difference.index else 0,
            "index": index_text(difference.index),
            "got": number_text(difference.got),
            "expected": number_text(difference.expected),
        },
    )
