"""What students are given: notebooks to start from, made of one source per assignment.

The source is ``assignments/<assignment>/source/*.py``, read in the order of the file names, one file for each part of
the course.  It is Python in the percent format that Jupytext, VS Code and PyCharm know, and what differs between the
languages stands in it side by side::

    # %% [markdown] lang=en
    # ## Softmax
    # %% [markdown] lang=es
    # ## Softmax
    # %%
    def softmax(z, axis=-1):
        ### BEGIN SOLUTION
        ...
        ### END SOLUTION

A cell without ``lang=`` is in every language.  The starting point is the same notebook without the solutions
(nbgrader's markers, which teachers know); a cell with the tag ``solved`` is left out of it, and one with the tag
``starter`` is in nothing else: the empty lines of an exercise on paper.
"""
