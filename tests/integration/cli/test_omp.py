"""nuthatch omp: it becomes the program, with another OpenMP runtime, or says why it cannot."""

import re
import unittest

import command


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
                        "--scheduler", "cq", "--places", "cores", "--stats")
        self.assertEqual(ended.stdout, "cq cores 1\n")

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

    def test_bad_input(self):
        for arguments, said in (
                ([], "there is no program to run; give it after --"),
                (["--", "/no/such/program"], "there is no program /no/such/program that could"),
                (["--scheduler", "q", "--", "true"], '--scheduler: OpenMP has no scheduler "q"')):
            ended = command.run("omp", *arguments)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            self.assertIn(said, ended.stderr)
            self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)


if __name__ == "__main__":
    unittest.main()
