# SPDX-License-Identifier: Apache-2.0
"""Translates random sources and compares what they print with what the plain programs print.

Many programs share a file, each in a namespace of its own. Those that the translator refuses are
taken out, where it may refuse them; of the others, the translated ones have to print what the plain
ones do, on one worker and on four. The compilers take turns.

Environment: NUTHATCH_SPLICEC, the translator; NUTHATCH_INCLUDE, NUTHATCH_LINK and
NUTHATCH_COMPILERS as in translator.py.
"""

import argparse
import collections
import itertools
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from c_programs import CProgram  # pylint: disable=wrong-import-position
from programs import LINES, Program  # pylint: disable=wrong-import-position

HEAD = """#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <source_location>
#include <span>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <vector>
#include <nuthatch/effects.hpp>
#include <nuthatch/nuthatch.hpp>
"""
# In percent, like tests/support/effort.hpp.
EFFORT = int(os.environ.get("NUTHATCH_TEST_EFFORT", "100"))
COMPILING = 600  # seconds, at most
FLAGS = ["-std=c++20", "-pthread"]  # of all that shares a precompiled header
RECORD = ["-Xclang", "-detailed-preprocessing-record"]  # what the translator asks Clang for
RUNNING = 120  # seconds; a program that takes longer hangs


def run(*words, timeout=COMPILING):
    return subprocess.run(
        list(map(str, words)),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=timeout,
    )


class Oracle:
    def __init__(self, folder, show=False):
        self.folder = pathlib.Path(folder)
        self.translator = os.environ["NUTHATCH_SPLICEC"]
        self.include = os.environ["NUTHATCH_INCLUDE"]
        self.link = os.environ["NUTHATCH_LINK"].split()
        self.compilers = os.environ["NUTHATCH_COMPILERS"].split()
        self.compiler = self.compilers[0]
        self.spliced = self.folder / "spliced.cpp"
        self.show = show
        self.counts = dict.fromkeys(["generated", "invalid", "refused", "compared"], 0)
        self.reasons = {}
        self.failures = []
        self.write("call.inc", "inc(o, 0, 8, 7.0);\n")
        self.write(
            "step.inc", "/* a file of its own */\n#pragma splice step Everything\no[1] += 2;\n"
        )
        self.write("statement.inc", "/* as long as what it is in */ o[2] = o[2] * 0.5 + m[3];\n")
        self.prepare()

    def prepare(self):
        """A precompiled header for both forms of the programs."""
        (self.folder / "head.hpp").write_text(
            HEAD + "#include <nuthatch/splice.hpp>\n" "#include <nuthatch/translated.hpp>\n",
            encoding="utf-8",
        )
        built = run(
            self.compiler,
            *FLAGS,
            "-O0",
            "-w",
            f"-I{self.include}",
            "-x",
            "c++-header",
            self.folder / "head.hpp",
            "-o",
            self.folder / "head.hpp.gch",
        )
        if built.returncode != 0:
            sys.exit(built.stderr)
        self.precompiled = self.precompiled_for_translator()

    def precompiled_for_translator(self):
        """Flags for a precompiled header that the translator can read; none without its Clang."""
        header = self.folder / "head.pch"
        flags = ["-include-pch", str(header)]
        source = self.write(
            "probe.cpp",
            "#pragma splice func Everything\nvoid f() {}\n"
            "void g() {\n#pragma splice try(2)\n  f();\n}\n",
        )
        for compiler in os.environ["NUTHATCH_COMPILERS"].split() + ["clang++-19"]:
            if "clang" not in compiler or shutil.which(compiler) is None:
                continue
            words = [*FLAGS, f"-I{self.include}", *RECORD, "-x", "c++-header"]
            if run(compiler, *words, self.folder / "head.hpp", "-o", header).returncode == 0:
                words = [source, "-o", self.spliced, "--", *FLAGS, f"-I{self.include}"]
                translated = run(self.translator, *words, *flags)
                if translated.returncode == 0:
                    return flags
                print(f"without a precompiled header: {translated.stderr[:500]}", flush=True)
        return []

    def file_of(self, programs):
        if isinstance(programs[0][0], CProgram):
            return CProgram.file_of(programs)
        calls = " ".join(
            f"if (argc < 3 || std::atoi(argv[2]) == {one.number}) {{ p{one.number}::all(); "
            "std::fflush(stdout); }"
            for one, text in programs
            if text.strip()
        )
        text = HEAD
        for _, one in programs:
            text += one
            if "\n#line" in one:  # What comes next has the lines that it has in the file.
                text += f"#line {text.count(chr(10)) + 2}\n"
        text += (
            "int main(int argc, char** argv) { const int workers = std::atoi(argv[1]);\n"
            f"const auto all = [&] {{ {calls} }};\n"
            "if (workers == 0) { all(); } else { nuthatch::options given; given.workers = workers; "
            "nuthatch::runtime on(given); on.run(all); } }\n"
        )
        return text

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    @staticmethod
    def name_of(programs):
        return "all.c" if isinstance(programs[0][0], CProgram) else "all.cpp"

    def build(self, source, name):
        out = self.folder / name
        if source.suffix == ".c":
            compiler = {"g++": "gcc", "clang++": "clang"}.get(
                self.compiler, self.compiler.replace("++", "cc")
            )
            return out, run(
                compiler if "/" not in compiler else "cc",
                "-std=gnu17",
                "-O0",
                "-w",
                source,
                "-lm",
                "-o",
                out,
            )
        header = ["-include", self.folder / "head.hpp"]
        if "clang" in self.compiler and self.precompiled:
            header = [*self.precompiled, *RECORD]
        built = run(
            self.compiler,
            *FLAGS,
            "-O0",
            "-w",
            f"-I{self.include}",
            *header,
            "-x",
            "c++",
            source,
            "-x",
            "none",
            *self.link,
            "-o",
            out,
        )
        return out, built

    @staticmethod
    def programs_at(text, lines):
        """The programs that have these lines of the file."""
        owner, owners = None, {}
        for number, line in enumerate(text.splitlines(), 1):
            if match := re.match(r"(?:namespace|/\* program) p(\d+)\b", line):
                owner = int(match[1])
            owners[number] = owner
        return {
            (line - LINES) // 1000 if line >= LINES else owners.get(line) for line in lines
        }

    @staticmethod
    def only(programs, wanted):
        """Empty lines in place of the others, so that those that stay keep their lines."""
        return [
            one
            if one[0].number in wanted
            else (one[0], "\n" * (one[1].count("\n") + ("\n#line" in one[1])))
            for one in programs
        ]

    def refused(self, programs, wanted, translator=None):
        """The numbers of those that the translator has errors for; None if it ends otherwise."""
        text = self.file_of(self.only(programs, wanted))
        source = self.write(self.name_of(programs), text)
        ended = run(
            translator or self.translator,
            source,
            "-o",
            self.spliced,
            "--no-warnings",
            "--",
            *(FLAGS if source.suffix == ".cpp" else []),
            f"-I{self.include}",
            *(self.precompiled if source.suffix == ".cpp" else []),
        )
        if ended.returncode == 0:
            return set()
        found = re.findall(
            rf"^{re.escape(str(source))}:(\d+):\d+: (?:fatal )?error: (.*)", ended.stderr, re.M
        )
        bad = self.programs_at(text, [int(line) for line, _ in found]) - {None}
        if not bad or ended.returncode != 1:
            self.failures.append(
                f"the translator ends with {ended.returncode}: {ended.stderr[:500]}"
            )
            return None
        for _, reason in found:
            reason = re.sub(r"p\d+::|_\d+", "", reason)
            self.reasons[reason] = self.reasons.get(reason, 0) + 1
        return bad

    def accepted(self, programs, translator=None, wanted=None):
        """The numbers of those that it accepts together; their translation is in a file then."""
        wanted = {one.number for one, _ in programs} if wanted is None else set(wanted)
        while wanted:
            bad = self.refused(programs, wanted, translator)
            if not bad:
                return wanted if bad is not None else set()
            self.counts["refused"] += len(bad)
            wanted -= bad
        return wanted

    def valid(self, programs, wanted):
        """Those of them that compile as they are, which are then in the program `plain`."""
        text = self.file_of(self.only(programs, wanted))
        source = self.write(self.name_of(programs), text)
        _, built = self.build(source, "plain")
        if built.returncode == 0:
            return wanted
        lines = re.findall(rf"^{re.escape(str(source))}:(\d+):\d+: error", built.stderr, re.M)
        bad = self.programs_at(text, map(int, lines)) & wanted
        if not bad:
            sys.exit(built.stderr[:3000])
        self.counts["invalid"] += len(bad)
        if self.show:
            print(built.stderr[:2000])
        return self.valid(programs, wanted - bad) if wanted - bad else set()

    def outputs(self, program, workers, numbers):
        """What each program prints, or how it ended."""
        try:
            ended = run(program, workers, timeout=RUNNING)
            lines = {int(line.split()[0]): line for line in ended.stdout.splitlines()}
            if ended.returncode == 0 and set(lines) == set(numbers):
                return lines
        except (subprocess.TimeoutExpired, ValueError, IndexError):
            pass
        found = {}
        for number in numbers:
            try:
                ended = run(program, workers, number, timeout=RUNNING)
                found[number] = (
                    ended.stdout.strip()
                    if ended.returncode == 0
                    else f"ended with {ended.returncode}"
                )
            except subprocess.TimeoutExpired:
                found[number] = "hangs"
        return found

    def compare(self, programs, translator=None):
        self.counts["generated"] += len(programs)
        accepted = self.accepted(programs, translator)
        self.failures += [
            f"program {one.number} is refused:\n{text}"
            for one, text in programs
            if one.is_understood and one.number not in accepted
        ]
        # What is refused needs no compilation.
        while accepted and (valid := self.valid(programs, accepted)) != accepted:
            accepted = self.accepted(programs, translator, valid)
        if not accepted:
            return
        translated, made = self.build(self.spliced, "translated")
        if made.returncode != 0:
            self.failures.append("a translation does not compile: " + made.stderr[:1500])
            return
        texts = {one.number: text for one, text in programs if one.number in accepted}
        numbers = list(texts)
        right = self.outputs(self.folder / "plain", 0, numbers)
        for workers in (1, 4):
            got = self.outputs(translated, workers, numbers)
            for number in numbers:
                self.counts["compared"] += 1
                if "ended" in right[number] or "hangs" in right[number]:
                    sys.exit(f"program {number} itself {right[number]}:\n{texts[number]}")
                elif got[number] != right[number]:
                    self.failures.append(
                        f"program {number} on {workers} workers prints\n{got[number][:200]}\n"
                        f"instead of\n{right[number][:200]}\n{texts[number]}"
                    )


def drawn(seed, count, per_file, language=None):
    """Yields programs with their texts, by files: four of C++, then one of C; or all in one."""
    for number, first in enumerate(range(0, count, per_file)):
        in_c = number % 5 == 4 if language is None else language == "c"
        kind = CProgram if in_c else Program
        made = [
            kind(random.Random(seed * 1000003 + one), one)
            for one in range(first, min(first + per_file, count))
        ]
        yield [(one, one.text()) for one in made]


def compare_part(arguments, part):
    """Compares every file whose number is `part` modulo the number of processes."""
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle(folder, arguments.show)
        files = enumerate(
            drawn(arguments.seed, arguments.programs, arguments.per_file, arguments.language)
        )
        for number, programs in itertools.islice(files, part, None, arguments.jobs):
            oracle.failures = []
            oracle.compiler = oracle.compilers[number % len(oracle.compilers)]
            try:
                oracle.compare(programs)
            except (SystemExit, subprocess.TimeoutExpired) as ended:
                oracle.failures.append(f"the comparison ends: {ended}")
            failures += oracle.failures
            if failures and not arguments.keep_going:
                break
    return oracle.counts, oracle.reasons, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=25 * EFFORT, help="2,500 by default, at full effort"
    )
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--per-file", type=int, default=100)
    parser.add_argument(
        "--language", choices=["c", "c++"], help="of all programs; otherwise a fifth is in C"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--keep-going", action="store_true", help="look at all programs, whatever differs"
    )
    parser.add_argument(
        "--show", action="store_true", help="print why programs are invalid and refused"
    )
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    counts, reasons, failures = collections.Counter(), collections.Counter(), []
    with multiprocessing.Pool(arguments.jobs) as pool:
        parts = [(arguments, part) for part in range(arguments.jobs)]
        for one in pool.starmap(compare_part, parts):
            counts.update(one[0])
            reasons.update(one[1])
            failures += one[2]
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    if arguments.show:
        for reason, count in reasons.most_common():
            print(f"{count:6} {reason}")
    for failure in failures if arguments.keep_going else failures[:5]:
        print(failure)
    if counts["compared"] == 0:
        sys.exit("nothing was compared")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
