"""What is lost without the residual connection, in words (exercise 6.5): an answer that would earn everything.

He et al., "Deep Residual Learning for Image Recognition" (2015), sections 3.1 and 4.1; for Transformers, Dong et al.,
"Attention is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth" (2021).
"""

from __future__ import annotations


def residual_answer() -> str:
    """What the gradient loses, what a token loses, and how one would see it."""
    return (
        "With x + f(x) the derivative of a block is 1 + f'(x), so the gradient always has a way down that nothing "
        "shrinks. Without it the gradient is a product of the f'(x) of all blocks, and in a deep stack it vanishes: "
        "the lower blocks hardly learn. Going up, a token's own vector is replaced in every block by a mixture of the "
        "others, so all tokens become alike and it is lost which word stood where. In training the loss comes down "
        "slowly or not at all, and the more slowly the more blocks there are, while nothing raises an error."
    )
