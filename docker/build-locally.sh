#!/usr/bin/env bash
# Builds the image without a Docker engine, then grades the demo and runs `grade doctor` in it.
#
#   docker/build-locally.sh                             on a base that debootstrap makes here
#   PYTHON_IMAGE=python:3.11.13-slim-bookworm docker/build-locally.sh      on a published base
#   docker/build-locally.sh --pin                       writes docker/constraints.txt from what was installed
#
# Needs root, and Debian's packages buildah, runc and (without PYTHON_IMAGE) debootstrap.  What pip on this machine is
# set up with (`pip config list`) is lent to the build: as a secret, and its files and folders as read-only volumes.
# Nothing of it stays in the image.
#
#   PYTHON_IMAGE   the base image
#   TORCH_INDEX    where torch comes from (PyTorch's CPU builds)
#   PYTHON         whose pip's settings are lent (python3)
#   WORK           where the base is kept between runs (build/docker)
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
work=$(realpath -m "${WORK:-build/docker}")
image=localhost/transformer-grader
secrets=$(mktemp -d)
container=''
cleanup() {
    [ -z "$container" ] || buildah rm "$container" > /dev/null
    rm -rf "$secrets"
}
trap cleanup EXIT

# vfs asks nothing of the kernel; a build step in chroot isolation needs no container runtime.
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}

base() {
    local name=localhost/python-debian:bookworm scratch
    if ! buildah inspect --type image "$name" > /dev/null 2>&1; then
        mkdir -p "$work"
        [ -e "$work/base/usr/bin/python3" ] ||
            debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$work/base" >&2
        scratch=$(buildah from scratch)
        buildah add --quiet "$scratch" "$work/base" / > /dev/null
        buildah commit --quiet --rm "$scratch" "$name" > /dev/null
    fi
    echo "$name"
}

# pip's settings of this machine as one pip.conf, those from the environment included.
pip_settings() {
    "$python" -m pip config list | "$python" -c '
import ast, sys
settings = {}
for line in sys.stdin:
    name, _, value = line.strip().partition("=")
    where, _, key = name.partition(".")
    if where in (":env:", "global", "install") and key not in ("require-virtualenv", "target", "user", "no-index"):
        settings.setdefault(key, []).extend(ast.literal_eval(value).split())
print("[global]")
for key, values in settings.items():
    print(key, "=", " ".join(dict.fromkeys(values)))
'
}

# What the settings name on this machine: certificates, constraints, folders of wheels, local indexes.
lent_paths() {
    grep -oE '(file://)?/[^ ]+' "$1" | sed 's|^file://||; s|/simple$||' | sort -u | while read -r path; do
        [ ! -e "$path" ] || echo "$path"
    done
}

pip_settings > "$secrets/pip.conf"
lend=()
while read -r path; do
    lend+=(--volume "$(realpath "$path"):$path:ro")
done < <(lent_paths "$secrets/pip.conf")

buildah build --format docker --isolation chroot \
    --build-arg PYTHON="${PYTHON_IMAGE:-$(base)}" ${TORCH_INDEX+--build-arg TORCH_INDEX="$TORCH_INDEX"} \
    --secret "id=pip,src=$secrets/pip.conf" "${lend[@]}" --tag "$image" .

# `run LEVEL COMMAND...`: a container with what that level of isolation asks of `docker run` (docs/docker.md).
# Always as the image's user, with no capabilities.
run() {
    local level=$1 runtime=runc options=()
    shift
    if [ "$level" = full ]; then
        options=(--security-opt seccomp=unconfined)
        runtime=$PWD/docker/runc-systempaths-unconfined
    fi
    container=$(buildah from --isolation oci --cap-drop all "${options[@]}" "$image")
    buildah run --isolation oci --runtime "$runtime" "$container" -- "$@"
    buildah rm "$container" > /dev/null
    container=''
}

if [ "${1:-}" = --pin ]; then
    {
        echo "# Every package in the image, with its version.  What ../constraints.txt pins has the same version here."
        echo "# Made by docker/build-locally.sh --pin."
        run landlock /opt/transformer-grader/.venv/bin/pip freeze --exclude-editable | sed 's/+[a-z0-9]*$//'
    } > "$secrets/constraints.txt"
    cp "$secrets/constraints.txt" docker/constraints.txt
fi

run full grade doctor
run landlock grade doctor --require landlock
run full grade /opt/transformer-grader/assignments/transformer/samples/mistakes_en.ipynb
