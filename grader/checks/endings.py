"""What a student is told of a question that wasn't answered: how it ended, in words that aren't the grader's own."""

from __future__ import annotations

import re

from grader.model import NoReply, Text, Verdict

__all__ = ["told"]

_ENDINGS = {
    Verdict.CRASHED: Text("{asked}: the Python process ended during the call. {detail}"),
    Verdict.OUT_OF_MEMORY: Text("{asked}: the memory limit was reached. {detail}"),
    Verdict.TIMED_OUT: Text("{asked}: no answer within the time limit. {detail}"),
    Verdict.FLOODED: Text("{asked}: too much was printed. {detail}"),
    Verdict.UNREADABLE: Text("{asked}: the answer can't be read as plain data. {detail}"),
    Verdict.SKIPPED: Text("{asked}: not asked. {detail}"),
    Verdict.UNGRADABLE: Text("{asked}: could not be graded, and not through your fault. {detail}"),
}

# What the other side says of its endings, in English and for its log.
_KNOWN = {
    text.template: text
    for text in (
        Text("The process in which the model had been built has ended since."),
        Text("The time for this submission is used up."),
        Text("The notebook keeps its own process from being asked."),
        Text("The notebook's process has had to be restarted too often."),
    )
}
_GARBLED = Text("Something in the notebook interferes with how its process hands answers over.")
_AN_ERROR = re.compile(r"\w*(?:Error|Exception|Interrupt|Exit|Warning)\b")


def told(reply: NoReply, asked: Text | str) -> Text:
    return Text(_ENDINGS[reply.verdict].template, {"asked": asked, "detail": _detail(reply)})


def _detail(reply: NoReply) -> Text | str:
    if reply.detail in _KNOWN:
        return _KNOWN[reply.detail]
    # An exception's own words may help; what's wrong with the bytes helps nobody who didn't write the protocol.
    if reply.verdict is Verdict.UNREADABLE and not _AN_ERROR.match(reply.detail):
        return _GARBLED
    processor = re.fullmatch(r"([\d.e+]+) s of processor time", reply.detail)
    if processor:
        return Text("{seconds} s of processor time", {"seconds": processor[1]})
    many = re.fullmatch(r"more than (\d+) processes", reply.detail)
    if many:
        return Text("(more than {limit} processes and threads)", {"limit": many[1]})
    more = re.fullmatch(r"more than (\d+) MiB", reply.detail)
    return Text("(more than {limit} MiB)", {"limit": more[1]}) if more else reply.detail
