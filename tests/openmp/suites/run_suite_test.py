# SPDX-License-Identifier: Apache-2.0
"""What run_suite.py tells of small suites in which the outcome of each test is known. The runtime
that takes the place of ours lacks most functions and has one thread, so tests fail on it that pass
on the reference. NUTHATCH_SYSTEM_LIBGOMP names GCC's libgomp, NUTHATCH_SYSTEM_LIBOMP LLVM's runtime
where Clang and FileCheck are there too."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GOMP = os.environ.get("NUTHATCH_SYSTEM_LIBGOMP", "libgomp.so.1")
OMP = os.environ.get("NUTHATCH_SYSTEM_LIBOMP", "libomp.so.5")

LACKING = """
int omp_get_max_threads(void) { return 1; }
int omp_get_num_procs(void) { return 1; }
"""
NODES = {"libgomp.so.1": "OMP_1.0", "libomp.so.5": "VERSION"}

HEAD = """#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
"""
TWO = "omp_get_max_threads() == 2"
GCC_TESTS = {
    "libgomp.c/both.c": "int main(void) { return omp_get_max_threads() < 1; }",
    "libgomp.c/ours.c": f"""/* {{ dg-do run }} */
/* {{ dg-set-target-env-var OMP_NUM_THREADS "2" }} */
int main(void) {{ return !({TWO}); }}""",
    "libgomp.c/fails.c": "int main(void) { return omp_get_max_threads() > 0; }",
    "libgomp.c/reference.c": f"""/* {{ dg-set-target-env-var "OMP_NUM_THREADS" "2" }} */
int main(void) {{ return {TWO}; }}""",
    "libgomp.c/shouldfail.c": """/* { dg-do run { target { lp64 && { ! offload_device } } } } */
/* { dg-shouldfail "it says so" } */
/* { dg-output "one(\\n|\\r\\n|\\r)+" } */
/* { dg-output "\\\\\\[\\[0-9\\]+\\\\\\]$" } */
/* { dg-additional-options "-DSTATUS=3" { target *-*-* } } */
/* { dg-additional-options "-DSTATUS=0" { target offload_device } } */
int main(void) { printf("one\\n[%d]", omp_get_max_threads()); return STATUS; }""",
    "libgomp.c/output.c": """/* { dg-output "^[0-9]* threads$" } */
int main(void) { printf("2 threads, %d\\n", omp_get_max_threads()); return 0; }""",
    "libgomp.c/sources.c": """/* { dg-additional-sources "../libgomp.c++/helper.cc" } */
int more(void);
int main(void) { return omp_get_max_threads() < 1 || more() != 7; }""",
    "libgomp.c++/helper.cc": 'extern "C" int more() { return 7; }',
    "libgomp.c/compiled.c": "/* { dg-do compile } */\nint main(void) { return 0; }",
    "libgomp.c/unknown.c": "/* { dg-require-effective-target no_such_thing } */\n",
    "libgomp.c/device.c": "/* { dg-do run { target offload_device } } */\n",
    "libgomp.c/skipped.c": '/* { dg-skip-if "why" { *-*-* } { "-O2" } { "" } } */\n',
    "libgomp.c/serial.c": "int main(void) { return 0; }",
    "libgomp.c/broken.c": "int main(void) { return not_declared; }",
    "libgomp.c/endless.c": "int main(void) { while (omp_get_max_threads() > 0); return 0; }",
}
OMP_TESTS = {
    "both.c": "// RUN: %libomp-compile && \\\n// RUN: %libomp-run | FileCheck %s\n// CHECK: {{^at}}"
              ' least {{[0-9]+$}}\nint main() { printf("at least %d\\n", omp_get_max_threads()); }',
    "ours.c": "// RUN: %libomp-compile\n// RUN: env OMP_NUM_THREADS=2 %libomp-run | FileCheck %s\n"
              '// CHECK: {{^}}2{{$}}\nint main() { printf("%d\\n", omp_get_max_threads()); }',
    "tools/ours.cpp": "// RUN: %libomp-cxx-compile -DWANTED=1 && env OMP_NUM_THREADS=1 %t\n"
                      "// RUN: %libomp-cxx-compile -DWANTED=2 && env OMP_NUM_THREADS=2 %t\n"
                      "int main() { return omp_get_max_threads() != WANTED; }",
    "fails.c": "// RUN: %libomp-compile-and-run\nint main() { return omp_get_max_threads(); }",
    "required.c": "// RUN: %libomp-compile-and-run\n// REQUIRES: linux, !linux || hwloc\n",
    "unsupported.c": "// RUN: %libomp-compile-and-run\n// UNSUPPORTED: gcc-4, clang && linux\n",
    "header.c": "int main() { return 0; }",
}


def compiled(file, source, *flags):
    subprocess.run(["cc", "-x", "c", "-", "-o", str(file), *flags], input=source, text=True,
                   check=True)


class Tree(unittest.TestCase):
    """A suite, and a folder with a runtime that lacks much."""
    mark, runtime, reference, programs = "", "", "", {}
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        (cls.folder / "lacking").mkdir()
        (cls.folder / "nodes").write_text(
            f"{NODES[cls.runtime]} {{ global: omp_*; local: *; }};", encoding="ascii")
        compiled(cls.folder / "lacking" / cls.runtime, LACKING, "-shared", "-fPIC",
                 f"-Wl,-soname,{cls.runtime}", f"-Wl,--version-script={cls.folder / 'nodes'}")
        for name, text in {cls.mark: "", **cls.programs}.items():
            file = cls.folder / "tree" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text if name.endswith(".cc") else HEAD + text, encoding="utf-8")
        (cls.folder / "known.txt").write_text("# None.\n", encoding="ascii")

    def ran(self, *arguments, tree="tree"):
        """Exit status, output, and the results by name."""
        results = self.folder / f"{self.id()}.jsonl"
        ended = subprocess.run(
            [sys.executable, "-B", HERE / "run_suite.py", self.folder / tree, "--results", results,
             "--library", self.folder / "lacking", "--known", self.folder / "known.txt",
             "--reference", pathlib.Path(self.reference).parent, "--timeout", "5", "--jobs", "2",
             *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
        return ended.returncode, ended.stdout, {one["name"]: one for one in map(json.loads, lines)}

    def assert_outcomes(self, results, said):
        """Of each test: in how many runs it failed on the reference and on ours; or why it was
        skipped."""
        found = {name: one["skipped"] or (len(one["reference"]), len(one["ours"]))
                 for name, one in results.items()}
        self.assertEqual(found, said)


@unittest.skipUnless(os.path.isabs(GOMP), "this compiler has no libgomp")
class Libgomp(Tree):
    mark, runtime, reference, programs = "lib/libgomp.exp", "libgomp.so.1", GOMP, GCC_TESTS

    def test_each_test_is_told_apart(self):
        status, text, results = self.ran("--rounds", "2")
        self.assertEqual(status, 1, text)
        broken = results["libgomp.c/broken.c"]["skipped"]
        self.assertRegex(broken, "^does not build: .*not_declared")
        self.assert_outcomes(results, {
            "libgomp.c/both.c": (0, 0), "libgomp.c/ours.c": (0, 2), "libgomp.c/fails.c": (1, 1),
            "libgomp.c/reference.c": (1, 0), "libgomp.c/shouldfail.c": (0, 0),
            "libgomp.c/output.c": (1, 1), "libgomp.c/sources.c": (0, 0),
            "libgomp.c/endless.c": (1, 1), "libgomp.c/broken.c": broken,
            "libgomp.c/compiled.c": "only to be compiled",
            "libgomp.c/unknown.c": "unknown effective target no_such_thing",
            "libgomp.c/device.c": "only for target offload_device",
            "libgomp.c/skipped.c": "dg-skip-if *-*-*",
            "libgomp.c/serial.c": "the program loads no OpenMP runtime"})
        self.assertRegex(text, r"FAILS libgomp.c/ours.c, 2 of 2 runs: exit status 1")
        self.assertRegex(text, r"is not listed in known.txt: 1\n +libgomp.c/ours.c\n")
        self.assertIn("still running", results["libgomp.c/endless.c"]["ours"][0])

    def test_what_failed_only_is_run_again(self):
        first = self.ran("--only", "ours", "--only", "both", "--rounds", "1")
        self.assertEqual(first[0], 1, first[1])
        known = self.folder / "reasoned.txt"
        known.write_text("libgomp.c/our*.c  it has one thread\nlibgomp.c/both.c  none\n",
                         encoding="ascii")
        status, text, results = self.ran("--only", "ours", "--only", "both", "--rounds", "3",
                                         "--known", known)
        self.assertEqual(status, 0, text)
        self.assert_outcomes(results, {"libgomp.c/both.c": (0, 0), "libgomp.c/ours.c": (0, 3)})
        self.assertEqual(results["libgomp.c/both.c"]["runs"], 1)
        file = self.folder / f"{self.id()}.jsonl"
        self.assertEqual(len(file.read_text(encoding="utf-8").splitlines()), 3)
        self.assertIn("1 known: it has one thread", text)
        self.assertIn("reasoned.txt lists libgomp.c/both.c, which did not fail", text)

    def test_wrong_arguments_are_told(self):
        self.assertIn("is neither libgomp/testsuite", self.ran(tree="lacking")[1])
        self.assertIn("has no libgomp.so.1", self.ran("--library", self.folder / "tree")[1])
        self.assertEqual(self.ran("--only", "there is none")[0], 2)


@unittest.skipUnless(os.path.isabs(OMP), "LLVM's runtime is not there")
class Libomp(Tree):
    mark, runtime, reference, programs = "lit.cfg", "libomp.so.5", OMP, OMP_TESTS

    def test_each_test_is_told_apart(self):
        status, text, results = self.ran("--rounds", "1", "--timeout", "20")
        self.assertEqual(status, 1, text)
        self.assert_outcomes(results, {
            "both.c": (0, 0), "ours.c": (0, 1), "tools/ours.cpp": (0, 1), "fails.c": (1, 1),
            "required.c": "requires !linux || hwloc", "header.c": "no RUN line",
            "unsupported.c": "unsupported on clang && linux"})
        self.assertRegex(text, r"FAILS ours.c, 1 of 1 runs: .*CHECK: expected string not found")
        self.assertIn("FAILS tools/ours.cpp, 1 of 1 runs: exit status 1", text)


if __name__ == "__main__":
    unittest.main()
