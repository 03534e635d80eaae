# SPDX-License-Identifier: Apache-2.0
"""What run_programs.py says of small programs that it takes for those of BOTS, among them some that
are wrong in every way that it knows. The variable NUTHATCH_SYSTEM_LIBGOMP names GCC's libgomp."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SYSTEM = os.environ.get("NUTHATCH_SYSTEM_LIBGOMP", "libgomp.so.1")

# What each program does after its region, or what it has instead of one.
PROGRAMS = {
    "fib.cc.right": 'puts("Verification = successful\\nTime Program = 0.25 seconds");',
    "fft.cc.unchecked": 'puts("Verification = n/a");',
    "uts.cc.wrong": 'puts("Verification = UNSUCCESSFUL");',
    "sort.cc.silent": "",
    "health.cc.status": 'puts("Verification = successful"); return 3;',
    "strassen.cc.killed": 'puts("Verification = successful"); fflush(stdout); abort();',
    "nqueens.cc.endless": 'puts("Verification = successful"); fflush(stdout); for (;;) pause();',
    "sparselu.cc.changed": 'puts("Verification = successful"); unlink(argv[0]);'
                           'fputs("other", fopen(argv[0], "w"));',
}
SOURCE = """#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {{
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members += omp_get_num_threads() == omp_get_max_threads();
  if (argc < 2 || members != 2 || members != atoi(getenv("OMP_NUM_THREADS"))) return 9;
  {what}
  return 0;
}}
"""
# A runtime that lacks most of what is called.
LACKING = """typedef void body(void *);
void GOMP_parallel(body *function, void *data, unsigned threads, unsigned flags);
void GOMP_parallel(body *function, void *data, unsigned threads, unsigned flags) {
  (void)threads, (void)flags;
  function(data);
}
"""
LACKING_NODES = "OMP_1.0 { local: *; };\nGOMP_4.0 { GOMP_parallel; };\n"


def compiled(file, source, *flags):
    subprocess.run(["cc", "-x", "c", "-", "-o", str(file), *flags], input=source, text=True,
                   check=True)


def run_programs(folder, *arguments, environment=None):
    """Exit status, output and what the report has of each program, by name."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    ended = subprocess.run(
        [sys.executable, "-B", HERE / "run_programs.py", "--json", report, *arguments],
        env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False)
    programs = json.loads(report.read_text())["programs"] if report.exists() else []
    return ended.returncode, ended.stdout, {one["name"]: one for one in programs}


@unittest.skipUnless(os.path.isabs(SYSTEM), "this compiler has no libgomp")
class RunPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for name in ("tree/bin", "gcc", "lacking"):
            (cls.folder / name).mkdir(parents=True)
        (cls.folder / "gcc/libgomp.so.1").symlink_to(SYSTEM)
        (cls.folder / "nodes.map").write_text(LACKING_NODES, encoding="utf-8")
        compiled(cls.folder / "lacking/libgomp.so.1", LACKING, "-shared", "-fPIC",
                 "-Wl,-soname,libgomp.so.1", f"-Wl,--version-script={cls.folder / 'nodes.map'}")
        for name, what in PROGRAMS.items():
            compiled(cls.folder / "tree/bin" / name, SOURCE.format(what=what), "-fopenmp")
        compiled(cls.folder / "tree/bin/fib.cc.serial", "int main(void) { return 1; }")
        compiled(cls.folder / "tree/bin/fib.cc.linked", SOURCE.format(what=""), "-fopenmp",
                 f"-Wl,--disable-new-dtags,-rpath,{pathlib.Path(SYSTEM).resolve().parent}")

    def ran(self, *arguments, library="gcc", only=()):
        return run_programs(self.folder, "--suite", "bots", "--tree", self.folder / "tree",
                            "--library", self.folder / library, *arguments,
                            *(f"--only={one}" for one in only))

    def assert_wrong(self, name, why, *arguments, library="gcc"):
        status, text, programs = self.ran(*arguments, library=library, only=[name])
        self.assertEqual(status, 1, text)
        self.assertEqual(programs[name]["outcomes"][0]["verdict"], "fails", text)
        self.assertRegex(programs[name]["outcomes"][0]["why"], f"^{why}$", text)

    def test_those_that_verify_are_right(self):
        status, text, programs = self.ran(only=["right", "unchecked"])
        self.assertEqual(status, 0, text)
        self.assertEqual([one["outcomes"][0]["verdict"] for one in programs.values()],
                         ["right"] * 2, text)
        self.assertEqual(programs["fib.cc.right"]["outcomes"][0]["figures"], {"": 0.25})

    def test_digests_are_those_of_the_file(self):
        _, text, programs = self.ran(only=["right"])
        digest = hashlib.sha256((self.folder / "tree/bin/fib.cc.right").read_bytes()).hexdigest()
        self.assertEqual(programs["fib.cc.right"]["sha256_before"], digest)
        self.assertEqual(programs["fib.cc.right"]["sha256_after"], digest)
        self.assertIn(f"{digest[:12]} unchanged", text)

    def test_each_kind_of_wrong_is_told(self):
        self.assert_wrong("uts.cc.wrong", "says UNSUCCESSFUL")
        self.assert_wrong("sort.cc.silent", "says nothing of its result")
        self.assert_wrong("health.cc.status", "exit status 3: Verification = successful")
        self.assert_wrong("strassen.cc.killed", "signal 6: .*")
        self.assert_wrong("nqueens.cc.endless", "still running after 1.0 s", "--timeout", "1")
        self.assert_wrong("sparselu.cc.changed", "the program's file has changed")

    def test_another_libgomp_under_the_program_is_told(self):
        if (self.folder / "lacking").samefile(pathlib.Path(SYSTEM).resolve().parent):
            self.skipTest("they are the same")
        self.assert_wrong("fib.cc.linked", "the loader takes .*libgomp.so.1", library="lacking")

    def test_the_number_of_threads_is_given(self):
        self.assert_wrong("fib.cc.right", "exit status 9: ", "--threads", "1")

    def test_without_programs_the_status_is_2(self):
        self.assertEqual(self.ran(only=["serial"])[0], 2)
        self.assertEqual(self.ran(only=["there is none"])[0], 2)
        self.assertEqual(self.ran(library="none", only=["right"])[0], 2)

    def test_what_is_lacking_is_told(self):
        self.assert_wrong("fib.cc.right", "exit status 127: .* undefined symbol: omp_.*",
                          library="lacking")

    def test_what_falls_through_is_named(self):
        self.assert_wrong("fib.cc.right", "signal 6: poisoned libgomp: omp_get_[a-z_]+ was called",
                          "--poison", library="lacking")
        self.assertEqual(self.ran("--poison", only=["right"])[0], 0)

    def test_two_runtimes_take_turns(self):
        status, text, programs = self.ran("--beside", self.folder / "gcc", "--rounds", "2",
                                          only=["right"])
        self.assertEqual(status, 0, text)
        self.assertEqual([len(one["seconds"]) for one in programs["fib.cc.right"]["outcomes"]],
                         [2, 2])
        self.assertEqual(programs["fib.cc.right"]["ratios"], {"": 1.0})

    def test_a_failure_counts_where_the_other_runtime_has_none(self):
        beside_gcc = ("--beside", self.folder / "gcc")
        beside_lacking = ("--beside", self.folder / "lacking")
        self.assertEqual(self.ran(*beside_gcc, library="lacking", only=["right"])[0], 1)
        self.assertEqual(self.ran(*beside_lacking, only=["right"])[0], 0)
        self.assertEqual(self.ran(*beside_gcc, only=["wrong"])[0], 0)


if __name__ == "__main__":
    unittest.main()
