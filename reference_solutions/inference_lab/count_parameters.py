"""Where the parameters of a MiniGPT are: a formula for each part, and their sum.

Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), section 2.3, for the model; biases as in
torch's layers, the head not tied to the embeddings.
"""

from __future__ import annotations


def count_parameters(vocab_size: int, d_model: int, n_heads: int, n_layers: int, context: int) -> dict[str, int]:
    """By component, over all layers: embeddings, attention, ffn, norms, head, and their total.

    `n_heads` changes nothing: the heads are slices of matrices of the same size.
    """
    d, hidden = d_model, 4 * d_model
    norm = d + d  # a gain and a bias
    parts = {
        "embeddings": vocab_size * d + context * d,
        "attention": n_layers * 4 * (d * d + d),  # W_Q, W_K, W_V, W_O, each with its bias
        "ffn": n_layers * ((d * hidden + hidden) + (hidden * d + d)),
        "norms": n_layers * 2 * norm + norm,  # two in each block, one after the last
        "head": d * vocab_size + vocab_size,
    }
    return {**parts, "total": sum(parts.values())}
