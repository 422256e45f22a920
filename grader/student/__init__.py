"""What students check their own work with: the course's checks, on cases that are theirs to see.

The grade comes from fresh inputs and from references that never leave the teacher's machine.  A student has neither:
``grade release`` writes down what the references answer on *public* cases, drawn with a seed that no grading uses, and
here these answers are looked up by the question (`recorded`).  The checks, their messages and the kernel are those of
grading.  A check that needs a reference as a function (a search over the weights) isn't public.

What is known of a mistake is what its code answers on the public cases, not its code.
"""
