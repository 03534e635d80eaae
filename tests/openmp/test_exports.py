# SPDX-License-Identifier: Apache-2.0
"""What the OpenMP runtime exports and needs, and what becomes of programs that call functions that
it does not have. The variables NUTHATCH_LIBGOMP, NUTHATCH_SYSTEM_LIBGOMP and
NUTHATCH_CALL_FUNCTION name our library, GCC's, and the program that calls a function."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src/openmp"))

import make_exports  # noqa: E402: from the folder above

LIBRARY = os.environ["NUTHATCH_LIBGOMP"]
# Of LLVM's runtime: what is its own business, or its tools'.
NOT_CALLED = r"___?kmp_|ompt_start_tool|ompt_libomp_connect"


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def exported(library):
    """Names with their versions, "omp_init_lock@OMP_1.0"; and those of them that are weak."""
    all_of_it, weak = set(), set()
    for line in output("nm", "-D", "--defined-only", "--with-symbol-versions",
                       library).splitlines():
        _, kind, name = line.split()
        if kind in "TWi":
            all_of_it.add(name)
        if kind == "W":
            weak.add(name)
    return all_of_it, weak


def without_default(names):
    """The same as a program asks for them, whose versions need not be those that links get now."""
    return {name.replace("@@", "@") for name in names}


def listed():
    """The same of the lists."""
    node, names = "", {f"{name}@@VERSION" for name in make_exports.RENAMED}
    for each in (ROOT / "src/openmp/exports").glob("*.txt"):
        for line in each.read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                *old, name = line.split()
                names.add(f"{name}{'@' if old else '@@'}{node}")
                if node.startswith(("OMP_", "GOMP_")) and "PLUGIN" not in node:
                    names.add(f"{name}@VERSION")
            elif line and not line.startswith("#"):
                node = line
    return names


class Exports(unittest.TestCase):
    def test_are_those_of_the_list(self):
        self.assertEqual(exported(LIBRARY)[0] ^ listed(), set())

    def test_are_all_that_gcc_has(self):
        system = os.environ["NUTHATCH_SYSTEM_LIBGOMP"]
        if not os.path.isabs(system):
            self.skipTest("this compiler has no libgomp")
        self.assertEqual(exported(system)[0] - exported(LIBRARY)[0], set())

    def test_are_all_that_programs_call_of_llvm(self):
        system = os.environ.get("NUTHATCH_SYSTEM_LIBOMP", "")
        if not os.path.exists(system):
            self.skipTest("there is no libomp.so.5 of LLVM 19")
        ours, theirs = (without_default(exported(library)[0]) for library in (LIBRARY, system))
        self.assertIn("GOMP_parallel@VERSION", theirs)
        self.assertEqual({each for each in theirs - ours if not re.match(NOT_CALLED, each)}, set())

    def test_versions_come_after_each_other(self):
        found = output("readelf", "-V", "-W", LIBRARY)
        for node in ("OMP_5.1.1", "OMP_5.2", "GOMP_5.1.1", "VERSION"):
            self.assertRegex(found, rf"Name: {re.escape(node)}\n")
        after = dict(re.findall(r"Name: (\S+)\n[^\n]*Parent 1: (\S+)", found))
        self.assertEqual(after["OMP_5.2"], "OMP_5.1.1")
        self.assertEqual(after["GOMP_2.0"], "GOMP_1.0")
        self.assertEqual(after["OMP_3.0"], "OMP_2.0")

    def test_needs_the_c_library_alone(self):
        found = output("readelf", "-d", "-W", LIBRARY)
        needed = re.findall(r"NEEDED.*\[(.*)\]", found)
        self.assertEqual([one for one in needed if not re.match(r"libc\.|ld-linux", one)], [])
        self.assertIn("NODELETE", found)
        self.assertRegex(found, r"SONAME.*\[libgomp\.so\.1\]")

    def test_what_is_not_there_ends_the_program_and_is_named(self):
        weak = exported(LIBRARY)[1]
        for one in sorted(weak):
            name, version = re.split("@+", one)
            ended = subprocess.run(
                [os.environ["NUTHATCH_CALL_FUNCTION"], LIBRARY, name, version],
                stderr=subprocess.PIPE, text=True)
            with self.subTest(one):
                self.assertEqual(ended.returncode, 1, ended.stderr)
                self.assertEqual(ended.stderr, f"nuthatch omp: the program calls {name}, which "
                                               "this OpenMP runtime does not have\n")

    def loaded_with(self, **variables):
        """What a program that has the library says on its standard error."""
        ended = subprocess.run(
            [os.environ["NUTHATCH_CALL_FUNCTION"], LIBRARY, "omp_get_wtime", "OMP_2.0"],
            env={**os.environ, **variables}, stderr=subprocess.PIPE, text=True)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stderr

    def test_says_nothing_unless_asked(self):
        self.assertEqual(self.loaded_with(), "")
        self.assertEqual(self.loaded_with(OMP_NUM_THREADS="2", OMP_SCHEDULE="static"), "")

    def test_says_what_holds(self):
        said = self.loaded_with(OMP_DISPLAY_ENV="true", OMP_NUM_THREADS="3,2")
        self.assertTrue(said.startswith("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"), said)
        self.assertIn("  OMP_NUM_THREADS = '3,2'\n", said)
        cpus = len(os.sched_getaffinity(0))
        self.assertIn(f"  OMP_NUM_THREADS = '{cpus}'\n", self.loaded_with(OMP_DISPLAY_ENV="true"))

    def test_says_which_places_there_are(self):
        cpus = os.sched_getaffinity(0)
        one = min(cpus)
        said = self.loaded_with(OMP_DISPLAY_ENV="true", OMP_PLACES=f"{{{one}}},{{{one}}}")
        self.assertIn(f"  OMP_PLACES = '{{{one}}},{{{one}}}'\n", said)
        self.assertIn("  OMP_PROC_BIND = 'TRUE'\n", said)
        self.assertIn(f"  OMP_NUM_THREADS = '{len(cpus)}'\n", said)
        self.assertEqual(self.loaded_with(OMP_PLACES="{65535}"),
                         "nuthatch omp: OMP_PLACES: 1 of 1 places have no cpu that the process may "
                         "use; ignored\n")

    def test_says_what_is_wrong_and_goes_on(self):
        self.assertEqual(self.loaded_with(OMP_NUM_THREADS="many"),
                         'nuthatch omp: OMP_NUM_THREADS: "many" is not numbers of threads from 1 '
                         "to 32767, with commas; ignored\n")


if __name__ == "__main__":
    unittest.main()
