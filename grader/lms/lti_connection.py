"""Requests to a platform's LTI services: with a token that is got by a signed JWT, and patience.

1EdTech Security Framework 1.0, section 4.1 (client credentials with a JWT); RFC 7523, section 3 (its claims).
PyLTI1p3, which most tools have for this, keeps a token beyond its end, never waits and knows no time limit, and most of
it is for launches, which a command has none of; so the JWT is PyJWT's work, the requests are those of `requests`, and
the rest is here.
"""

from __future__ import annotations

import email.utils
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from grader.errors import GraderError
from grader.lms.https import origin
from grader.lms.lti_registration import Registration
from grader.model import Text

__all__ = ["Connection"]

TRIES = 6
PAUSE_SECONDS = 1.0  # doubled with each try
LONGEST_PAUSE_SECONDS = 60.0
TIMEOUT_SECONDS = 30.0
ASSERTION_SECONDS = 300
SKEW_SECONDS = 5  # our clock may be ahead of theirs
MARGIN_SECONDS = 30.0  # a token isn't used in the last seconds of its life
UNKNOWN_LIFE_SECONDS = 300.0
MOST_PAGES = 1000
LONGEST_WORD = 80
_TOO_MANY, _UNAUTHORIZED = 429, 401


@dataclass
class Connection:
    """`scopes` are asked for one after the other until a platform grants one: each is what a run needs.

    `granted` are those that the token is for.
    """

    registration: Registration
    scopes: Sequence[Sequence[str]]
    granted: frozenset[str] = frozenset()
    _token: str = field(default="", repr=False)
    _ends: float = 0.0
    _session: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        import requests

        self._session = requests.Session()

    def read_all(self, url: str, media_type: str) -> Iterator[Any]:
        """What stands at `url`, page by page."""
        seen: set[str] = set()
        while url and url not in seen and len(seen) < MOST_PAGES:
            seen.add(url)
            answer = self.get(url, media_type)
            yield _parsed(answer)
            url = self.within(answer.links.get("next", {}).get("url", ""))

    def get(self, url: str, media_type: str) -> Any:
        answer = self.send("GET", url, {"Accept": media_type})
        if answer.status_code != 200:
            raise self.refusal(answer)
        return answer

    def post(self, url: str, media_type: str, body: Mapping[str, object], *, twice_is_once: bool) -> Any:
        """The answer, whatever it is.  `twice_is_once`: it may be sent again where it isn't known to be done."""
        data = json.dumps(body, allow_nan=False).encode()
        headers = {"Content-Type": media_type, "Accept": f"{media_type}, application/json"}
        return self.send("POST", url, headers, data, repeat=twice_is_once)

    def within(self, url: str) -> str:
        """`url`, which the platform named: the token goes to nobody else."""
        services = self.registration.line_items or self.registration.line_item
        if url and origin(url) not in {origin(services), origin(self.registration.members or services)}:
            raise GraderError(Text("The platform's answer leads elsewhere, to {url}: stopped.", {"url": url}))
        return url

    def send(
        self, method: str, url: str, headers: Mapping[str, str], data: bytes | None = None, *, repeat: bool = True
    ) -> Any:
        """With a valid token, which is renewed once where the platform has forgotten it."""
        answer = None
        for _ in range(2):
            sent = {**headers, "Authorization": f"Bearer {self._valid_token()}"}
            answer = self._patiently(method, url, sent, lambda: data, repeat)
            if answer.status_code != _UNAUTHORIZED:
                break
            self._token = ""
        return answer

    def _patiently(
        self, method: str, url: str, headers: Mapping[str, str], data: Callable[[], object], repeat: bool
    ) -> Any:
        """Again after a while where the platform is busy (429, 5xx) or can't be reached, unless that could do it twice.

        `data` is made anew each time: the same JWT twice would pass for a stolen one.
        """
        import requests

        for attempt in range(TRIES):
            pause = PAUSE_SECONDS * 2**attempt
            last = attempt == TRIES - 1
            try:
                # No redirects: they would take the token along.  A callable `auth` keeps a .netrc out of it.
                answer = self._session.request(
                    method, url, headers=dict(headers), data=data(), timeout=TIMEOUT_SECONDS, allow_redirects=False,
                    auth=_as_it_is,
                )  # fmt: skip
            except requests.RequestException as error:
                if last or not repeat:
                    raise self._unreachable(url, error) from None
            else:
                busy = answer.status_code == _TOO_MANY or (answer.status_code >= 500 and repeat)
                if not busy or last:
                    return answer
                pause = max(pause, _asked_to_wait(answer.headers.get("Retry-After", "")))
                if pause > LONGEST_PAUSE_SECONDS:
                    raise _not_now(pause)
            time.sleep(pause)
        raise AssertionError  # the last try has returned or raised

    def told(self, answer: Any) -> str:
        """What the platform said went wrong: in part, and without a token or anything as long as a JWT."""
        said = answer.text[:2000].replace(self._token, "...") if self._token else answer.text[:2000]
        short = " ".join(word for word in said.split() if len(word) <= LONGEST_WORD)
        return f"{answer.status_code} {short[:200]}".strip()

    def refusal(self, answer: Any) -> GraderError:
        return GraderError(Text("The platform refuses: {reason}", {"reason": self.told(answer)}))

    def _unreachable(self, url: str, error: Exception) -> GraderError:
        reason = f"{type(error).__name__} ({origin(url)[1]})"  # the message may quote what was sent
        return GraderError(Text("The platform can't be reached: {reason}", {"reason": reason}))

    def _valid_token(self) -> str:
        """Kept until shortly before its end."""
        if self._token and time.monotonic() < self._ends:
            return self._token
        answer = None
        for scopes in self.scopes:
            asked = time.monotonic()
            asking = partial(self._request_for, scopes)
            answer = self._patiently("POST", self.registration.token_url, _FORM, asking, repeat=True)
            if answer.status_code == 200:
                return self._taken(_parsed(answer), scopes, asked)
            if "invalid_scope" not in answer.text[:2000]:
                break
        raise self.refusal(answer)

    def _taken(self, body: Mapping[str, Any], scopes: Sequence[str], asked: float) -> str:
        try:
            token, kind = str(body["access_token"]), str(body.get("token_type", "bearer"))
            life = float(body.get("expires_in") or UNKNOWN_LIFE_SECONDS)
            granted = str(body["scope"]).split() if body.get("scope") else scopes
        except (KeyError, TypeError, ValueError, AttributeError):
            kind = ""
        if kind.lower() != "bearer" or not token.isascii() or not token.isprintable():
            raise GraderError(Text("The platform's token endpoint gives no bearer token."))
        self._token, self.granted = token, frozenset(granted)
        self._ends = asked + life - min(MARGIN_SECONDS, life / 2)
        return token

    def _request_for(self, scopes: Sequence[str]) -> dict[str, str]:
        import jwt

        known, now = self.registration, int(time.time())
        claims: dict[str, Any] = {
            "iss": known.client_id,
            "sub": known.client_id,
            "aud": known.audience or known.token_url,
            "iat": now - SKEW_SECONDS,
            "exp": now + ASSERTION_SECONDS,
            "jti": uuid.uuid4().hex,
        }
        if known.deployment_id:
            claims["https://purl.imsglobal.org/spec/lti/claim/deployment_id"] = known.deployment_id
        return {
            "grant_type": "client_credentials",
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": jwt.encode(claims, known.key, algorithm="RS256", headers={"kid": known.key_id}),
            "scope": " ".join(scopes),
        }


_FORM = {"Accept": "application/json"}


def _not_now(seconds: float) -> GraderError:
    values = {"seconds": round(seconds)}
    return GraderError(
        Text("The platform asks to wait {seconds} s. Run the same command again then: it goes on.", values)
    )


def _as_it_is(request: Any) -> Any:
    return request


def _parsed(answer: Any) -> Any:
    try:
        return json.loads(answer.content)
    except ValueError:
        raise GraderError(Text("The platform's answer isn't JSON.")) from None


def _asked_to_wait(value: str) -> float:
    """Of a Retry-After header: seconds, or a date (RFC 9110, section 10.2.3)."""
    if value.strip().isdigit():
        return float(value)
    try:
        return email.utils.parsedate_to_datetime(value).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0.0
