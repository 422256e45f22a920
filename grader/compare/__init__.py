"""Are two values the same; if not, where do they part.

The order of questions is fixed: is it numbers at all, exact shape, where it is finite, values.
``np.allclose`` alone says that an empty array equals anything that broadcasts to it.
"""

from grader.compare.arrays import Comparison, Difference, NotNumbers, compare, numbers
from grader.compare.coarseness import decimals_of, half_precision_of, own_tolerance
from grader.compare.tolerance import HALF, Tolerance, tolerance_for

__all__ = [
    "HALF",
    "Comparison",
    "Difference",
    "NotNumbers",
    "Tolerance",
    "compare",
    "decimals_of",
    "half_precision_of",
    "numbers",
    "own_tolerance",
    "tolerance_for",
]
