#!/usr/bin/env bash
# Run once by Gradescope, as root and with a network, when the autograder is built.
set -euo pipefail
cd /autograder/source
export DEBIAN_FRONTEND=noninteractive
apt-get update
python=python3
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    apt-get install -y --no-install-recommends python3-venv
else  # Ubuntu 22.04 comes with 3.10
    apt-get install -y --no-install-recommends python3.11 python3.11-venv
    python=python3.11
fi
"$python" -m venv /autograder/environment
# Every package with its version, dependencies of dependencies too; torch without CUDA.
/autograder/environment/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps \
    --extra-index-url https://download.pytorch.org/whl/cpu -r pins.txt
# Where namespaces are refused, a notebook runs as another user: it may read what runs in its process, and no more.
chmod -R go-rwx /autograder/source
chmod go+x /autograder/source /autograder/source/course /autograder/source/course/grader
chmod -R go+rX /autograder/source/course/grader/inside
