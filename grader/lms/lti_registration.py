"""What a platform and its tool know of each other in LTI 1.3, and the tool's key.

A tool is registered once, by the platform's administrator, who is given the public half of its key and gives the rest
of what stands in the file.  LTI 1.3 knows RS256 alone (1EdTech Security Framework 1.0, section 5.1).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.errors import UsageError
from grader.lms.given import read_given
from grader.lms.https import require_https
from grader.model import Text

__all__ = ["Registration", "make_key", "public_keys", "read_registration"]

KEY_BITS, FEWEST_KEY_BITS = 3072, 2048
_REQUIRED = ("token_url", "client_id", "private_key")
_ADDRESSES = ("token_url", "line_items", "line_item", "members")
_KNOWN = (*_REQUIRED, "line_items", "line_item", "members", "key_id", "audience", "deployment_id")


@dataclass(frozen=True)
class Registration:
    """`key` is the private one.  `line_items` is the address of a course's columns and `line_item` that of one of them;
    `members` is that of its students.  What isn't there is empty.
    """

    token_url: str
    client_id: str
    key_id: str
    key: Any = field(repr=False)
    audience: str = ""
    deployment_id: str = ""
    line_items: str = ""
    line_item: str = ""
    members: str = ""


def read_registration(file: Path) -> Registration:
    """The TOML in `file`; the key's file is looked for beside it.  Raises UsageError where it can't be used."""
    try:
        data = tomllib.loads(read_given(file).decode("utf-8"))
    except ValueError as error:  # TOML, or its encoding
        raise UsageError(Text("{file} isn't TOML: {error}", {"file": str(file), "error": str(error)})) from error
    stray = [name for name in data if name not in _KNOWN]
    missing = [name for name in _REQUIRED if not data.get(name)]
    if "line_items" not in data and "line_item" not in data:
        missing.append("line_items")
    wrong = [name for name in _KNOWN if not isinstance(data.get(name, ""), str)]
    if stray or missing or wrong:
        values = {"file": str(file), "missing": ", ".join(missing) or "-", "stray": ", ".join([*stray, *wrong]) or "-"}
        raise UsageError(
            Text("{file} doesn't say who the tool is. Missing: {missing}. Not understood: {stray}.", values)
        )
    for name in _ADDRESSES:
        if name in data:
            require_https(data[name])
    key = read_key(file.parent / data.pop("private_key"))
    data["key_id"] = data.get("key_id") or thumbprint(key)
    return Registration(key=key, **data)


def read_key(file: Path) -> Any:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(read_given(file), password=None)
    except (ValueError, TypeError):  # what it says may quote the key
        key = None
    if not isinstance(key, RSAPrivateKey) or key.key_size < FEWEST_KEY_BITS:
        about: dict[str, str | int | float | Text] = {"file": str(file), "bits": FEWEST_KEY_BITS}
        raise UsageError(
            Text("{file} isn't a private RSA key of at least {bits} bits, in PEM and without a password.", about)
        ) from None
    return key


def make_key(file: Path) -> None:
    """A new key in `file`, which nobody else may read; an old one is never written over."""
    from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(pem)
    except OSError as error:
        values = {"file": str(file), "error": error.strerror or ""}
        raise UsageError(Text("{file} can't be written: {error}", values)) from error


def public_keys(key: Any) -> dict[str, Any]:
    """The JWK Set (RFC 7517) to give to the platform."""
    from jwt.algorithms import RSAAlgorithm

    public = json.loads(RSAAlgorithm.to_jwk(key.public_key()))
    return {"keys": [{name: public[name] for name in ("kty", "n", "e")} | _use(key)]}


def _use(key: Any) -> dict[str, str]:
    return {"alg": "RS256", "use": "sig", "kid": thumbprint(key)}


def thumbprint(key: Any) -> str:
    """The key's name where none was agreed on: RFC 7638."""
    from jwt.algorithms import RSAAlgorithm

    public = json.loads(RSAAlgorithm.to_jwk(key.public_key()))
    plain = json.dumps({name: public[name] for name in ("e", "kty", "n")}, separators=(",", ":"))
    return base64.urlsafe_b64encode(hashlib.sha256(plain.encode()).digest()).decode().rstrip("=")
