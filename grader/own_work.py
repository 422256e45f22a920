"""Implement it yourself: does the student's code call what it was asked to build?

The whole component as one library call isn't an implementation (contract): ``F.softmax`` isn't a softmax, though it's
welcome inside attention.  What is forbidden stands in the rubric, per item, as concepts; `CONCEPTS` has what each
means.  One unscored call is made under witnesses (``grader.inside.witness``).  The outcome is evidence with its
place: a violation costs what the rubric says, and where something kept the witnesses from seeing, that is said
and costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from grader.model import (
    Ask,
    Call,
    CallFunction,
    CallModule,
    LibraryCall,
    NoReply,
    Reply,
    Returned,
    Text,
    Witnessed,
    innermost,
)

__all__ = ["CONCEPTS", "Evidence", "Examples", "examine"]

# Last parts of names, as torch, SciPy and the rest have them.
CONCEPTS: Mapping[str, tuple[str, ...]] = {
    "softmax": (
        "softmax",
        "_softmax",
        "Softmax.forward",
        "softmin",
        "log_softmax",
        "_log_softmax",
        "LogSoftmax.forward",
        "special_log_softmax",
        "gumbel_softmax",
        "softmax_",
    ),
    "attention": (
        "scaled_dot_product_attention",
        "_scaled_dot_product_attention_math",
        "_scaled_dot_product_flash_attention",
        "_scaled_dot_product_flash_attention_for_cpu",
        "_scaled_dot_product_efficient_attention",
        "multi_head_attention_forward",
        "MultiheadAttention.forward",
        "flex_attention",
    ),
    "multi_head_attention": (
        "multi_head_attention_forward",
        "MultiheadAttention.forward",
        "_native_multi_head_attention",
    ),
    "transformer": (
        "TransformerEncoderLayer.forward",
        "TransformerDecoderLayer.forward",
        "TransformerEncoder.forward",
        "TransformerDecoder.forward",
        "Transformer.forward",
        "_transformer_encoder_layer_fwd",
    ),
}


@dataclass(frozen=True)
class Evidence:
    """`violations` are forbidden calls seen; `unseen` says what kept the witnesses from seeing everything."""

    violations: tuple[LibraryCall, ...] = ()
    unseen: tuple[str, ...] = ()

    def message(self) -> Text | None:
        if self.violations:
            # One call is seen under several names: the public one is what the student wrote.
            first = min(self.violations, key=lambda call: (call.name.count("._") + call.name.count("_C."), call.name))
            if first.cell is None or first.line is None:
                return Text(
                    "Your function is `{name}` under another name, which is what this part asks you to build yourself.",
                    {"name": first.name},
                )
            return Text(
                "Cell {cell}, line {line} calls `{name}`, which is what this part asks you to build yourself.",
                {"cell": first.cell, "line": first.line, "name": first.name},
            )
        if self.unseen:
            return Text(
                "Whether this part is built without the library's version could not be checked ({what}). "
                "It costs nothing; your teacher may have a look.",
                {"what": ", ".join(self.unseen)},
            )
        return None


@dataclass
class Examples:
    """An `Ask` that remembers, for each function and module, one question that was answered."""

    ask: Ask
    answered: dict[str, Call] = field(default_factory=dict)

    def __call__(self, call: Call, /) -> Reply:
        reply = self.ask(call)
        question = innermost(call)
        if isinstance(reply, Returned) and isinstance(question, CallFunction | CallModule):
            name = question.name if isinstance(question, CallFunction) else question.handle.rpartition("-")[0]
            # The latest: its module is the likeliest to be still there.
            self.answered[name] = question
        return reply


def examine(examples: Iterable[Call], ask: Ask, concepts: Iterable[str]) -> Evidence:
    """Ask each of `examples` once more under witnesses for `concepts`."""
    watch = tuple(name for concept in concepts for name in CONCEPTS[concept])
    if not watch:
        return Evidence()
    violations: dict[LibraryCall, None] = {}
    unseen: set[str] = set()
    for call in examples:
        reply = ask(Witnessed(call, watch))
        if isinstance(reply, Returned):
            violations.update(dict.fromkeys(reply.library_calls))
            unseen.update(reply.unseen)
        elif isinstance(reply, NoReply):
            unseen.add(reply.verdict.value)
        else:
            unseen.add(reply.type_name)
    return Evidence(tuple(violations), tuple(sorted(unseen)))
