# SPDX-License-Identifier: Apache-2.0
"""The tests of LLVM's openmp/runtime/test: programs whose comments have lit's RUN lines.

A test's commands are those of its RUN lines, joined by `&&`. Those that call a compiler build: they
are done once. Each sequence of others between them is done with each runtime."""

import itertools
import os
import pathlib
import platform
import re
import shutil
import sys

from executing import execute
from trial import Step, Test

LLVM = pathlib.Path("/usr/lib/llvm-19/bin")
KEYWORD = re.compile(r"(RUN|REQUIRES|UNSUPPORTED):(.*)$")
TOKEN = re.compile(r"\s*(&&|\|\||[!()]|[\w.+=-]+)")


def tool(name):
    """LLVM 19's program of this name."""
    return str(LLVM / name) if (LLVM / name).exists() else shutil.which(f"{name}-19") or name


def features():
    """What lit would find on this machine: Clang 19 on Linux, OMPT, no hwloc, no task graphs."""
    machine = platform.machine()
    return {"clang", "clang-19", "linux", "affinity", "hidden-helper", "ompt",
            f"{machine}-target-arch", *(["x86-target-arch"] if machine == "x86_64" else []),
            *(["multicpu"] if os.cpu_count() > 1 else [])}


def satisfied(expression, known):
    """The value of one of lit's expressions: names, `!`, `&&`, `||` and parentheses."""
    tokens, at = [], 0
    while expression[at:].strip():
        found = TOKEN.match(expression, at)
        if not found:
            raise ValueError(f"'{expression.strip()}' is no expression of lit")
        tokens.append(found[1])
        at = found.end()
    words = {"&&": "and", "||": "or", "!": "not", "(": "(", ")": ")"}
    python = [words.get(token) or str(token == "true" or token in known) for token in tokens]
    return bool(eval(" ".join(python), {"__builtins__": {}}))  # pylint: disable=eval-used


def substitutions(tree, file):
    """In the order in which they are made: some contain others."""
    flags = f"-I {tree} -L {LLVM.parent / 'lib'} -fno-omit-frame-pointer -I {tree / 'ompt'} -w"
    compile_, libraries = "%openmp_flags %flags", "%s -o %t -lm -latomic"
    return [
        *((f"%libomp-{kind}compile-and-run", f"%libomp-{kind}compile && %libomp-run")
          for kind in ("", "irbuilder-", "c99-", "cxx-", "cxx20-")),
        ("%libomp-cxx-compile-c", f"%clangXX {compile_} -std=c++17 -x c++ {libraries}"),
        ("%libomp-cxx-compile", f"%clangXX {compile_} -std=c++17 {libraries}"),
        ("%libomp-cxx20-compile", f"%clangXX {compile_} -std=c++20 {libraries}"),
        ("%libomp-compile", f"%clang {compile_} {libraries}"),
        ("%libomp-irbuilder-compile", f"%clang {compile_} -fopenmp-enable-irbuilder {libraries}"),
        ("%libomp-c99-compile", f"%clang {compile_} -std=c99 {libraries}"),
        ("%libomp-run", "%t"), ("%clangXX", tool("clang++")), ("%clang", tool("clang")),
        ("%openmp_flags", "-fopenmp"), ("%flags-use-compiler-omp-h", flags), ("%flags", flags),
        ("%python", f'"{sys.executable}"'), ("%not", tool("not")),
        ("%sort-threads", "sort -n -s"), ("%preload-tool", "env LD_PRELOAD=%T/tool.so"),
        ("%no-as-needed-flag", "-Wl,--no-as-needed"), ("%T", "."), ("%t", "./program"),
        ("%S", str(file.parent)), ("%s", str(file)), ("%%", "%"),
    ]


def directives(text):
    """RUN lines, those that end in a backslash joined with the next, and the other keywords'."""
    found = {"RUN": [], "REQUIRES": [], "UNSUPPORTED": []}
    continued = {"RUN": False, "REQUIRES": False, "UNSUPPORTED": False}
    for line in text.splitlines():
        match = KEYWORD.search(line)
        if not match:
            continue
        keyword, rest = match[1], match[2].strip()
        if continued[keyword]:
            found[keyword][-1] += f" {rest.removesuffix(chr(92))}"
        else:
            found[keyword].append(rest.removesuffix("\\"))
        continued[keyword] = rest.endswith("\\")
    return found


def why_skipped(asked):
    known = features()
    if not asked["RUN"]:
        return "no RUN line"
    for expression in ",".join(asked["REQUIRES"]).split(","):
        if expression.strip() and not satisfied(expression, known):
            return f"requires {expression.strip()}"
    for expression in ",".join(asked["UNSUPPORTED"]).split(","):
        if expression.strip() and satisfied(expression, known):
            return f"unsupported on {expression.strip()}"
    return ""


def _shell_step(builds, commands):
    def act(folder, environment, timeout):
        path = f"{LLVM}:{environment.get('PATH', '')}"
        script = " && ".join(commands)
        ended = execute(["bash", "-o", "pipefail", "-c", script], folder,
                        {**environment, "PATH": path}, timeout)
        wrong = re.search(r"(.*error: .*)", ended.text)
        said = wrong[1].strip() if wrong else ended.last_line
        return "" if ended.status == 0 else f"{ended.how}: {said[-200:]}"
    return Step(builds, act)


def _builds(command):
    return command.split()[0] in (tool("clang"), tool("clang++"))


def steps(script, tree, file):
    """The steps of RUN lines."""
    script = " && ".join(script)
    for name, value in substitutions(tree, file):
        script = script.replace(name, value)
    commands = [one.strip() for one in re.split(r"\s&&\s", script)]
    return [_shell_step(builds, list(some))
            for builds, some in itertools.groupby(commands, key=_builds)]


def tests(tree, _level):
    """All tests of openmp/runtime/test, in order. Their lines have the options of the compiler."""
    for file in sorted([*tree.rglob("*.c"), *tree.rglob("*.cpp")]):
        test = Test(file.relative_to(tree).as_posix())
        asked = directives(file.read_text(encoding="utf-8", errors="replace"))
        try:
            test.skipped = why_skipped(asked)
        except (ValueError, SyntaxError) as why:
            test.skipped = f"a directive that is not understood: {why}"
        if not test.skipped:
            test.steps = steps(asked["RUN"], tree, file)
        yield test
