"""Grades through LTI 1.3, against a platform on this machine whose tokens are given and checked by lti1p3platform."""

from __future__ import annotations

import itertools
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.cli import main
from tests.lms.results import mark, written_class

pytest.importorskip("jwt", reason="PyJWT isn't installed (it comes with the extras lti and dev)")
pytest.importorskip("lti1p3platform", reason="lti1p3platform isn't installed (it comes with the extra dev)")

from tests.lms.lti_platform import CLIENT, TEACHER, served

if TYPE_CHECKING:
    from tests.lms.lti_platform import LtiPlatform

MARKS = (
    mark("ana@example.edu", "71.125", "Ana Álvarez"),
    mark("s2", "60", "Bea Núñez"),
    mark("s4", None, "Diego Paz", state="open"),
    mark("unknown", "50"),
    mark("s5", None, "Eva Sanz", state="no_submission"),
)
GRADED_AT = 1_780_000_000.25


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by the command itself, once, and shorter than a real one: reading it costs time too."""
    file = tmp_path_factory.mktemp("lti") / "lti.pem"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("grader.lms.lti_registration.KEY_BITS", 2048)
        assert main(["export", "lti-key", str(file), "--lang", "en"]) == 0
    return file


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch, key: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[LtiPlatform]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("grader.lms.lti_connection.PAUSE_SECONDS", 0.0)
    capsys.readouterr()
    assert main(["export", "lti-key", str(key)]) == 0
    with served() as server:
        server.register(json.loads(capsys.readouterr().out))
        server.student("u1", "Ana Álvarez", email="ana@example.edu")
        server.student("u2", "Bea Núñez", lis_person_sourcedid="s2")
        server.student("u4", "Diego Paz", lis_person_sourcedid="s4")
        server.student("u5", "Eva Sanz", lis_person_sourcedid="s5")
        server.student("u6", "Gone Away", lis_person_sourcedid="unknown", status="Inactive")
        server.student("u7", "A Teacher", lis_person_sourcedid="unknown", roles=[TEACHER])
        server.student("u8", "Fay Test")
        yield server


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return graded(tmp_path / "out")


def graded(folder: Path, marks: Any = MARKS, when: float = GRADED_AT) -> Path:
    written_class(folder, marks)
    os.utime(folder / "class.json", (when, when))
    return folder


def push(platform: LtiPlatform, out: Path, key: Path, *options: str, **changes: str | None) -> int:
    known: dict[str, str | None] = {
        "token_url": platform.at("/token"),
        "client_id": CLIENT,
        "private_key": str(key),
        "line_items": platform.line_items,
        "members": platform.at("/5/members"),
        **changes,
    }
    file = out.parent / "lti.toml"
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in known.items() if value is not None]
    file.write_text("".join(lines), encoding="utf-8")
    return main(["export", "lti", str(out), "--registration", str(file), "--lang", "en", *options])


def test_a_dry_run_writes_nothing_and_says_what_would_change(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert push(platform, out, key) == 1
    assert platform.writes == []
    assert capsys.readouterr().out.splitlines() == [
        "Grades that would change: 2; there already: 0; to be looked at: 2.",
        "  Ana Álvarez (ana@example.edu): - -> 71.13",
        "  Bea Núñez (s2): - -> 60.00",
        "To be looked at:",
        "  Diego Paz (s4): Its points aren't final.",
        "  unknown: Nobody there has this id or name.",
        "Handed nothing in, and stay as they are: 1.",
        "No result, and stay as they are: 1 (Fay Test).",
        "The column Transformers from scratch would be made.",
        "Nothing was changed in Transformers from scratch; --yes does it.",
    ]


def test_a_column_is_made_once_and_scores_are_sent_once(platform: LtiPlatform, out: Path, key: Path) -> None:
    platform.column("transformer", 10, tag="another tool's")
    platform.column("foundations", 10)
    assert push(platform, out, key, "--yes") == 1
    assert platform.shown(3) == {"u1": 71.13, "u2": 60}
    assert platform.columns[3]["about"] == {
        "label": "Transformers from scratch",
        "resourceId": "transformer",
        "tag": "transformer-grader",
        "scoreMaximum": 100,
    }
    done = platform.writes
    assert push(platform, out, key, "--yes") == 1
    assert platform.writes == done
    assert len(platform.columns) == 3


def test_a_score_says_when_it_was_graded_and_that_it_is_final(platform: LtiPlatform, out: Path, key: Path) -> None:
    push(platform, out, key, "--yes")
    assert platform.columns[1]["scores"]["u2"] == {
        "userId": "u2",
        "scoreGiven": 60,
        "scoreMaximum": 100,
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "timestamp": "2026-05-28T20:26:40.250+00:00",
    }


def test_a_grading_in_the_future_is_sent_as_one_of_now(platform: LtiPlatform, tmp_path: Path, key: Path) -> None:
    """A clock that was ahead must not keep all later scores out."""
    push(platform, graded(tmp_path / "ahead", when=4e9), key, "--yes")
    assert platform.columns[1]["scores"]["u2"]["timestamp"] < "2090"


def test_points_become_those_of_a_column_that_is_named(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.column("of the teacher", 10, tag="")
    assert push(platform, out, key, "--yes", line_items=None, line_item=platform.line_item(1)) == 1
    assert platform.shown() == {"u1": 7.11, "u2": 6}
    assert "Points of 100 become grades of 10." in capsys.readouterr().out
    assert len(platform.columns) == 1


def test_a_grade_is_lowered_only_where_that_is_asked_for(
    platform: LtiPlatform, out: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    push(platform, out, key, "--yes")
    lower = graded(tmp_path / "again", [mark("s2", "40", "Bea Núñez")], GRADED_AT + 60)
    assert push(platform, lower, key, "--yes") == 1
    assert "60.00, not 40.00. A higher grade is there" in capsys.readouterr().out
    assert platform.shown()["u2"] == 60
    assert push(platform, lower, key, "--yes", "--allow-decrease") == 0
    assert platform.shown()["u2"] == 40


def test_an_older_grading_never_takes_the_place_of_a_later_one(
    platform: LtiPlatform, out: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    push(platform, out, key, "--yes")
    older = graded(tmp_path / "older", [mark("s2", "95", "Bea Núñez")], GRADED_AT - 60)
    assert push(platform, older, key, "--yes") == 1
    assert platform.shown()["u2"] == 60
    said = capsys.readouterr().out
    assert "The platform refused:\n  Bea Núñez (s2): 409" in said
    assert "aren't to be seen" not in said


def test_after_an_interruption_the_same_command_goes_on(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    push(platform, out, key, "--yes")
    platform.columns[1]["scores"].clear()
    platform.trouble = [("POST .*/scores", 500, {})] * 6
    assert push(platform, out, key, "--yes") == 5
    assert "The platform refuses: 500" in capsys.readouterr().err
    assert platform.shown() == {}
    assert push(platform, out, key, "--yes") == 1
    assert platform.shown() == {"u1": 71.13, "u2": 60}


def test_a_busy_platform_is_waited_for_as_long_as_it_asks(
    platform: LtiPlatform, out: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("grader.lms.lti_connection.PAUSE_SECONDS", 1.0)
    monkeypatch.setattr("grader.lms.lti_connection.time.sleep", waits.append)
    platform.trouble = [
        ("POST /token", 503, {}),
        ("GET .*/lineitems$", 429, {"Retry-After": "7"}),
        ("GET .*/lineitems$", 502, {}),
        ("GET .*/lineitems$", 502, {}),
        ("POST .*/lineitems$", 429, {"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}),
        ("POST .*/scores", 504, {}),
    ]
    assert push(platform, out, key, "--yes") == 1
    assert waits == [1, 7, 2, 4, 1, 1]
    assert platform.shown() == {"u1": 71.13, "u2": 60}
    assert len(platform.columns) == 1


def test_a_platform_that_asks_to_wait_for_long_is_left_in_peace(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.trouble = [("GET .*/members", 429, {"Retry-After": "3600"})]
    assert push(platform, out, key, "--yes") == 5
    assert "3600 s" in capsys.readouterr().err
    assert platform.writes == []


def test_a_column_that_may_have_been_made_is_not_asked_for_twice(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.trouble = [("POST .*/lineitems$", 500, {})]
    assert push(platform, out, key, "--yes") == 5
    assert "500" in capsys.readouterr().err
    assert len(platform.writes) == 1


def test_one_token_serves_until_shortly_before_its_end(
    platform: LtiPlatform, out: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(0, 0)
    monkeypatch.setattr("grader.lms.lti_connection.time.monotonic", lambda: next(clock))
    push(platform, out, key, "--yes")
    assert len(platform.tokens) == 1
    platform.columns.clear()
    clock = itertools.count(0, 1800)
    push(platform, out, key, "--yes")
    assert 3 < len(platform.tokens) < len(platform.requests)
    assert platform.shown() == {"u1": 71.13, "u2": 60}


def test_a_token_that_the_platform_has_forgotten_is_renewed_once(
    platform: LtiPlatform, out: Path, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.trouble = [("POST .*/scores", 401, {}), ("GET .*/results", 401, {})]
    assert push(platform, out, key, "--yes") == 1
    assert len(platform.tokens) == 3
    platform.trouble = [("GET .*/members", 401, {})] * 2
    assert push(platform, out, key, "--yes") == 5
    assert "401" in capsys.readouterr().err


@pytest.mark.parametrize("strict", [False, True])
def test_a_platform_that_lets_columns_only_be_read_is_enough_where_one_is_named(
    platform: LtiPlatform, out: Path, key: Path, strict: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some refuse a scope that they don't know, others leave it out of what they grant."""
    platform.scopes = {scope for scope in platform.scopes if not scope.endswith("/lineitem")}
    platform.strict_scopes = strict
    assert push(platform, out, key, "--yes") == 2
    assert "lets no column be made" in capsys.readouterr().err
    platform.column("transformer", 50)
    assert push(platform, out, key, "--yes") == 1
    assert platform.shown() == {"u1": 35.56, "u2": 30}


def test_a_platform_whose_only_scope_for_columns_is_the_whole_one_will_do(
    platform: LtiPlatform, out: Path, key: Path
) -> None:
    platform.scopes = {scope for scope in platform.scopes if not scope.endswith("lineitem.readonly")}
    platform.strict_scopes = True
    platform.column("of the teacher", 100)
    assert push(platform, out, key, "--yes", line_items=None, line_item=platform.line_item(1)) == 1
    assert platform.shown() == {"u1": 71.13, "u2": 60}


def test_one_student_whom_the_platform_refuses_keeps_nobody_else_out(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.ungradable = {"u1"}
    assert push(platform, out, key, "--yes") == 1
    assert "  Ana Álvarez (ana@example.edu): 403" in capsys.readouterr().out
    assert platform.shown() == {"u2": 60}


def test_a_grade_that_is_taken_and_not_shown_is_told(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    platform.forgets = {"u1"}
    assert push(platform, out, key, "--yes") == 1
    assert "aren't to be seen in the platform: Ana Álvarez (ana@example.edu)." in capsys.readouterr().out


def test_a_roster_tells_who_is_who_where_the_platform_does_not(
    platform: LtiPlatform, out: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name,LTI user id\ns2,Bea Núñez,u2\nana@example.edu,Ana,u1\ns9,Nobody,\n", encoding="utf-8")
    assert push(platform, out, key, "--yes", "--roster", str(roster), members=None) == 1
    assert platform.shown() == {"u1": 71.13, "u2": 60}
    assert push(platform, out, key, "--yes", members=None) == 2
    assert "column LTI" in capsys.readouterr().err


def test_names_that_the_platform_keeps_to_itself_are_found_by_the_roster(
    platform: LtiPlatform, out: Path, key: Path, tmp_path: Path
) -> None:
    for one in platform.members:
        for private in ("name", "email", "lis_person_sourcedid"):
            one.pop(private, None)
    roster = tmp_path / "roster.csv"
    roster.write_text("id,lti\ns2,u2\n", encoding="utf-8")
    push(platform, out, key, "--yes", "--roster", str(roster))
    assert platform.shown() == {"u2": 60}


@pytest.mark.parametrize("short", [False, True])
def test_key_and_token_are_in_no_message(
    platform: LtiPlatform, out: Path, key: Path, short: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """A platform may even send them back."""
    platform.short_tokens = short
    for where in ("POST /token", "GET .*/members", "POST .*/scores"):
        platform.trouble = [(where, 400, {})] * 3
        push(platform, out, key, "--yes")
    said = capsys.readouterr()
    text = said.out + said.err
    assert text.count("400") >= 3
    secrets = [*platform.tokens, *key.read_text().split("\n")[1:3]]
    assert len(secrets) > 3
    assert not [secret for secret in secrets if secret in text]
    assert "eyJ" not in text


def test_a_key_that_the_platform_does_not_know_is_refused(
    platform: LtiPlatform, out: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.pem"
    assert main(["export", "lti-key", str(other)]) == 0
    assert push(platform, out, other, "--yes") == 5
    assert "invalid_client" in capsys.readouterr().err
    assert platform.tokens == []


@pytest.mark.parametrize("wrong", ["client_id", "audience"])
def test_who_is_not_registered_is_refused(
    platform: LtiPlatform, out: Path, key: Path, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert push(platform, out, key, "--yes", **{wrong: "somebody else"}) == 5
    assert "invalid_client" in capsys.readouterr().err
    assert platform.writes == []


def test_secrets_go_over_https_only_and_to_nobody_else(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("token_url", "line_items", "members"):
        assert push(platform, out, key, **{name: "http://lms.example.edu/x"}) == 2
        assert "https" in capsys.readouterr().err
    assert platform.requests == []
    platform.column("transformer", 100, id="http://127.0.0.1:9/elsewhere")
    assert push(platform, out, key, "--yes") == 5
    assert "leads elsewhere" in capsys.readouterr().err
    platform.trouble = [("GET .*/members", 302, {"Location": "http://127.0.0.1:9/elsewhere"})]
    assert push(platform, out, key, "--yes") == 5
    assert "302" in capsys.readouterr().err


def test_a_netrc_does_not_take_the_tokens_place(
    platform: LtiPlatform, out: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password mine\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    assert push(platform, out, key, "--yes") == 1
    assert platform.shown() == {"u1": 71.13, "u2": 60}


def test_several_columns_of_one_assignment_are_not_guessed_between(
    platform: LtiPlatform, out: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        platform.column("transformer", 100)
    assert push(platform, out, key, "--yes") == 2
    assert "line_item" in capsys.readouterr().err
    assert platform.writes == []


def test_a_key_is_made_for_its_owner_alone_and_never_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new.pem"
    assert main(["export", "lti-key", str(file)]) == 0
    first = capsys.readouterr().out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = file.read_bytes()
    assert main(["export", "lti-key", str(file)]) == 0
    assert capsys.readouterr().out == first
    assert file.read_bytes() == content
    (public,) = json.loads(first)["keys"]
    assert set(public) == {"kty", "n", "e", "alg", "use", "kid"}, "nothing of the private half"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "token_url, client_id, private_key, line_items"),
        ("token_url = 1\nx = 2", "x, token_url"),
        ("not toml", "isn't TOML"),
        (
            'token_url = "https://x"\nclient_id = "a"\nprivate_key = "lti.toml"\nline_items = "https://x"',
            "isn't a private RSA key of at least 2048 bits",
        ),
        ('token_url = "https://x"\nclient_id = "a"\nprivate_key = "no.pem"\nline_items = "https://x"', "can't be read"),
    ],
)
def test_a_registration_that_cannot_be_used_says_why(
    out: Path, tmp_path: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lti.toml"
    file.write_text(text)
    assert main(["export", "lti", str(out), "--registration", str(file), "--lang", "en"]) == 2
    assert told in capsys.readouterr().err


def test_some_items_only_are_not_entered_as_the_whole(
    platform: LtiPlatform, tmp_path: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    only = [{"id": "softmax", "title": "Softmax", "max_points": 8}]
    out = written_class(tmp_path / "part", [mark("s2", "8", most="8")], items=only)
    assert push(platform, out, key, "--yes") == 2
    assert platform.requests == []
    assert push(platform, out, key, "--yes", "--partial") == 0
    assert platform.columns[1]["about"]["scoreMaximum"] == 8
