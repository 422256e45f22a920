"""A Canvas for the real client: what its documentation promises of the few calls that are made, and 4xx for all else.

It takes parameters only as Canvas takes them (in brackets), wants the token, hands out lists in pages of two with Link
headers, and enters grades in a job that has first to be waited for.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.lms.loopback import serving

__all__ = ["TOKEN", "CanvasServer", "served"]

TOKEN = "7~secret"
PAGE = 2
HERE = "/api/v1/courses/5"
WORK = f"{HERE}/assignments/7"


class CanvasServer(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.assignment: dict[str, Any] = {
            "id": 7, "course_id": 5, "name": "Transformer", "points_possible": 10.0, "grading_type": "points",
        }  # fmt: skip
        self.submissions: dict[int, dict[str, Any]] = {}
        self.jobs: list[dict[int, str]] = []
        self.requests: list[tuple[str, str]] = []
        self.files: dict[int, tuple[str, bytes]] = {}
        self.fails_at_job = -1
        self.forgets: set[int] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def writes(self) -> list[tuple[str, str]]:
        return [request for request in self.requests if request[0] != "GET"]

    def student(self, number: int, name: str, score: float | None = None, **rest: Any) -> None:
        user = {"id": number, "sortable_name": name, "name": name, "login_id": f"login{number}"}
        self.submissions[number] = {
            "id": number * 10, "user_id": number, "assignment_id": 7, "score": score, "excused": False, "user": user,
            "submission_comments": [], "rubric_assessment": {}, **rest,
        }  # fmt: skip

    def scores(self) -> dict[int, float | None]:
        return {number: one["score"] for number, one in self.submissions.items()}


class _Handler(BaseHTTPRequestHandler):
    server: CanvasServer

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(self._form())

    def do_PUT(self) -> None:
        self._answer(self._form())

    def _form(self) -> dict[str, Any]:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"]
        if kind.startswith("multipart/form-data"):
            message = email.message_from_bytes(
                b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body, policy=email.policy.HTTP
            )
            parts = {part.get_param("name", header="content-disposition"): part for part in message.iter_parts()}
            return {str(name): part.get_payload(decode=True) for name, part in parts.items()}
        return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))

    def _answer(self, form: dict[str, Any]) -> None:
        path = urlsplit(self.path).path
        self.server.requests.append((self.command, path))
        if path != "/upload" and self.headers["Authorization"] != f"Bearer {TOKEN}":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Bearer realm="canvas-lms"')
            self._json([{"message": "Invalid access token."}])
            return
        try:
            answer = self._routed(path, form)
        except (KeyError, ValueError, AssertionError) as error:
            self.send_response(404 if isinstance(error, KeyError) else 400)
            self._json({"errors": [{"message": repr(error)}]})
            return
        self.send_response(200)
        if isinstance(answer, list):
            answer = self._page(answer)
        self._json(answer)

    def _json(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _page(self, everything: list[Any]) -> list[Any]:
        query = dict(parse_qsl(urlsplit(self.path).query))
        page = int(query.get("page", "1"))
        if page * PAGE < len(everything):
            rest = urlsplit(self.path).query.replace(f"&page={page}", "")
            link = f"{self.server.url}{urlsplit(self.path).path}?{rest}&page={page + 1}"
            self.send_header("Link", f'<{link}>; rel="next"')
        return everything[(page - 1) * PAGE : page * PAGE]

    def _routed(self, path: str, form: dict[str, Any]) -> Any:
        server, call = self.server, (self.command, path)
        if call == ("GET", HERE):
            return {"id": 5, "name": "Transformers"}
        if call == ("GET", WORK):
            return server.assignment
        if call == ("GET", f"{WORK}/submissions"):
            asked = [value for key, value in parse_qsl(urlsplit(self.path).query) if key == "include[]"]
            extra = {"user", "submission_comments", "rubric_assessment"} - set(asked)
            return [{k: v for k, v in one.items() if k not in extra} for one in server.submissions.values()]
        if call == ("POST", f"{WORK}/submissions/update_grades"):
            return self._started(form)
        if found := re.fullmatch(r"/api/v1/progress/(\d+)", path):
            return self._job(int(found[1]))
        if call == ("POST", "/upload"):
            number = 900 + len(server.files)
            server.files[number] = (form["filename"].decode(), form["file"])
            return {"id": number, "url": f"{server.url}/files/{number}"}
        if found := re.fullmatch(rf"{WORK}/submissions/(\d+)(/comments/files)?", path):
            return self._commented(server.submissions[int(found[1])], form, upload=found[2] is not None)
        raise KeyError(path)

    def _started(self, form: dict[str, Any]) -> dict[str, Any]:
        grades = {}
        for key, value in form.items():
            if found := re.fullmatch(r"grade_data\[(\d+)\]\[rubric_assessment\]\[(\w+)\]\[points\]", key):
                assert found[2] in {one["id"] for one in self.server.assignment["rubric"]}
                self.server.submissions[int(found[1])]["rubric_assessment"][found[2]] = {"points": float(value)}
                continue
            found = re.fullmatch(r"grade_data\[(\d+)\]\[posted_grade\]", key)
            assert found, key
            assert re.fullmatch(r"\d+\.\d\d", value), value
            assert int(found[1]) in self.server.submissions
            grades[int(found[1])] = value
        assert grades
        self.server.jobs.append(grades)
        return {"id": len(self.server.jobs) - 1, "workflow_state": "queued", "tag": "submissions_update"}

    def _job(self, number: int) -> dict[str, Any]:
        if number == self.server.fails_at_job:
            return {"id": number, "workflow_state": "failed", "tag": "submissions_update"}
        for student, grade in self.server.jobs[number].items():
            if student not in self.server.forgets:
                self.server.submissions[student]["score"] = float(grade)
        return {"id": number, "workflow_state": "completed", "tag": "submissions_update"}

    def _commented(self, submission: dict[str, Any], form: dict[str, Any], *, upload: bool) -> dict[str, Any]:
        if upload:
            assert set(form) == {"name", "size"}, form
            return {"upload_url": f"{self.server.url}/upload", "upload_params": {"filename": form["name"]}}
        assert self.command == "PUT"
        assert set(form) == {"comment[file_ids][]"}, form
        name, _ = self.server.files[int(form["comment[file_ids][]"])]
        submission["submission_comments"].append(
            {"comment": "", "attachments": [{"display_name": name, "filename": name}]}
        )
        return submission


def served() -> AbstractContextManager[CanvasServer]:
    return serving(CanvasServer())
