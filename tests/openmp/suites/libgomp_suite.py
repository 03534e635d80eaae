# SPDX-License-Identifier: Apache-2.0
"""The tests of libgomp's testsuite: programs whose comments have DejaGnu's directives.

What the tests ask of the compiler's messages and dumps is left out: each is built once and run, as
its directives say. One that is only to be compiled or linked tells nothing of a runtime."""

import dataclasses
import fnmatch
import pathlib
import re

import dejagnu_targets
import tcl_words
from executing import execute
from trial import Step, Test

DIRECTIVE = re.compile(r"\{[ \t]+(dg-[-a-z]+)[ \t]+(.*)[ \t]+\}[^}]*$")
ACC = "-fopenacc -DACC_DEVICE_TYPE_host=1 -DACC_MEM_SHARED=1"
GRAPHITE = "-ansi -pedantic-errors -ftree-parallelize-loops=4 -floop-parallelize-all"
FORTRAN = "*.[fF]", "*.[fF]90", "*.[fF]95", "*.[fF]03", "*.[fF]08"


@dataclasses.dataclass
class Group:
    """A folder's way to be run: the compiler, the flags that all its tests have, those that
    dg-options takes the place of, and the folders and names of its files."""
    language: str
    compiler: str
    flags: str
    default: str
    folders: tuple
    names: tuple


def groups(level):
    """By folder. The level is the compiler's option for optimization."""
    return {
        "libgomp.c": Group("c", "gcc", "-fopenmp", level, ("libgomp.c", "libgomp.c-c++-common"),
                           ("*.c",)),
        "libgomp.c++": Group("c++", "g++", "-fopenmp", level,
                             ("libgomp.c++", "libgomp.c-c++-common"), ("*.C", "*.c")),
        "libgomp.fortran": Group("fortran", "gfortran", f"-fopenmp {level}", "",
                                 ("libgomp.fortran",), FORTRAN),
        "libgomp.graphite": Group("c", "gcc", "-fopenmp", f"{GRAPHITE} {level}",
                                  ("libgomp.graphite",), ("*.c",)),
        "libgomp.oacc-c": Group("c", "gcc", f"{ACC} {level}", "",
                                ("libgomp.oacc-c", "libgomp.oacc-c-c++-common"), ("*.c",)),
        "libgomp.oacc-c++": Group("c++", "g++", f"{ACC} {level}", "",
                                  ("libgomp.oacc-c++", "libgomp.oacc-c-c++-common"),
                                  ("*.C", "*.c")),
        "libgomp.oacc-fortran": Group("fortran", "gfortran", f"{ACC} {level}", "",
                                      ("libgomp.oacc-fortran",), FORTRAN),
    }


class Skipped(Exception):
    """The test is not for this machine, or not to be run."""


class Directives:
    """What the directives of a file ask for."""

    def __init__(self, group):
        self.group = group
        self.action, self.selected, self.chosen = "run", None, ""
        self.options, self.more_options, self.sources = group.default, [], []
        self.environment, self.fails, self.output = {}, False, ""

    def applies(self, selector):
        return dejagnu_targets.holds(selector, self.group.language)

    def applies_if_any(self, words):
        """Whether a directive counts whose last word may be a selector with `target`."""
        return not words or not words[0].strip().startswith("target") or self.applies(words[0])

    @property
    def flags(self):
        return " ".join([self.group.flags, self.options, *self.more_options])

    def has_flags(self, patterns):
        return any(fnmatch.fnmatchcase(f" {self.flags} ", f"* {one} *" if one else "  ")
                   for one in patterns)

    def take_do(self, words):
        applies = self.applies_if_any(words[1:])
        if applies or not self.selected:
            self.action, self.selected, self.chosen = words[0], applies, " ".join(words[1:])

    def take_skip_if(self, words):
        included = tcl_words.split(words[2]) if len(words) > 2 else ["*"]
        excluded = tcl_words.split(words[3]) if len(words) > 3 else []
        included = ["*"] if "*" in included else included
        wanted = included == ["*"] or self.has_flags(included)
        if self.applies(words[1]) and wanted and not self.has_flags(excluded):
            raise Skipped(f"dg-skip-if {' '.join(words[1].split())}")

    def take_require(self, words):
        if not self.applies(words[0]):
            raise Skipped(f"needs {words[0]}")

    def take(self, name, words):
        """Takes one directive. Those about messages and dumps of the compiler are passed over."""
        if name == "dg-do":
            self.take_do(words)
        elif name == "dg-options" and self.applies_if_any(words[1:]):
            self.options = words[0]
        elif name == "dg-additional-options" and self.applies_if_any(words[1:]):
            self.more_options.append(words[0])
        elif name == "dg-additional-sources":
            self.sources += words[0].split()
        elif name == "dg-set-target-env-var":
            self.environment[words[0]] = words[1]
        elif name == "dg-shouldfail":
            self.fails = self.fails or len(words) < 2 or self.applies(words[1])
        elif name == "dg-output" and self.applies_if_any(words[1:]):
            self.output += words[0]
        elif name == "dg-skip-if":
            self.take_skip_if(words)
        elif name == "dg-require-effective-target":
            self.take_require(words)

    def read(self, text):
        for line in text.splitlines():
            found = DIRECTIVE.search(line)
            if found:
                self.take(found[1], tcl_words.split(found[2]))
        if self.selected is False:
            raise Skipped(f"only for {' '.join(self.chosen.split())}")
        if self.action != "run":
            raise Skipped("only to be compiled")


# What libgomp's own configuration finds on Linux; a test includes it.
CONFIGURATION = "#define HAVE_PTHREAD_AFFINITY_NP 1\n#define HAVE_UNISTD_H 1\n"


def _build(tree, file, directives):
    """A step that makes the program. Offloading compilers are not asked for code."""
    sources = [file, *(file.parent / one for one in directives.sources)]
    command = [directives.group.compiler, "-o", "program", "-I.",
               f"-I{tree.parent.parent / 'include'}", f"-I{tree.parent}", *map(str, sources),
               *directives.flags.split(), "-foffload=disable", "-w", "-lm"]

    def act(folder, environment, timeout):
        (folder / "config.h").write_text(CONFIGURATION, encoding="ascii")
        ended = execute(command, folder, environment, timeout)
        wrong = re.search(r".*[Ee]rror:.*", ended.text)
        return "" if ended.status == 0 else wrong[0].strip()[:200] if wrong else ended.last_line
    return Step(True, act)


def _run(directives):
    """A step that runs the program and looks at its status and output."""
    own = dict(directives.environment)
    if "-fopenacc" in directives.group.flags:
        own = {"ACC_DEVICE_TYPE": "host", **own}

    def act(folder, environment, timeout):
        ended = execute([folder / "program"], folder, {**environment, **own}, timeout)
        if ended.status is None or (ended.status != 0) != directives.fails:
            return f"{ended.how}: {ended.last_line}"
        if not re.search(directives.output, ended.text, re.DOTALL):
            return f"the output lacks {directives.output!r}: {ended.last_line}"
        return ""
    return Step(False, act)


def _test(tree, folder, group, file):
    directives = Directives(group)
    test = Test(f"{folder}/{file.parent.name}/{file.name}" if file.parent.name != folder
                else f"{folder}/{file.name}")
    try:
        directives.read(file.read_text(encoding="utf-8", errors="replace"))
        test.steps = [_build(tree, file, directives), _run(directives)]
    except Skipped as why:
        test.skipped = str(why)
    except dejagnu_targets.Unknown as why:
        test.skipped = f"unknown effective target {why}"
    except (tcl_words.Malformed, IndexError, re.error) as why:
        test.skipped = f"a directive that is not understood: {why}"
    return test


def tests(tree, level):
    """All tests of libgomp/testsuite, in order."""
    for folder, group in groups(level).items():
        for place in group.folders:
            files = {file for name in group.names for file in (tree / place).rglob(name)}
            for file in sorted(files, key=pathlib.Path.as_posix):
                yield _test(tree, folder, group, file)
