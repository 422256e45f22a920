"""Which of a module's parameters is which: mappings onto the reference's weights, tried until one explains the outputs.

A student's class may call its parameters anything and store them in many shapes.  Its parameters are
filled with random values that we know; each *reading* of them as the reference's weights is put into the
reference, and the reading that gives the student's outputs on every probe is the right one.  Agreement on
hundreds of numbers to five digits doesn't happen by chance, so names are never needed, only used to
try the likelier readings first.
"""
