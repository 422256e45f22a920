"""A sequential sign test: is a ratio above its limit, from few paired measurements.

Each round votes slow or fast; nothing is assumed of how the times are distributed.  The votes are looked at three
times, and all but a few must agree: 8 of 8, 13 of 14, 17 of 20.  If the true median lies on the limit itself, either
word is said in 0.5 % of contests, and none in the rest.  If one round in twenty falls on the wrong side, 98.6 % of
contests are decided rightly, 1.4 % not at all, and fewer than 1 in 10**10 wrongly (`tests/timing/test_sign_test.py`
computes both).
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.pace import Side

__all__ = ["LOOKS", "MOST_ROUNDS", "Side", "decided"]

# (rounds played, votes that must agree)
LOOKS = ((8, 8), (14, 13), (20, 17))
MOST_ROUNDS = LOOKS[-1][0]


def decided(votes: Sequence[Side]) -> Side | None:
    """The side that the rounds so far have decided for at the last look; `UNKNOWN` once no look is left, else None."""
    for rounds, agreeing in LOOKS:
        if len(votes) < rounds:
            return None
        for side in (Side.FAST, Side.SLOW):
            if sum(vote is side for vote in votes[:rounds]) >= agreeing:
                return side
    return Side.UNKNOWN
