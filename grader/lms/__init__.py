"""A class's results -> where grades are kept: Canvas, Moodle, LTI 1.3, nbgrader, Gradescope; are those still the same?

What a platform exported is never written anew: one column of it is changed, and every other byte stays.  Nothing is
entered that isn't final, no grade is lowered unless that was asked for, and whoever isn't surely found is listed.
"""
