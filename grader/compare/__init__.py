"""Are two values the same; if not, where do they part.

The order of questions is fixed: is it numbers at all, exact shape, where it is finite, values.
``np.allclose`` alone says that an empty array equals anything that broadcasts to it.
"""

from grader.compare.arrays import Comparison, Difference, NotNumbers, compare, numbers
from grader.compare.tolerance import Tolerance, tolerance_for

__all__ = ["Comparison", "Difference", "NotNumbers", "Tolerance", "compare", "numbers", "tolerance_for"]
