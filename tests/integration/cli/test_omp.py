# SPDX-License-Identifier: Apache-2.0
"""nuthatch omp: it becomes the program, with another OpenMP runtime, or says why it cannot."""

import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

import command


PROGRAM_HEADERS = struct.Struct("<Q14xHH")  # where they are, how long each is, how many
TABLE_OFFSET = 32
INTERPRETER = 3  # PT_INTERP


PLAIN = """int main(void) { return 5; }
"""
LAUNCHING = """#include <stdlib.h>
int main(void) { return system("true"); }
"""
REGION = """int main(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(2)
  sum += 1;
  return (sum != 2);
}
"""
# A runtime, with a function that no other one has.
OTHER = """void GOMP_parallel(void) {}
int omp_of_other(void) { return 0; }
"""


def without_interpreter():
    """The head of the command's own file, as that of a program that is linked statically."""
    head = bytearray(pathlib.Path(command.COMMAND).read_bytes()[:4096])
    start, size, count = PROGRAM_HEADERS.unpack_from(head, TABLE_OFFSET)
    for at in range(start, start + size * count, size):
        if struct.unpack_from("<I", head, at) == (INTERPRETER,):
            struct.pack_into("<I", head, at, 0)
    return bytes(head)


class Omp(command.CommandTest):
    def sh(self, script, *options):
        return command.run("omp", *options, "--", "/bin/sh", "-c", script)

    def test_ends_as_the_program_does(self):
        for status in (0, 3, 77):
            ended = self.sh(f"exit {status}")
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (status, "", ""))

    def test_the_loader_finds_the_runtime_first(self):
        ended = self.sh("grep -c nuthatch/openmp/libgomp.so.1 /proc/self/maps; "
                        "echo $LD_LIBRARY_PATH")
        count, folder = ended.stdout.splitlines()
        self.assertGreater(int(count), 0, ended.stderr)
        self.assertTrue(folder.split(":")[0].endswith("/nuthatch/openmp"), folder)

    def test_options_are_variables(self):
        ended = self.sh("echo $NUTHATCH_SCHEDULER $OMP_PLACES $NUTHATCH_OMP_STATS",
                        "--scheduler", "shepherd_cq", "--places", "cores", "--stats")
        self.assertEqual(ended.stdout, "shepherd_cq cores 1\n")

    def test_statistics_come_at_the_end(self):
        ended = command.run("omp", "--stats", "--", command.COMMAND, "--version")
        self.assertEqual(ended.returncode, 0)
        self.assertTrue(re.match(r"nuthatch omp: nuthatch \(\d+\): 0 parallel regions of at most 0 "
                                 r"threads; 0 tasks: ", ended.stderr), ended.stderr)

    def test_arguments_reach_the_program_as_they_are(self):
        given = ["[a,b]", "[a]", "[]", "", "--", "-x", "--scheduler=", "a b", "=c"]
        ended = command.run("omp", "--", "/bin/sh", "-c", 'printf "%s;" "$@"', "sh", *given)
        self.assertEqual(ended.stdout, "".join(each + ";" for each in given), ended.stderr)

    def test_places_are_not_for_programs_without_openmp(self):
        free, bound = (command.run("omp", *options, "--", "nproc").stdout
                       for options in ([], ["--places", "threads"]))
        self.assertEqual(free, bound)

    def test_files_that_take_no_library(self):
        fixed = without_interpreter()
        with tempfile.TemporaryDirectory() as folder:
            inner = pathlib.Path(folder, "inner")
            for content, said in (
                    (fixed, "cannot have another runtime: it is linked statically"),
                    (fixed[:70], "it is not whole: the file has been cut off"),
                    (fixed[:40], "it is not whole: the file has been cut off"),
                    (f"#!{inner}\n".encode(), f"its interpreter {inner} is linked statically"),
                    (f"#! {inner} -x\n".encode(), f"its interpreter {inner} is linked"),
                    (b"#!/usr/bin/env inner\n", f"its interpreter {inner} is linked statically"),
                    (b"#!/usr/bin/env -S inner -x\n", f"its interpreter {inner} is linked")):
                program = pathlib.Path(folder, "program")
                program.write_bytes(content)
                inner.write_bytes(fixed)
                for each in (program, inner):
                    each.chmod(0o755)
                path = f"{folder}:{os.environ['PATH']}"
                with self.subTest(content[:30]):
                    self.assert_refused(command.run("omp", "--", str(program), env={"PATH": path}),
                                        said)

    def test_scripts_whose_interpreter_takes_it(self):
        with tempfile.TemporaryDirectory() as folder:
            inner, outer = (pathlib.Path(folder, name) for name in ("inner", "outer"))
            inner.write_text("#!/bin/sh\nexit 5\n", encoding="utf-8")
            outer.write_text(f"#!{inner}\n", encoding="utf-8")
            for each in (inner, outer):
                each.chmod(0o755)
                self.assertEqual(command.run("omp", "--", str(each)).returncode, 5)

    def test_files_that_are_no_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "text")
            text.write_text("exit 5\n", encoding="utf-8")
            for name, said in ((str(text), "may not be executed; chmod +x allows that"),
                               (folder, "is a folder and no program"),
                               (f"{folder}/none", "there is no program")):
                with self.subTest(said):
                    self.assert_refused(command.run("omp", "--", name), said)

    def test_scripts_without_an_interpreter_are_the_shells(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script")
            script.write_text("echo $# $2 $OMP_PLACES\nexit 5\n", encoding="utf-8")
            script.chmod(0o755)
            ended = command.run("omp", "--places", "cores", "--", str(script), "a b", "c")
            self.assertEqual((ended.returncode, ended.stdout), (5, "2 c cores\n"))

    def build(self, folder, name, source, *options):
        """A program of that name, by the compiler of the system."""
        program = pathlib.Path(folder, name)
        code = program.with_suffix(".c")
        code.write_text(source, encoding="utf-8")
        subprocess.run(["gcc", "-O1", str(code), "-o", str(program), *options], check=True)
        return str(program)

    @unittest.skipUnless(shutil.which("gcc"), "there is no gcc")
    def test_tells_of_programs_without_openmp(self):
        with tempfile.TemporaryDirectory() as folder:
            plain = self.build(folder, "plain", PLAIN)
            ended = command.run("omp", "--", plain)
            self.assertEqual((ended.returncode, ended.stdout), (5, ""))
            self.assertEqual(ended.stderr, f"nuthatch omp: {plain} has no OpenMP: neither it nor a "
                                           "library that it needs calls functions of a runtime\n")
            ended = command.run("omp", "--explain", "--", plain)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertIn(f"{plain} has no OpenMP", ended.stdout)
            # What may start or load others is not told of.
            shell = self.build(folder, "shell", LAUNCHING)
            ended = command.run("omp", "--", shell)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            self.assertIn("Programs that it starts get Nuthatch's runtime.",
                          command.run("omp", "--explain", "--", shell).stdout)

    @unittest.skipUnless(shutil.which("gcc"), "there is no gcc")
    def test_refuses_a_runtime_that_is_linked_in(self):
        with tempfile.TemporaryDirectory() as folder:
            inside = self.build(folder, "inside", REGION, "-fopenmp", "-Wl,-Bstatic", "-lgomp",
                                "-Wl,-Bdynamic")
            for strip in ([], ["strip", inside]):
                subprocess.run(strip or ["true"], check=True)
                self.assert_refused(command.run("omp", "--", inside),
                                    "cannot have another runtime: it has an OpenMP runtime linked")
                ended = command.run("omp", "--explain", "--", inside)
                self.assertEqual(ended.stdout.count("\n"), 1, ended.stdout)
                self.assertIn("it has an OpenMP runtime linked into it", ended.stdout)
                self.assertEqual(ended.returncode, 2)
                self.assertIn("cannot have another runtime", ended.stderr)

    def test_reports_misspelt_variables(self):
        for name, likely in (("NUTHATCH_SHEDULER", "NUTHATCH_SCHEDULER"),
                             ("NUTHATCH_OMP_STAT", "NUTHATCH_OMP_STATS"),
                             ("NUTHATCH_WORKERS", None), ("NUTHATCH_SCHEDULER", None),
                             ("NUTHATCH_NUM_THREADS", None)):
            ended = command.run("omp", "--", "sh", "-c", "exit 3", env={name: ""})
            self.assertEqual(ended.returncode, 3)
            self.assertEqual(ended.stderr,
                             likely and f"nuthatch omp: the environment variable {name} is unknown "
                             f"and has no effect; did you mean {likely}?\n" or "")

    @unittest.skipUnless(shutil.which("gcc"), "there is no gcc")
    def test_says_what_is_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            other = self.build(folder, "libomp.so", OTHER, "-shared", "-fPIC",
                               "-Wl,-soname,libother.so")
            library = self.build(folder, "libpart.so", "int omp_of_other(void);\n"
                                 "int part(void) { return omp_of_other(); }\n", "-shared", "-fPIC",
                                 other)
            pathlib.Path(folder, "libother.so").symlink_to(other)
            program = self.build(folder, "program", REGION.replace("return", "return part() *"),
                                 "-fopenmp", library, "-w", f"-Wl,-rpath,{folder}",
                                 "-Wl,--disable-new-dtags")
            script = pathlib.Path(folder, "script")
            script.write_text(f"#!{program}\n", encoding="utf-8")
            script.chmod(0o755)
            said = command.run("omp", "--explain", "--", str(script)).stdout.splitlines()
            runtime = said[1].split(", ")[1].rstrip(".")
            self.assertTrue(runtime.endswith("/nuthatch/openmp/libgomp.so.1"), said)
            self.assertEqual(said, [
                f"{script} is a script, which {program} runs.",
                f"{program} runs on Nuthatch's runtime, {runtime}.",
                f"{program} calls OpenMP's functions.",
                f"{library} calls OpenMP's functions.",
                f"{folder}/libother.so is loaded as well, and called for what Nuthatch's runtime "
                "does not have: omp_of_other."])
            pathlib.Path(library).unlink()
            ended = command.run("omp", "--explain", "--", program)
            self.assertRegex(ended.stdout,
                             r"libpart\.so(: cannot open| is needed and not found\.)")
            self.assertEqual(ended.returncode, 2)
            self.assertRegex(ended.stderr, r"^nuthatch omp: .*/program cannot start: "
                             r".*libpart\.so(: cannot open .*| is needed and not found)\n$")

    def test_programs_whose_interpreter_or_loader_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script")
            script.write_text("#!/no/such\n", encoding="utf-8")
            program = pathlib.Path(folder, "program")
            program.write_bytes(pathlib.Path(shutil.which("true")).read_bytes().replace(
                b"/ld-linux", b"/no-linux"))
            for each in (script, program):
                each.chmod(0o755)
            for arguments, said in ((["--", str(script)], "there is no /no/such, which it names"),
                                    (["--explain", "--", str(script)], "there is no /no/such"),
                                    (["--explain", "--", str(program)], "/no-linux")):
                ended = command.run("omp", *arguments)
                self.assertEqual(ended.returncode, 2)
                self.assertRegex(ended.stderr, f"^nuthatch omp: .* cannot start: .*{said}.*\\n$")

    def test_bad_input(self):
        for arguments, said in (
                ([], "there is no program to run; give it after --"),
                (["--", "/no/such/program"], "there is no program /no/such/program that could"),
                (["--scheduler", "shepherd_q", "--", "true"],
                 '--scheduler: OpenMP has no scheduler "shepherd_q"'),
                (["--scheduler", "mts", "--", "true"], "did you mean shepherd_mts?"),
                (["--scheduler", "ws", "--", "true"], "did you mean shepherd_ws?"),
                (["--places", "--", "true"], "--places: takes a value, but -- follows"),
                (["--scheduler", "--", "true"], "--scheduler: takes a value, but -- follows")):
            ended = command.run("omp", *arguments)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            self.assertIn(said, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)


if __name__ == "__main__":
    unittest.main()
