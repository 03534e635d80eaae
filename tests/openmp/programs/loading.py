# SPDX-License-Identifier: Apache-2.0
"""Who calls OpenMP's functions in a program, and where the loader finds them."""

import dataclasses
import hashlib
import pathlib
import re
import subprocess
import tempfile

from running import run

BOUND = re.compile(r"binding file (\S+) \[\d+\] to (\S+) \[\d+\]: \w+ symbol "
                   r"`(?:GOMP|GOACC|omp|acc|__kmpc)_\w+'")


@dataclasses.dataclass
class Loaded:
    """The program and its libraries that call the functions, and the files that have them."""
    callers: set[pathlib.Path]
    runtimes: set[pathlib.Path]

    def digest(self):
        """Of all callers; with a single one the digest that sha256sum says."""
        parts = [hashlib.sha256(one.read_bytes()).hexdigest() for one in sorted(self.callers)]
        return parts[0] if len(parts) == 1 else hashlib.sha256("".join(parts).encode()).hexdigest()


def as_linked(program, environment):
    """What the loader says beforehand of the libgomp.so.1 that the program is linked with."""
    listed = subprocess.run([program.file], env={**environment, "LD_TRACE_LOADED_OBJECTS": "1"},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", check=False)
    found = re.search(r"libgomp\.so\.1 => (\S+)", listed.stdout)
    return Loaded({program.file}, {pathlib.Path(found[1])} if found else set())


def as_run(program, environment, timeout):
    """What the loader says in a run. Libraries may be loaded late and bring a renamed libgomp."""
    with tempfile.TemporaryDirectory() as folder:
        watched = {**environment, "LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": f"{folder}/of"}
        run(program, watched, timeout)
        pairs = set()
        for file in pathlib.Path(folder).iterdir():
            with file.open(encoding="utf-8", errors="replace") as lines:
                pairs.update(found.groups() for found in map(BOUND.search, lines) if found)
    # A runtime also calls itself.
    calls = [(pathlib.Path(one), pathlib.Path(other)) for one, other in pairs if one != other]
    return Loaded({program.file, *(one for one, _ in calls)}, {other for _, other in calls})


def loaded(program, environment, timeout):
    if program.compared:
        return as_run(program, environment, timeout)
    return as_linked(program, environment)
