"""Grades through LTI 1.3 into Open edX's own platform code: its token endpoint, line items, scores and results.

    python3 -m venv edx && edx/bin/pip install lti-consumer-xblock cryptography
    python -m benchmarks.interop.open_edx edx/bin/python

lti-consumer-xblock is what an Open edX site answers tools with; its views are served here by Django on this machine,
with a database of their own.  Its list of members asks the rest of the site, so the students' ids come from a roster.
It ends with an error where the platform hasn't what it should.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from grader.lms.lti_registration import read_key
from tests.lms.results import mark, written_class

CLIENT = "0e9d0b4c-1111-4a3c-9f8e-transformer"
# Run by the venv's Python.  Prints a line of JSON once it answers.
PLATFORM = """
import json, sys, threading
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
import django
from django.conf import settings
folder, client, pem = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
class Quiet(WSGIRequestHandler):
    def log_message(self, *_): pass
class Server(ThreadingMixIn, WSGIServer): pass
server = make_server("127.0.0.1", 0, None, Server, Quiet)
base = f"http://127.0.0.1:{server.server_port}"
settings.configure(
    DEBUG=True, SECRET_KEY="x", ALLOWED_HOSTS=["*"], ROOT_URLCONF="lti_consumer.plugin.urls", USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "edx.sqlite3")}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sites", "lti_consumer"],
    USAGE_ID_PATTERN=r"(?P<usage_id>(?:i4x://?[^/]+/[^/]+/[^/]+/[^@]+(?:@[^/]+)?)|(?:[^/]+))",
    LTI_BASE=base, LTI_API_BASE=base, LMS_ROOT_URL=base, DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0, run_syncdb=True)
from django.core.wsgi import get_wsgi_application
from lti_consumer.models import Lti1p3Passport, LtiConfiguration
passport = Lti1p3Passport.objects.create(lti_1p3_client_id=client, lti_1p3_tool_public_key=pem)
known = LtiConfiguration.objects.create(
    version=LtiConfiguration.LTI_1P3, config_store=LtiConfiguration.CONFIG_ON_DB, lti_1p3_passport=passport,
    lti_advantage_ags_mode=LtiConfiguration.LTI_ADVANTAGE_AGS_PROGRAMMATIC,
)
# The namespace that the app's own links are made with, which a site's urls.py gives it.
from django.urls import include, path
import types
urls = types.ModuleType("urls"); urls.urlpatterns = [path("", include("lti_consumer.plugin.urls"))]
sys.modules["urls"] = urls
settings.ROOT_URLCONF = "urls"
server.set_app(get_wsgi_application())
print(json.dumps({"token": f"{base}/lti_consumer/v1/token/{passport.passport_id}",
                  "items": f"{base}/lti_consumer/v1/lti/{known.id}/lti-ags"}), flush=True)
server.serve_forever()
"""
SCORES = """
import json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("select user_id, score_given, score_maximum from lti_consumer_ltiagsscore")
print(json.dumps(sorted(rows)))
"""


def main() -> int:
    python = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        key = top / "lti.pem"
        _grade("export", "lti-key", str(key))
        pem = read_key(key).public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        platform = subprocess.Popen(
            [str(python), "-c", PLATFORM, folder, CLIENT, pem], stdout=subprocess.PIPE, text=True, cwd=folder
        )
        try:
            assert platform.stdout is not None
            where = json.loads(platform.stdout.readline())
            _round(python, top, key, where)
        finally:
            platform.terminate()
            platform.wait()
    return 0


def _round(python: Path, top: Path, key: Path, where: dict[str, str]) -> None:
    """Made, entered, entered again, raised, and never lowered unasked."""
    told = {"token_url": where["token"], "client_id": CLIENT, "private_key": str(key), "line_items": where["items"]}
    (top / "lti.toml").write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in told.items()))
    (top / "roster.csv").write_text("id,lti\nana,u-ana\nbea,u-bea\n")

    def push(points: dict[str, str], when: int, code: int, *options: str) -> list[list[object]]:
        out = written_class(top / "out", [mark(student, value) for student, value in points.items()])
        os.utime(out / "class.json", (when, when))
        about = ["--registration", str(top / "lti.toml"), "--roster", str(top / "roster.csv"), "--lang", "en"]
        _grade("export", "lti", str(out), *about, *options, code=code)
        done = subprocess.run(
            [str(python), "-c", SCORES, str(top / "edx.sqlite3")], capture_output=True, text=True, check=True
        )
        found: list[list[object]] = json.loads(done.stdout)
        return found

    first = {"ana": "71.1", "bea": "60"}
    entered = [["u-ana", 71.1, 100.0], ["u-bea", 60.0, 100.0]]
    assert push(first, 1_780_000_000, 0) == [], "a dry run"
    assert push(first, 1_780_000_000, 0, "--yes") == entered
    assert push(first, 1_780_000_000, 0, "--yes") == entered, "again"
    lower = {"ana": "80", "bea": "50"}
    raised = push(lower, 1_780_000_100, 1, "--yes")
    assert raised == [["u-ana", 80.0, 100.0], ["u-bea", 60.0, 100.0]], raised
    lowered = push(lower, 1_780_000_100, 0, "--yes", "--allow-decrease")
    assert lowered == [["u-ana", 80.0, 100.0], ["u-bea", 50.0, 100.0]], lowered
    older = push(first, 1_780_000_050, 1, "--yes")
    assert older == lowered, "an older grading changes nothing"
    print("Open edX has the scores that it should")


def _grade(*arguments: str, code: int = 0) -> None:
    done = subprocess.run([sys.executable, "-m", "grader", *arguments], capture_output=True, text=True, check=False)
    print("$ grade", " ".join(arguments[:2]), *arguments[-2:])
    if done.returncode != code:
        raise SystemExit(f"{done.stdout}\n{done.stderr}\nended with {done.returncode}")


if __name__ == "__main__":
    raise SystemExit(main())
