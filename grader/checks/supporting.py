"""What is right and counts only beside something else that is: checks that show nothing by themselves."""

from __future__ import annotations

from grader.model import Text

__all__ = ["is_right_alone", "right_alone"]

_RIGHT_ALONE = Text(
    'This much is right. It counts as soon as another check of this item is right too, such as "{check}": on its own '
    "it would also be true of code that computes nothing yet."
)


def right_alone(other: Text) -> Text:
    """What is said of it; `other` is the claim of a check that would make it count."""
    return Text(_RIGHT_ALONE.template, {"check": other})


def is_right_alone(message: Text | None) -> bool:
    return message is not None and message.template == _RIGHT_ALONE.template
