"""Secrets go over https only."""

from __future__ import annotations

from urllib.parse import urlsplit

from grader.errors import UsageError
from grader.model import Text

__all__ = ["origin", "require_https"]

_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def require_https(url: str) -> None:
    """Raises UsageError where a token sent to `url` could be read on the way."""
    where = urlsplit(url)
    if where.scheme != "https" and not (where.scheme == "http" and where.hostname in _THIS_MACHINE):
        raise UsageError(Text("the token is only sent over https; {url} isn't.", {"url": url}))


def origin(url: str) -> tuple[str, str]:
    """Whom a request to `url` reaches."""
    where = urlsplit(url)
    return where.scheme, where.netloc.lower()
