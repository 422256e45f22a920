"""What an exception in the student's code most likely means, and what to look at.

A table from the error's type and text to a reason.  The texts are those of NumPy 1.26-2.4, torch 2.4-2.13 and
CPython 3.11-3.14; one that isn't in the table gets no diagnosis, which is better than a wrong one.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.model import Diagnosis, Raised, Text
from grader.model.usual_imports import missing_import

__all__ = ["explain_exception"]


@dataclass(frozen=True)
class Pattern:
    """`type_name` and `message` are regular expressions; groups of `message` fill the texts as first, second"""

    id: str
    type_name: str
    message: str
    title: Text
    hint: Text


_PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "no_forward",
        r"NotImplementedError",
        r"missing the required .forward. function",
        Text("The class has no method `forward`"),
        Text(
            "torch calls a method of exactly that name. Is it spelt so, does it stand inside the class, and is it "
            "indented as `__init__` is?"
        ),
    ),
    Pattern(
        "not_written_yet",
        r"NotImplementedError",
        r"",
        Text("Not written yet"),
        Text("This part still raises NotImplementedError: replace that line by your own code."),
    ),
    Pattern(
        "view_without_contiguous",
        r"RuntimeError",
        r"view size is not compatible",
        Text("`view` on a tensor whose memory isn't in that order"),
        Text(
            "After `transpose` or `permute` the memory keeps its old order and `view` can't relabel it. Make it "
            "contiguous first, or use `reshape`. Then check that the axes which you merge are the heads and "
            "the width of a head, in that order: `reshape` also runs when they aren't."
        ),
    ),
    Pattern(
        "shapes_of_a_product",
        r"RuntimeError",
        r"shapes cannot be multiplied \((\S+) and (\S+)\)",
        Text("A matrix product of shapes {first} and {second}"),
        Text(
            "The last axis of the left factor must be as long as the first of the right one. Write the shape of each "
            "tensor beside its line: which of the two should be transposed, or isn't the one that you meant?"
        ),
    ),
    Pattern(
        "shapes_of_a_product",
        r"ValueError",
        r"matmul: .*size (\d+) is different from (\d+)",
        Text("A matrix product in which {second} meets {first}"),
        Text(
            "The last axis of the left factor must be as long as the last but one of the right one. Write the shape of "
            "each array beside its line: which of the two should be transposed, or isn't the one that you meant?"
        ),
    ),
    Pattern(
        "shapes_of_a_product",
        r"RuntimeError",
        r"(?:Expected size for first two dimensions of batch2|batch1 and batch2).*",
        Text("A batched matrix product whose shapes don't fit"),
        Text(
            "Print the shapes just before that line. The last axis of the left must be the last but one of the right."
        ),
    ),
    Pattern(
        "shapes_of_a_product",
        r"ValueError",
        r"shapes (\([\d, ]+\)) and (\([\d, ]+\)) not aligned",
        Text("A product of shapes {first} and {second}"),
        Text("Write the shape of each array beside its line: which of the two should be transposed?"),
    ),
    Pattern(
        "shapes_do_not_broadcast",
        r"ValueError",
        r"could not be broadcast together with (?:remapped )?shapes (.+)",
        Text("Arrays of shapes {first} meet in one operation"),
        Text(
            "Axes are matched from the right, and each pair must be equal or 1. Is a `keepdims=True` missing, or does "
            "a mask need an axis of length 1 for the heads?"
        ),
    ),
    Pattern(
        "shapes_do_not_broadcast",
        r"RuntimeError",
        r"size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\)",
        Text("An axis of {first} meets one of {second}"),
        Text(
            "Axes are matched from the right, and each pair must be equal or 1. Is a `keepdim=True` "
            "missing, is the mask "
            "larger than the sequence, or does it need an axis of length 1 for the heads?"
        ),
    ),
    Pattern(
        "reshape_changes_the_count",
        r"RuntimeError|ValueError",
        r"(?:shape '(.+)' is invalid for input of size|cannot reshape array of size)",
        Text("A reshape to another number of elements"),
        Text("Multiply the new shape out: it must hold exactly the elements that are there. Is d_model = heads × d_k?"),
    ),
    Pattern(
        "beyond_the_context",
        r"IndexError",
        r"index out of range in self",
        Text("An index beyond an embedding table"),
        Text(
            "A token id or a position is larger than its table. Where text grows, does the model still get "
            "at most `context` tokens?"
        ),
    ),
    Pattern(
        "axes_of_transpose",
        r"ValueError|AxisError",
        r"axes don't match array|repeated axis|axis -?\d+ is out of bounds",
        Text("Axes that this array doesn't have"),
        Text(
            "NumPy's `transpose` takes all axes in their new order, torch's swaps two. For the last two "
            "axes of a NumPy array there is `swapaxes`."
        ),
    ),
    Pattern(
        "mask_of_another_dtype",
        r"RuntimeError|TypeError|IndexError|UFuncTypeError",
        r"(?i)(?:only supports boolean masks|expected.* bool|must be a boolean|only implemented on integer and Boolean"
        r"|condition.*Bool|'?invert'? not supported"
        r"|bitwise_not.* not implemented)",
        Text("The mask's dtype isn't the one that this operation takes"),
        Text("Compare the mask with 0 (`mask == 0`): that works for masks of bools, ints and floats alike."),
    ),
    Pattern(
        "probabilities_do_not_sum_to_one",
        r"ValueError",
        r"probabilities do not sum to 1",
        Text("Probabilities that don't add up to 1"),
        Text("Whatever you do to the logits must come before the softmax: after it, the sum is no longer 1."),
    ),
    Pattern(
        "nan_probabilities",
        r"RuntimeError|ValueError",
        r"(?i)probability tensor contains|probabilities contain nan|invalid multinomial distribution",
        Text("Probabilities that are NaN, infinite or negative"),
        Text(
            "Print the logits before the softmax. A division by a temperature of 0 gives infinity, and "
            "infinity - infinity is NaN."
        ),
    ),
    Pattern(
        "mask_is_none",
        r"TypeError|AttributeError|RuntimeError",
        r"'?NoneType'?",
        Text("Something here is None"),
        Text(
            "A mask is None when nobody gives one, and a function without `return` gives None. Which of the two "
            "is it on this line?"
        ),
    ),
    Pattern(
        "another_signature",
        r"TypeError",
        r"takes .*positional arguments? but|missing \d+ required (?:positional|keyword-only) arg|unexpected keyword",
        Text("Called with other parameters than it has"),
        Text(
            "Compare your parameters with the assignment's: the same ones in the same order; extra ones need a default."
        ),
    ),
    Pattern(
        "mixed_precision",
        r"RuntimeError",
        r"(?i)same dtype|expected scalar type (\w+) but found (\w+)|dtypes? .* mismatch",
        Text("Tensors of two dtypes in one operation"),
        Text(
            "Something created here (a mask, a table, an array from NumPy) has another dtype than the "
            "input. Give it the input's."
        ),
    ),
    Pattern(
        "tensor_needs_grad",
        r"RuntimeError",
        r"(?:requires grad|does not require grad)",
        Text("The graph of gradients is cut, or used where it can't be"),
        Text(
            "`.detach()`, `.data`, `.item()`, `.numpy()` and a detour through NumPy end the graph: is one "
            "of them on the way?"
        ),
    ),
    Pattern(
        "waits_for_input",
        r"StdinNotImplementedError|EOFError",
        r"(?i)input|getpass|EOF when reading a line",
        Text("It waits for something to be typed"),
        Text("Nobody is there to answer `input` when a notebook is graded: take the value as a parameter instead."),
    ),
    Pattern(
        "recursion",
        r"RecursionError",
        r"",
        Text("The function calls itself without end"),
        Text("Has a function the same name as the one that it means to call? The last definition of a name wins."),
    ),
)


def explain_exception(raised: Raised, public_names: Sequence[str] = ()) -> Diagnosis | None:
    """The reason for `raised`; `public_names` are the notebook's names, for a "did you mean"."""
    for explain in (_unknown_name, _from_table):
        diagnosis = explain(raised, public_names)
        if diagnosis is not None:
            return diagnosis
    return None


Explain = Callable[[Raised, Sequence[str]], "Diagnosis | None"]


def _from_table(raised: Raised, public_names: Sequence[str]) -> Diagnosis | None:
    for pattern in _PATTERNS:
        if not re.fullmatch(pattern.type_name, raised.type_name):
            continue
        found = re.search(pattern.message, raised.message)
        if found is None:
            continue
        values = {name: group or "" for name, group in zip(("first", "second"), found.groups(), strict=False)}
        title = Text(pattern.title.template, values)
        return Diagnosis(pattern.id, title, Text(pattern.hint.template, values))
    return None


def _unknown_name(raised: Raised, public_names: Sequence[str]) -> Diagnosis | None:
    if raised.type_name != "NameError":
        return None
    found = re.search(r"name '([^']+)' is not defined", raised.message)
    if found is None:
        return None
    name = found[1][:100]
    title = Text("The name `{name}` doesn't exist in the notebook", {"name": name})
    line = missing_import(name)
    if line is not None:
        hint = Text(
            "Is the line `{line}` missing? In your session it may come from a cell that you deleted or changed since.",
            {"line": line},
        )
        return Diagnosis("unknown_name", title, hint)
    close = difflib.get_close_matches(name, public_names, n=1, cutoff=0.7)
    if close:
        hint = Text("Did you mean `{close}`?", {"close": close[0]})
    else:
        hint = Text(
            "It may have existed in your session from a cell that you deleted or changed since. "
            "Restart the kernel and run all cells: does the same error appear?"
        )
    return Diagnosis("unknown_name", title, hint)
