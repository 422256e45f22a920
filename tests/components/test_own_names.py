"""A message speaks of the names in the student's notebook."""

from __future__ import annotations

from grader.components import COMPONENTS
from grader.components.own_names import own_names
from grader.model import Definition, Text
from tests.components.judged import judge, messages


def names(component: str, **found: str) -> dict[str, str]:
    form = next(f for f in COMPONENTS[component].forms if set(found) <= {role.name for role in f.roles})
    kinds = {role.name: role.kind for role in form.roles}
    described = {
        role: Definition(name, "class" if kinds[role] == "class" else "function") for role, name in found.items()
    }
    return own_names(form.roles, described)


def test_every_name_of_a_role_becomes_the_one_that_was_found() -> None:
    known = names("masks", causal_mask="mascara_causal", padding_mask="padding_mask")
    assert str(Text("causal_mask(5) and padding_mask(3)").about(known)) == "mascara_causal(5) and padding_mask(3)"
    english = names("masks", causal_mask="causal_mask", padding_mask="padding_mask")
    assert str(Text("mascara_causal(5)").about(english)) == "causal_mask(5)"


def test_a_name_that_stands_for_something_else_in_the_notebook_stays() -> None:
    known = names("cached_decoding", CachedMiniGPT="MiniGPTConCache", MiniGPT="MiniGPT")
    assert str(Text("MiniGPT(13, 12)").about(known)) == "MiniGPT(13, 12)"


def test_a_modules_own_train_is_not_the_students_function() -> None:
    known = names("training", train="entrenar", MiniGPT="MiniGPT")
    assert str(Text("train() isn't called again").about(known)) == "train() isn't called again"


SPANISH = """
def mascara_causal(n):
    return np.triu(np.ones((n, n), dtype=bool))

def padding_mask(lengths, n):
    return np.arange(n) < np.asarray(lengths)[:, None]
"""


def test_messages_and_causes_are_in_the_students_names() -> None:
    assert any(said.startswith("mascara_causal(5) is upside down") for said in messages("masks", SPANISH).values())
    found = judge("masks", SPANISH, 1, diagnosed=True).diagnosis
    assert any("mascara_causal(4)" in str(d.hint) for d in found)
    assert not any("causal_mask" in str(d.hint) for d in found)


def test_without_a_translation_too() -> None:
    source = "def ejemplo_gato(X=None):\n    return None\n\ndef ejemplo_dolor(palabra='dolor'):\n    return None"
    said = messages("worked_examples", source)
    assert said["gato"].startswith("ejemplo_gato()")
    assert not any("_attention" in message for message in said.values())
