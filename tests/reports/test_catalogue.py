"""The message catalogues: everything that a reader can meet is there, in every language, and compiled."""

from __future__ import annotations

import ast
import io
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import grader
from grader.reports.language import LANGUAGES, LOCALE

SOURCES = sorted(Path(grader.__file__).parent.rglob("*.py"))
TRANSLATIONS = [lang for lang in LANGUAGES if lang != "en"]


def texts_in(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text" and node.args:
            yield node


def templates() -> set[str]:
    found = set()
    for path in SOURCES:
        for call in texts_in(path.read_text(encoding="utf-8")):
            match call.args[0]:
                case ast.Constant(value=str(template)):
                    found.add(template)
    return found


def catalogue(lang: str) -> Catalog:
    with (LOCALE / lang / "LC_MESSAGES" / "grader.po").open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_every_message_is_a_literal_or_has_its_translation_with_it() -> None:
    """Anything else would never be found by the extraction and stay English for ever."""
    others = []
    for path in SOURCES:
        for call in texts_in(path.read_text(encoding="utf-8")):
            first = call.args[0]
            literal = isinstance(first, ast.Constant) and isinstance(first.value, str)
            borrowed = isinstance(first, ast.Attribute) and first.attr == "template"
            translated = any(keyword.arg == "in_language" for keyword in call.keywords)
            if not literal and not borrowed and not translated:
                others.append(f"{path}:{call.lineno}: Text({ast.unparse(first)})")
    assert not others


def test_every_place_of_a_message_is_a_plain_name() -> None:
    """ "{x.y}", "{x[0]}", "{x!r}" and "{x:.2f}" would reach into values or fail on text; "{}" has no name."""
    for template in templates():
        for _, name, spec, conversion in string.Formatter().parse(template):
            assert name is None or (name.isidentifier() and not spec and not conversion), template


def test_every_message_with_values_written_beside_it_gets_them_all() -> None:
    missing = []
    for path in SOURCES:
        for call in texts_in(path.read_text(encoding="utf-8")):
            match call.args:
                case [ast.Constant(value=str(template))]:
                    given: set[str] = set()
                case [ast.Constant(value=str(template)), ast.Dict(keys=keys)] if None not in keys:
                    given = {str(key.value) for key in keys if isinstance(key, ast.Constant)}
                case _:
                    continue
            if places(template) - given and not _is_a_pattern(call, path):
                missing.append(f"{path}:{call.lineno}: {places(template) - given} in {template!r}")
    assert not missing


def _is_a_pattern(call: ast.Call, path: Path) -> bool:
    """A message without values that is filled in elsewhere, through its ``template``."""
    return len(call.args) == 1 and ".template" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_message_is_in_the_catalogue_and_no_other(lang: str) -> None:
    there = {str(message.id) for message in catalogue(lang) if message.id}
    wanted = templates() - {""}
    assert not wanted - there, "run `make messages` and translate what is new"
    assert not there - wanted, "run `make messages`: these are gone"


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_message_is_translated_and_none_is_a_guess(lang: str) -> None:
    open_ones = [m.id for m in catalogue(lang) if m.id and (not m.string or m.fuzzy)]
    assert not open_ones


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_translation_has_the_same_places(lang: str) -> None:
    for message in catalogue(lang):
        if message.id:
            assert places(str(message.string)) == places(str(message.id)), message.id


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_translation_ends_like_its_message(lang: str) -> None:
    """The same line breaks and the same full stop (before or after a bracket): a report joins messages."""
    for message in catalogue(lang):
        original, translated = str(message.id), str(message.string)
        if not original:  # the header
            continue
        assert translated.count("\n") == original.count("\n"), original
        assert ("." in translated[-2:]) == ("." in original[-2:]), original
        assert translated == translated.rstrip(), original


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_the_compiled_catalogue_is_that_of_the_text(lang: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(lang))
    there = (LOCALE / lang / "LC_MESSAGES" / "grader.mo").read_bytes()
    assert there == compiled.getvalue(), "run `make messages`"
