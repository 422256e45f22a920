"""Checkpoints: ``save_checkpoint(model, tok, path)`` and ``load_checkpoint(path)`` -> ``(model, tok)``.

The student's own model is given other weights between saving and loading, so that only what is in the file can bring
the old logits back.  The text of the tokenizer is none that a notebook would have: one that is built anew from the
notebook's own corpus gives other ids.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.checkpoints import (
    Live,
    Loaded,
    are_intact,
    load,
    logits_of,
    model_of,
    require_the_file,
    save,
    spoil,
    tokenizer_of,
    written,
)
from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student
from grader.checks.tokenizers import Coder, ids_in, quoted, shown_ids
from grader.compare import Difference, Tolerance, compare, own_tolerance, tolerance_for
from grader.components.component import Component, Form, Role
from grader.components.minigpt_lab import tokenizer
from grader.model import Array, CallModule, Raised, ReadAttribute, ReadParameters, Returned, Text, Verdict

__all__ = ["COMPONENT"]

# The order of the alphabet isn't that of the text, and blanks, line breaks and quotes are in it.
TEXT = "ωξλ \n«δ» θ'\"Zz9\\ψ, βγ!"
OTHER = "ωψφχυτσρπ \n.ονμλκιθηζεδγβα"
SMALL = Sizes(V=0, d=16, h=2, L=2, C=12)


def saved(student: Student) -> Live:
    """A model of the usual size, saved and given other weights; settled where it comes back without its file."""
    if "checkpoint.saved" not in student.memo:
        coder = tokenizer_of(student, TEXT, "one")
        live, other = (model_of(student, coder, TEXT, label) for label in ("one", "another"))
        before = save(student, live, "one.pt")
        spoil(student, live, "one")
        require_the_file(student, live, other, "one.pt", before)
        student.memo["checkpoint.saved"] = live
    found: Live = student.memo["checkpoint.saved"]
    return found


def saved_and_loaded(student: Student) -> tuple[Live, Loaded]:
    """A model of the usual size, saved, given other weights, and loaded again; once for several checks."""
    if "checkpoint.loaded" not in student.memo:
        live = saved(student)
        student.memo["checkpoint.loaded"] = live, load(student, "one.pt", "one")
    found: tuple[Live, Loaded] = student.memo["checkpoint.loaded"]
    return found


def departure(student: Student, live: Live, loaded: Loaded, asked: Text) -> Difference | None:
    """Where the loaded model's logits part from those that `live` gave when it was saved."""
    got = logits_of(student, loaded.model, live.ids, asked)
    # What comes back in half precision has lost digits, unless it was saved from a model of such.
    own, other = own_tolerance(live.logits, depth=3), tolerance_for(got.dtype, depth=3)
    tolerance = Tolerance(max(own.absolute, other.absolute), max(own.relative, other.relative))
    if student.memo.get("checkpoint.rounded"):
        tolerance = Tolerance(0.05 * float(live.logits.data.std()), 0.0)
    return compare(live.logits.data, got.data, tolerance).difference


# -- the claims ------------------------------------------------------------------------------------


def same_logits(student: Student) -> Text | None:
    live, loaded = saved_and_loaded(student)
    asked = Text("the logits of the loaded model")
    difference = departure(student, live, loaded, asked)
    if difference is None:
        return None
    now = logits_of(student, live.handle, live.ids, asked)
    got = logits_of(student, loaded.model, live.ids, asked)
    if compare(now.data, got.data, own_tolerance(got, depth=3)).same:
        student.suspect("checkpoint/nothing_is_written")
        return Text(
            "The loaded model is the one in memory: when that was trained on after saving, the loaded one had changed "
            "too."
        )
    if difference.reason == "values":
        is_close = _is_close(live, got)
        student.memo["checkpoint.rounded"] = is_close  # which is paid for here, and not with each file again
        student.suspect(f"checkpoint/{'rounded_in_the_file' if is_close else 'weights_not_saved'}")
    return Text(
        "A model was saved and loaded again, and gives other logits than before. {difference}",
        {"difference": describe_difference(asked, difference)},
    )


def _is_close(live: Live, got: Array) -> bool:
    """float16 keeps 3 digits, bfloat16 2."""
    return bool(np.abs(live.logits.data - got.data).max() < 0.05 * float(live.logits.data.std()))


def vocabulary(student: Student) -> Text | None:
    """The loaded tokenizer gives the ids of the saved one, and the text for them; no notebook has such a text."""
    live, loaded = saved_and_loaded(student)
    word = "".join(map(str, student.dice("checkpoint.word").permutation(sorted(set(TEXT)))))
    expected, ids = live.coder.encode(word)
    if student.memo.get("checkpoint.exchanged"):
        return Text(
            "{asked}: the pair (tok, model) came back; (model, tok) is expected.",
            {"asked": Text("{name}(path)", {"name": student.found["load_checkpoint"].name})},
        )
    if loaded.tokenizer is None:
        return Text(
            "{asked}: a pair (model, tok) is expected.",
            {"asked": Text("{name}(path)", {"name": student.found["load_checkpoint"].name})},
        )
    coder = Coder(student, loaded.tokenizer)
    reply = coder.reply_to(word)
    if isinstance(reply, Raised):
        student.suspect("checkpoint/tokenizer_rebuilt_from_other_text")
        return Text(
            "The tokenizer that was saved knows {word}; the loaded one raises {error}. It has another alphabet.",
            {"word": quoted(word), "error": f"{reply.type_name}: {reply.in_brief(100)}"},
        )
    got = ids_in(student.returned(reply, Text("{encode} of the loaded tokenizer", {"encode": coder.encode_name})).value)
    if got is None or not np.array_equal(got, expected):
        student.suspect("checkpoint/tokenizer_rebuilt_from_other_text")
        # From the first character on that has another id, for long lists are cut.
        same_length = got is not None and len(got) == len(expected)
        start = int(np.flatnonzero(np.asarray(got) != np.asarray(expected))[0]) if same_length else 0
        return Text(
            "{encode} of {word} gave {expected} before saving, and {got} after loading: the model would be given other "
            "ids than it learned.",
            {
                "encode": coder.encode_name,
                "word": quoted(word[start:]),
                "expected": shown_ids(expected[start:]),
                "got": "-" if got is None else shown_ids(got[start:]),
            },
        )
    asked = Text("{decode} of the loaded tokenizer", {"decode": coder.decode_name})
    before, after = live.coder.decode(ids, asked), coder.decode(ids, asked)
    if before == after:
        return _handed_over_in_memory(student, word)
    return Text(
        "{asked}: got {got}, and {expected} before saving.",
        {"asked": asked, "got": quoted(after), "expected": quoted(before)},
    )


def _handed_over_in_memory(student: Student, word: str) -> Text | None:
    """Once a tokenizer with another alphabet is saved to another file, is that the one that the first file gives?

    Where the first file's model doesn't come back either, `two_files` says why.
    """
    try:
        first, _, loaded = first_of_two(student)
        if departure(student, first, loaded, Text("the model of the first file")) is not None:
            return None
    except Settled:
        return None
    if loaded.tokenizer is None:
        return None
    expected, _ = first.coder.encode(word)
    reply = Coder(student, loaded.tokenizer).reply_to(word)
    got = ids_in(reply.value) if isinstance(reply, Returned) else None
    if got is not None and np.array_equal(got, expected):
        return None
    return Text(
        "Two models with different alphabets were saved to two files. The first file gives its own model, and a "
        "tokenizer that isn't the one that was saved with it: what the file says of the vocabulary isn't used."
    )


def any_size(student: Student) -> Text | None:
    """A model whose sizes aren't the defaults, nor its number of heads, which no weight's shape tells."""
    usual = saved(student)
    live = model_of(student, tokenizer_of(student, TEXT, "small"), TEXT, "small", SMALL)
    files = written(student, save(student, live, "small.pt"))
    spoil(student, live, "small")
    asked = Text(
        "a model with d_model {d}, {h} heads, {L} layers and a context of {C}",
        {"d": SMALL.d, "h": SMALL.h, "L": SMALL.L, "C": SMALL.C},
    )
    try:
        difference = departure(student, live, load(student, "small.pt", "small"), asked)
    except Settled as settled:
        if settled.verdict is not Verdict.RAISED:
            raise
        saved_and_loaded(student)  # what can't be loaded in the usual sizes either has other reasons
        student.suspect("checkpoint/hyperparameters_not_saved")
        return Text(
            "After saving {asked}: {error}\nThe file must say how the model is to be built.",
            {"asked": asked, "error": settled.message},
        )
    if difference is None:
        save(student, usual, "between.pt")
        # A file that is another now has been saved over, which `two_files` is about.
        is_lost = are_intact(student, files) and not _comes_back(student, live, "small.pt")
        return _built_from_memory(student, asked) if is_lost else None
    if difference.reason == "values" and departure(student, *saved_and_loaded(student), asked) is None:
        if _is_right_with_other_heads(student):
            student.suspect("checkpoint/heads_not_saved")
            return Text(
                "{asked} gives other logits after loading, though one of the usual sizes gives the same. No weight's "
                "shape tells the number of heads: it has to be saved.",
                {"asked": asked},
            )
        return Text(
            "{asked} gives other logits after loading, though one of the usual sizes gives the same. {difference}",
            {"asked": asked, "difference": describe_difference(asked, difference)},
        )
    return describe_difference(asked, difference)


def _comes_back(student: Student, live: Live, file: str) -> bool:
    try:
        return departure(student, live, load(student, file, f"{file}-again"), Text("MiniGPT")) is None
    except Settled as settled:
        if settled.verdict in (Verdict.WRONG, Verdict.RAISED):
            return False
        raise


def _built_from_memory(student: Student, asked: Text) -> Text:
    student.suspect("checkpoint/hyperparameters_not_saved")
    student.memo["checkpoint.built_from_memory"] = True
    return Text(
        "{asked} can be loaded until another model is saved, to another file. What it's built with is taken from the "
        "last save, in memory, and gone when the notebook is closed: the file must say it.",
        {"asked": asked},
    )


def _is_right_with_other_heads(student: Student) -> bool:
    """Does a model of the same small sizes come back, but for the number of its heads?"""
    for heads in (4, 1, 8):
        sizes, label = replace(SMALL, h=heads), f"small-{heads}"
        live = model_of(student, tokenizer_of(student, TEXT, label), TEXT, label, sizes)
        save(student, live, f"{label}.pt")
        spoil(student, live, label)
        if _comes_back(student, live, f"{label}.pt"):
            return True
    return False


def first_of_two(student: Student) -> tuple[Live, Live, Loaded]:
    """Two models with alphabets of their own, and what the first one's file gives after both were saved."""
    if "checkpoint.two" not in student.memo:
        saved(student)
        first = model_of(student, tokenizer_of(student, TEXT, "first"), TEXT, "first")
        second = model_of(student, tokenizer_of(student, OTHER, "second"), OTHER, "second")
        files = written(student, save(student, first, "first.pt"))
        save(student, second, "second.pt")
        for live in (first, second):
            spoil(student, live, "two")
        student.memo["checkpoint.first"] = first, are_intact(student, files)
        student.memo["checkpoint.two"] = first, second, load(student, "first.pt", "first")
    found: tuple[Live, Live, Loaded] = student.memo["checkpoint.two"]
    return found


def two_files(student: Student) -> Text | None:
    """Each file has a model of its own, also when another one was saved later."""
    asked = Text("the model of the first file")
    try:
        first, second, loaded = first_of_two(student)
        difference = departure(student, first, loaded, asked)
    except Settled as settled:
        # What can't be loaded at all has other reasons than that there are two.
        if settled.verdict is not Verdict.RAISED or "checkpoint.loaded" not in student.memo:
            raise
        if "checkpoint.first" in student.memo and _needs_the_last_save(student):
            # Which is paid for where it's about sizes.
            known = student.memo.get("checkpoint.built_from_memory")
            return None if known else _built_from_memory(student, asked)
        raise
    if difference is None:
        difference = departure(student, second, load(student, "second.pt", "second"), Text("that of the second"))
    if difference is None:
        return None
    if difference.reason == "shape":
        student.suspect("checkpoint/path_ignored")
        return Text(
            "Two models were saved to two files. The first file gives the second model: the path isn't used, or the "
            "file is overwritten."
        )
    return Text(
        "Two models were saved to two files, and each must come back from its own. {difference}",
        {"difference": describe_difference(asked, difference)},
    )


def _needs_the_last_save(student: Student) -> bool:
    """Can the first model be loaded once it was the last to be saved, though its file was there all the time?

    Where its file was saved over, the path isn't used for all of it.
    """
    first, is_intact = student.memo["checkpoint.first"]
    if not is_intact:
        student.suspect("checkpoint/path_ignored")
        return False
    again = replace(first, logits=logits_of(student, first.handle, first.ids, Text("MiniGPT")))
    save(student, again, "first.pt")
    return _comes_back(student, again, "first.pt")


def untouched(student: Student) -> Text | None:
    """Who saves in the middle of training goes on training: in the same mode, with the same weights."""
    live = model_of(student, tokenizer_of(student, TEXT, "on"), TEXT, "on")
    for training in (True, False):
        forward = CallModule(live.handle, (Array(live.ids, "torch"),), training=training)
        student.returned(student.ask(forward), Text("the model's forward"))
        before = weights_of(student, live)
        save(student, live, f"on-{training}.pt")
        mode = student.ask(ReadAttribute(live.handle, ("training",)))
        if isinstance(mode, Returned) and mode.value is not training:
            student.suspect("checkpoint/left_in_another_mode")
            return Text(
                "After saving, the model is in {got} mode, where it was in {expected} mode before. Whoever goes on "
                "training won't notice.",
                {"got": _mode(not training), "expected": _mode(training)},
            )
        after = weights_of(student, live)
        if len(before) != len(after) or not all(map(np.array_equal, before, after)):
            return Text("After saving, the model in memory has other weights than before.")
    return None


def weights_of(student: Student, live: Live) -> list[NDArray[Any]]:
    value = student.returned(student.ask(ReadParameters(live.handle)), Text("the model's parameters")).value
    return [part.data for part in value if isinstance(part, Array)] if isinstance(value, tuple) else []


def _mode(training: bool) -> Text:
    return Text("training") if training else Text("evaluation")


MODEL = ("vocab_size", "d_model", "n_heads", "n_layers", "context")

COMPONENT = Component(
    "checkpoint",
    (
        Form(
            "torch",
            Text("functions"),
            "torch",
            (
                Role(
                    "save_checkpoint",
                    "function",
                    ("model", "tok", "path"),
                    3,
                    ("guardar_checkpoint", "guardar_punto_de_control", "guardar_modelo", "guardar", "save_model"),
                    returns=False,
                ),
                Role(
                    "load_checkpoint",
                    "function",
                    ("path",),
                    1,
                    ("cargar_checkpoint", "cargar_punto_de_control", "cargar_modelo", "cargar", "load_model"),
                ),
                Role("MiniGPT", "class", MODEL, 1),
                replace(tokenizer.COMPONENT.forms[0].roles[0], optional=True),
            ),
            (
                Claim("same_logits", Text("the loaded model gives the same logits"), same_logits),
                Claim("vocabulary", Text("the loaded tokenizer has the original vocabulary"), vocabulary),
                Claim("any_size", Text("a model of any size can be loaded"), any_size),
                Claim("two_files", Text("each file holds its own model"), two_files),
                Claim("untouched", Text("saving changes nothing in memory"), untouched),
            ),
            supporting=("untouched",),  # who saves nothing changes nothing either
        ),
    ),
)
