"""From a wrong answer to a reason that a student can act on.

In this order, and the first that says something is kept: the misconception whose output the answer equals
(`matching`), what the exception means (`exceptions`), the best symptom (`symptoms`).  A diagnosis never changes
a verdict or a point.
"""
