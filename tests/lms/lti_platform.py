"""A platform with LTI 1.3's services on this machine.

Who may do what is decided by lti1p3platform, a library for platforms: it checks the tool's JWT against its registered
key, gives tokens with scopes, and checks those.  On top of that the rules of the specifications are kept strictly, and
whatever they don't know is refused: AGS 2.0 (media types, scores, timestamps), NRPS 2.0, the 1EdTech Security Framework
1.0 (claims), RFC 8288 (pages).  Addresses are made as Moodle makes them, with a query that has to stay.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.registration import Registration

from tests.lms.loopback import serving

__all__ = ["CLIENT", "LtiPlatform", "served"]

CLIENT = "tool-7"
PAGE = 2
AGS = "https://purl.imsglobal.org/spec/lti-ags/scope/"
NRPS = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
TEACHER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
LINE_ITEM = "application/vnd.ims.lis.v2.lineitem+json"
LINE_ITEMS = "application/vnd.ims.lis.v2.lineitemcontainer+json"
RESULTS = "application/vnd.ims.lis.v2.resultcontainer+json"
SCORE = "application/vnd.ims.lis.v1.score+json"
MEMBERS = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
# ISO 8601 with fractions of seconds and a zone: AGS 2.0, 3.4.4.
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:\d\d)")


class Refused(Exception):
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@cache
def _platforms_key() -> tuple[str, str]:
    """Private and public, in PEM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    plain, form = serialization.NoEncryption(), serialization.PublicFormat.SubjectPublicKeyInfo
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    return private.decode(), key.public_key().public_bytes(serialization.Encoding.PEM, form).decode()


class _Configuration(LTI1P3PlatformConfAbstract):  # type: ignore[misc]
    def init_platform_config(self, **kwargs: Any) -> None:
        private, public = _platforms_key()
        self._registration = (
            Registration()
            .set_iss("https://lms.example")
            .set_client_id(CLIENT)
            .set_platform_public_key(public)
            .set_platform_private_key(private)
            .set_tool_key_set(kwargs["tool_keys"])
        )
        if hasattr(self._registration, "set_access_token_url"):  # from 0.2 on
            self._registration.set_access_token_url(kwargs["token_url"])
        self._seen: dict[str, int] = {}

    def get_registration_by_params(self, **kwargs: Any) -> Any:
        return self._registration

    def cache_get(self, key: str) -> int | None:
        return self._seen.get(key)

    def cache_set(self, key: str, exp: int) -> None:
        self._seen[key] = exp


class LtiPlatform(ThreadingHTTPServer):
    """`columns` by number and, in them, ``scores`` by user.  `trouble` is answered first, a status and headers each."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.members: list[dict[str, Any]] = []
        self.columns: dict[int, dict[str, Any]] = {}
        self.requests: list[tuple[str, str]] = []
        self.trouble: list[tuple[str, int, dict[str, str]]] = []
        self.scopes = {f"{AGS}{name}" for name in ("lineitem", "lineitem.readonly", "result.readonly", "score")} | {
            NRPS
        }
        self.strict_scopes = False
        self.jtis: set[str] = set()
        self.revoked: set[str] = set()
        self.tokens: list[str] = []
        self.short_tokens = False  # as Moodle has them, instead of JWTs
        self.short: dict[str, str] = {}
        self.forgets: set[str] = set()
        self.ungradable: set[str] = set()
        self.tool_keys: dict[str, Any] = {"keys": []}
        self.library: Any = None

    def register(self, tool_keys: dict[str, Any]) -> None:
        self.tool_keys = tool_keys
        self.library = _Configuration(token_url=self.at("/token"), tool_keys=tool_keys)

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"

    @property
    def line_items(self) -> str:
        return self.at("/5/lineitems?type_id=3")

    def line_item(self, number: int) -> str:
        return self.at(f"/5/lineitems/{number}/lineitem?type_id=3")

    @property
    def writes(self) -> list[tuple[str, str]]:
        return [one for one in self.requests if one[0] == "POST" and one[1] != "/token"]

    def student(self, user: str, name: str = "", **rest: Any) -> None:
        names = {"name": name} if name else {}
        self.members.append({"user_id": user, "status": "Active", "roles": [LEARNER], **names, **rest})

    def column(self, resource: str, maximum: float, tag: str = "transformer-grader", **rest: Any) -> int:
        number = len(self.columns) + 1
        about = {"resourceId": resource, "tag": tag, "label": resource, "scoreMaximum": maximum, **rest}
        self.columns[number] = {"about": about, "scores": {}}
        return number

    def shown(self, number: int = 1) -> dict[str, float]:
        return {user: one["scoreGiven"] for user, one in self.columns[number]["scores"].items()}


class _Handler(BaseHTTPRequestHandler):
    server: LtiPlatform
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])))

    def _answer(self, body: bytes) -> None:
        path = urlsplit(self.path).path
        self.server.requests.append((self.command, path))
        for at, (where, status, headers) in enumerate(self.server.trouble):
            if re.search(where, f"{self.command} {path}"):
                del self.server.trouble[at]
                self._send(
                    status,
                    headers,
                    "application/json",
                    {"error": f"{self.headers['Authorization']} is busy: {body.decode()}"},
                )
                return
        try:
            status, kind, value = self._routed(path, body)
        except Refused as refused:
            self._send(refused.status, {}, "application/json", {"error": str(refused)})
            return
        headers = {}
        if isinstance(value, list):
            value, headers = self._page(value)
        elif kind == MEMBERS:
            value["members"], headers = self._page(value["members"])
        self._send(status, headers, kind, value)

    def _send(self, status: int, headers: dict[str, str], kind: str, value: object) -> None:
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, content in {**headers, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, content)
        self.end_headers()
        self.wfile.write(body)

    def _page(self, everything: list[Any]) -> tuple[list[Any], dict[str, str]]:
        where = urlsplit(self.path)
        query = dict(parse_qsl(where.query))
        page = int(query.pop("page", "1"))
        headers = {}
        if page * PAGE < len(everything):
            following = self.server.at(f"{where.path}?{urlencode({**query, 'page': page + 1})}")
            headers["Link"] = f'<{self.server.at("/first")}>; rel="first", <{following}>; rel="next"'
        return everything[(page - 1) * PAGE : page * PAGE], headers

    def _routed(self, path: str, body: bytes) -> tuple[int, str, Any]:
        if path == "/token":
            return 200, "application/json", self._token(body)
        if path == "/5/members":
            self._allow("GET", MEMBERS, NRPS)
            return 200, MEMBERS, {"id": self.server.at(path), "context": {"id": "5"}, "members": self.server.members}
        if dict(parse_qsl(urlsplit(self.path).query)).get("type_id") != "3":
            raise Refused(400, "type_id is missing")
        if path == "/5/lineitems":
            return self._columns(body)
        found = re.fullmatch(r"/5/lineitems/(\d+)/lineitem(/results|/scores)?", path)
        if found is None or int(found[1]) not in self.server.columns:
            raise Refused(404, path)
        number, part = int(found[1]), found[2]
        if part == "/scores":
            return self._scored(number, body)
        if part == "/results":
            self._allow("GET", RESULTS, f"{AGS}result.readonly")
            return 200, RESULTS, self._results(number)
        self._allow("GET", LINE_ITEM, f"{AGS}lineitem", f"{AGS}lineitem.readonly")
        return 200, LINE_ITEM, self._about(number)

    def _token(self, body: bytes) -> Any:
        """RFC 6749 5.1 and 5.2; RFC 7523 3; 1EdTech Security Framework 1.0, 4.1.1."""
        if self.command != "POST" or self.headers["Content-Type"] != "application/x-www-form-urlencoded":
            raise Refused(400, "invalid_request")
        form = dict(parse_qsl(body.decode(), strict_parsing=True))
        if set(form) != {"grant_type", "client_assertion_type", "client_assertion", "scope"}:
            raise Refused(400, "invalid_request")
        asked = set(form["scope"].split(" "))
        if self.server.strict_scopes and asked - self.server.scopes:
            raise Refused(400, "invalid_scope")
        try:
            answer = self.server.library.get_access_token(form)
            self._assertion(form["client_assertion"])
        except Refused:
            raise
        except Exception as error:
            raise Refused(400, f"invalid_client {type(error).__name__}") from error
        granted = [scope for scope in answer["scope"].split() if scope in self.server.scopes]
        token = answer["access_token"]
        if self.server.short_tokens:
            token = secrets.token_hex(16)
            self.server.short[token] = answer["access_token"]
        self.server.tokens.append(token)
        return {**answer, "access_token": token, "scope": " ".join(granted)}

    def _assertion(self, assertion: str) -> None:
        kid = jwt.get_unverified_header(assertion)["kid"]
        (key,) = (one for one in self.server.tool_keys["keys"] if one["kid"] == kid)
        claims = jwt.decode(
            assertion,
            jwt.PyJWK(key),
            algorithms=["RS256"],
            audience=self.server.at("/token"),
            issuer=CLIENT,
            options={"require": ["iss", "sub", "aud", "iat", "exp", "jti"]},
        )
        if claims["sub"] != CLIENT or claims["exp"] - claims["iat"] > 3600 or claims["iat"] > time.time():
            raise Refused(400, "invalid_client claims")
        if claims["jti"] in self.server.jtis:
            raise Refused(400, "invalid_client replayed")
        self.server.jtis.add(claims["jti"])

    def _allow(self, method: str, kind: str, *scopes: str) -> None:
        if self.command != method:
            raise Refused(405, self.command)
        word, _, token = self.headers.get("Authorization", "").partition(" ")
        token = self.server.short.get(token, token)
        try:
            valid = self.server.library.validate_token(token)
            scoped = self.server.library.validate_token(token, list(scopes))
        except Exception as error:
            raise Refused(401, type(error).__name__) from error
        if word != "Bearer" or not valid or token in self.server.revoked:
            raise Refused(401, "invalid_token")
        if not scoped:
            raise Refused(403, "insufficient_scope")
        name = "Accept" if method == "GET" else "Content-Type"
        if kind not in self.headers.get(name, "").split(", "):
            raise Refused(406 if method == "GET" else 415, self.headers.get(name, ""))

    def _columns(self, body: bytes) -> tuple[int, str, Any]:
        if self.command == "POST":
            self._allow("POST", LINE_ITEM, f"{AGS}lineitem")
            about = json.loads(body)
            wanted: dict[str, Any] = {"label": str, "resourceId": str, "tag": str, "scoreMaximum": (int, float)}
            if set(about) != set(wanted) or not all(isinstance(about[name], kind) for name, kind in wanted.items()):
                raise Refused(400, "a line item has a label, a resourceId, a tag and a scoreMaximum")
            if about["scoreMaximum"] <= 0:
                raise Refused(400, "scoreMaximum")
            rest = {name: value for name, value in about.items() if name not in ("resourceId", "scoreMaximum")}
            number = self.server.column(about["resourceId"], about["scoreMaximum"], **rest)
            return 201, LINE_ITEM, self._about(number)
        self._allow("GET", LINE_ITEMS, f"{AGS}lineitem", f"{AGS}lineitem.readonly")
        query = dict(parse_qsl(urlsplit(self.path).query))
        found = list(map(self._about, self.server.columns))
        for name, key in (("resource_id", "resourceId"), ("tag", "tag")):
            found = [one for one in found if name not in query or one[key] == query[name]]
        return 200, LINE_ITEMS, found

    def _about(self, number: int) -> dict[str, Any]:
        return {"id": self.server.line_item(number), **self.server.columns[number]["about"]}

    def _results(self, number: int) -> list[Any]:
        most = self.server.columns[number]["about"]["scoreMaximum"]
        return [
            {
                "id": self.server.at(f"/results/{user}"),
                "userId": user,
                "resultScore": one["scoreGiven"] * most / one["scoreMaximum"],
                "resultMaximum": most,
                "scoreOf": self.server.line_item(number),
            }
            for user, one in self.server.columns[number]["scores"].items()
            if user not in self.server.forgets
        ]

    def _scored(self, number: int, body: bytes) -> tuple[int, str, Any]:
        self._allow("POST", SCORE, f"{AGS}score")
        score = json.loads(body)
        wanted = {"userId", "scoreGiven", "scoreMaximum", "activityProgress", "gradingProgress", "timestamp"}
        if set(score) != wanted or not isinstance(score["userId"], str):
            raise Refused(400, "not a score")
        given, most = score["scoreGiven"], score["scoreMaximum"]
        if isinstance(given, bool) or not isinstance(given, int | float) or given < 0 or not most > 0:
            raise Refused(400, "scoreGiven")
        if (score["activityProgress"], score["gradingProgress"]) != ("Completed", "FullyGraded"):
            raise Refused(400, "progress")
        if not TIMESTAMP.fullmatch(score["timestamp"]):
            raise Refused(400, "timestamp")
        if score["userId"] not in {one["user_id"] for one in self.server.members}:
            raise Refused(404, "no such user")
        if score["userId"] in self.server.ungradable:
            raise Refused(403, "this user can't be graded")
        scores = self.server.columns[number]["scores"]
        before = scores.get(score["userId"])
        if before is not None and datetime.fromisoformat(score["timestamp"]) <= datetime.fromisoformat(
            before["timestamp"]
        ):
            raise Refused(409, "there is a score of that time or later")
        scores[score["userId"]] = score
        return 201 if before is None else 200, SCORE, None


def served() -> AbstractContextManager[LtiPlatform]:
    return serving(LtiPlatform())
