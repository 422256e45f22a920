"""What runs in the student's process.  It imports nothing from the rest of the grader.

Only the standard library, NumPy, and torch where the notebook's environment has it.  Nothing
here decides anything: student code shares this process, can read and replace all of it, and so
whatever leaves is data to be checked on the other side.  No reference and no expected value
is ever sent here.
"""
