"""What each of the rubric's concepts stands for: the library's functions that are the whole component in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["CONCEPTS", "LIBRARIES", "TENSOR_METHODS", "is_library", "is_watched", "watched"]

# Last parts of names, as torch, SciPy and the rest have them; a module's class is named by what calling it runs.
#
# The logarithm of a softmax is a softmax: exp undoes it, and F.softmax(...).log() has called the softmax anyway.
# logsumexp isn't here.  exp(x - logsumexp(x)) is the formula itself, its normaliser computed in a stable way: what the
# component is about (the exponential, the quotient, the axis) is written by the student.  Nor are cross_entropy and
# Categorical, which training and sampling need, and which don't give the weights back.
CONCEPTS: Mapping[str, tuple[str, ...]] = {
    "softmax": (
        "softmax",
        "_softmax",
        "Softmax.forward",
        "Softmax2d.forward",
        "softmin",
        "Softmin.forward",
        "log_softmax",
        "_log_softmax",
        "LogSoftmax.forward",
        "special_softmax",
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
    "layer_norm": ("layer_norm", "native_layer_norm", "LayerNorm.forward"),
    "rms_norm": ("rms_norm", "_fused_rms_norm", "RMSNorm.forward"),
    "transformer": (
        "TransformerEncoderLayer.forward",
        "TransformerDecoderLayer.forward",
        "TransformerEncoder.forward",
        "TransformerDecoder.forward",
        "Transformer.forward",
        "_transformer_encoder_layer_fwd",
    ),
}

# Only a name of one of these is a library's: a student may call a function of their own just so.
LIBRARIES = frozenset({"torch", "scipy", "sklearn", "jax", "tensorflow", "keras", "transformers", "einops", "xformers"})

TENSOR_METHODS = frozenset({"softmax", "log_softmax"})


def watched(concepts: Iterable[str]) -> frozenset[str]:
    """The names that stand for `concepts`."""
    return frozenset(name for concept in concepts for name in CONCEPTS[concept])


def is_library(path: str) -> bool:
    """Is this one of the libraries that have such functions?"""
    return path.partition(".")[0] in LIBRARIES


def is_watched(path: str, names: frozenset[str]) -> bool:
    """Is ``torch.nn.functional.softmax`` one of the library functions in `names`?"""
    parts = path.split(".")
    if parts[:2] == ["torch", "ops"]:
        parts = parts[:4]  # torch.ops.aten._softmax.default: the overload doesn't matter
    return is_library(path) and (parts[-1] in names or ".".join(parts[-2:]) in names)
