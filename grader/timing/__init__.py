"""Is a student's code fast enough?  Measured from outside, against code of ours in a kernel of the same kind.

Theory of operation
-------------------
A clock in the student's process says what the student wants it to say, so nothing that is measured there is believed.
Two confined kernels run side by side: the student's, and one in which only our own code runs (the baseline; never a
reference, and never in the student's kernel).  In each round both are called once, in random order, with the same
inputs, which nobody has seen before; and whatever isn't on turn is stopped.  The grader starts the clock before it
sends the inputs and stops it when it holds the bytes of the answer, which it checks: what isn't done by then isn't in
the answer, and what was done with other inputs is wrong.

On a CPU the clock is that of the processor's time, as the operating system counts it for all processes of the kernel:
a busy machine doesn't move it, and threads and helper processes are in it.  On an accelerator it's the wall's.  That
is the only difference, and `clock.Device` is where it lies.

The modules, each usable without the next::

    sign_test   how many rounds must agree, and what that errs by
    stopping    all processes of a kernel stop and go
    clock       what a call has cost
    workers     the two kernels, one on turn
    rounds      a contest: rounds until the sign test has decided
    verdict     the judgement on a contest, and the second try

After the methodology of Triton's ``do_bench``, pyperf, nvbench and KernelBench, and the cheats found against them.
"""

from grader.model.pace import Cost, Gap, Judgement, Outcome, Pace, Reason, Round, Side, Turn, Workload
from grader.timing.clock import CPU, Device, WallClock
from grader.timing.rounds import Contest, Timed, contest
from grader.timing.verdict import judge, keeps_pace
from grader.timing.workers import CannotTime, Pair, Worker, open_pair

__all__ = [
    "CPU",
    "CannotTime",
    "Contest",
    "Cost",
    "Device",
    "Gap",
    "Judgement",
    "Outcome",
    "Pace",
    "Pair",
    "Reason",
    "Round",
    "Side",
    "Timed",
    "Turn",
    "WallClock",
    "Worker",
    "Workload",
    "contest",
    "judge",
    "keeps_pace",
    "open_pair",
]
