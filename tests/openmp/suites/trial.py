# SPDX-License-Identifier: Apache-2.0
"""One test of a suite, and what becomes of it on each runtime."""

import collections.abc
import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile

from executing import execute

RUNTIME = re.compile(r"lib(?:gomp\.so\.1|omp\.so\.5) => (\S+)")

BUILD_SECONDS = 300.0


@dataclasses.dataclass
class Step:
    """Building is done once. All else is done with each runtime, on what was built. The action is
    given a folder, an environment and a number of seconds; it returns why it failed, or an empty
    string."""
    builds: bool
    act: collections.abc.Callable


@dataclasses.dataclass
class Test:
    """The program is the name, in the test's folder, of what loads the runtime. A test with a
    reason to be skipped has no steps."""
    name: str
    program: str = "program"
    steps: list[Step] = dataclasses.field(default_factory=list)
    skipped: str = ""


@dataclasses.dataclass
class Result:
    """Why the test failed on each runtime, once for each run that failed; or why it tells nothing
    of a runtime."""
    name: str
    reference: list[str] = dataclasses.field(default_factory=list)
    ours: list[str] = dataclasses.field(default_factory=list)
    runs: int = 0
    skipped: str = ""

    @property
    def verdict(self):
        if self.skipped:
            return "skipped"
        if self.reference:
            return "fails on both" if self.ours else "fails on the reference only"
        return "fails on ours" if self.ours else "passes"


def environment_for(library):
    """How a user puts a runtime under a program."""
    path = [str(library), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("OMP_", "GOMP_", "KMP_", "LIBOMP_", "ACC_", "NUTHATCH_"))}
    return {**kept, "LC_ALL": "C", "LANG": "C", "LD_LIBRARY_PATH": ":".join(path)}


def loaded_runtime(program, environment):
    """The file that the loader takes for the program's OpenMP runtime, or None."""
    if not program.is_file():
        return None
    listed = subprocess.run([program], env={**environment, "LD_TRACE_LOADED_OBJECTS": "1"},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            errors="replace", check=False)
    found = RUNTIME.search(listed.stdout)
    return pathlib.Path(found[1]) if found else None


def _why_not_loaded(program, libraries):
    """Why a run of the program would tell nothing of the libraries."""
    for library in libraries:
        found = loaded_runtime(program, environment_for(library))
        if found is None:
            return "the program loads no OpenMP runtime"
        if found.parent.resolve() != library.resolve():
            return f"the loader takes {found.parent}, not the runtime that is given"
    return ""


def _tried_once(test, libraries, result, timeout):
    """Does the steps in order. A runtime on which one failed is left out of those that follow."""
    failed = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for step in test.steps:
            if step.builds:
                why = step.act(folder, dict(os.environ, LC_ALL="C"), BUILD_SECONDS)
                why = f"does not build: {why}" if why else _why_not_loaded(
                    folder / test.program, libraries)
                if why:
                    result.skipped = why
                    return
                continue
            for library in libraries:
                if library not in failed:
                    why = step.act(folder, environment_for(library), timeout)
                    if why:
                        failed[library] = why
    result.runs += 1
    for library, whys in zip(libraries, (result.reference, result.ours)):
        if library in failed:
            whys.append(failed[library])


def tried(test, libraries, rounds, timeout):
    """Runs the test on the reference and on ours; and again, so that there are as many rounds,
    where only ours failed."""
    result = Result(test.name, skipped=test.skipped)
    while not result.skipped and result.runs < rounds:
        _tried_once(test, libraries, result, timeout)
        if result.verdict != "fails on ours":
            break
    return result


def command_step(builds, command):
    """A step that is right when its command ends with status 0."""
    def act(folder, environment, timeout):
        ended = execute(command, folder, environment, timeout)
        return "" if ended.status == 0 else f"{ended.how}: {ended.last_line}"
    return Step(builds, act)
