"""A Jupyter kernel in a sandbox: start it, run the cells, ask its agent.

The steps, each in a module of its own::

    launch          spawn the confined process; standard library only, before anything heavy is imported
    cells           run the code cells with nbclient; `relay` counts what comes back
    agent_channel   one question, one answer, under our clock and our bounds; `protocol` knows their form
    session         one submission: cells, questions, and a fresh kernel after a bad ending
    findings        what a student is told of cells that didn't end well

Decisions that hold throughout:

- What a cell prints or shows is never read.  The kernel's output socket is bound where nobody
  can reach it, and its standard streams are the null device.
- The only things believed are our own clock and the process table.  A cell's status, an error's text and an answer's
  value are data that the student may have written; the worst that they can do is make the student's own answer wrong.
- A kernel is never asked to shut down; it's killed.
- A kernel that ended badly isn't used again: a fresh one runs the cells anew, without those that end it.
- The messages aren't signed: whoever can forge one in the student's process has the key anyway, and nobody
  else can reach the sockets (a folder for us alone, or one that exists in the sandbox only).
"""
