# SPDX-License-Identifier: Apache-2.0
"""Every kind of error, at its line; and that nothing is written then."""

import json
import os
import shutil
import sys
import unittest
import unittest.mock

import expected
import translator
from translator import COMMAND, FOLDER, INCLUDE, run, translate

REFUSED = sorted(path.name for path in (FOLDER / "refused").iterdir())
OPTIONS = {
    "found_flag_macros.cpp": [
        "--", f"-I{INCLUDE}", "-DHERE=__func__", "-DINDIRECT=OTHER", "-DOTHER=__PRETTY_FUNCTION__",
        "-D", "COUNTED=__COUNTER__", "-DMEMORY(n)=alloca(n)", "-DBEGINS=int first = 3;"],
    "found_flag_pragma.cpp": ["--", f"-I{INCLUDE}", '-DPACKED=_Pragma("pack(1)")'],
}


class Errors(translator.TranslatorTest):
    def refused(self, *words, status=1):
        ended = translate(*words)
        self.assertEqual(ended.returncode, status, ended.stderr)
        self.assertEqual(ended.stdout, "")
        return ended.stderr

    def test_each_is_told_at_its_line(self):
        self.assertGreater(len(REFUSED), 5)
        for name in REFUSED:
            with self.subTest(name):
                source = FOLDER / "refused" / name
                out = self.folder / "out.cpp"
                said = self.refused(source, "-o", out, *OPTIONS.get(name, []))
                text = source.read_text(encoding="utf-8")
                self.assertEqual(list(expected.misfits(str(source), text, said)), [], said)
                self.assertFalse(out.exists())

    def test_each_warning_is_told_at_its_line(self):
        for source in sorted((FOLDER / "warned").iterdir()):
            with self.subTest(source.name):
                out = self.folder / "out.cpp"
                ended = self.succeeds(translate(source, "-o", out))
                text = source.read_text(encoding="utf-8")
                misfits = expected.misfits(str(source), text, ended.stderr, "warning")
                self.assertEqual(list(misfits), [], ended.stderr)
                written = out.read_bytes()
                silent = self.succeeds(translate(source, "-o", out, "--no-warnings"))
                self.assertEqual(silent.stderr, "")
                self.assertEqual(out.read_bytes(), written)

    def test_warnings_are_no_part_of_the_output(self):
        ended = self.succeeds(translate(FOLDER / "warned" / "unannotated.cpp", "-o", "-"))
        self.assertTrue(ended.stdout.startswith("#include <nuthatch/splice.hpp>\n"))
        self.assertNotIn("warning:", ended.stdout.replace("// warning:", ""))
        self.assertIn(": warning: ", ended.stderr)

    def test_what_does_not_parse_gets_what_clang_says(self):
        source = self.write("broken.cpp", "void f() {\n  int x = y;\n}\n")
        said = self.refused(source, "-o", self.folder / "out.cpp")
        self.assertIn(f"{source}:2:11: error: use of undeclared identifier 'y'", said)

    def test_flags_are_those_of_the_compiler(self):
        source = self.write("flags.cpp", "#ifndef SIZE\n#error no SIZE\n#endif\n")
        out = self.folder / "out.cpp"
        self.assertIn("no SIZE", self.refused(source, "-o", out))
        self.succeeds(translate(source, "-o", out, "--", "-DSIZE=3", "-std=c++14"))

    def test_trigraphs_that_the_standard_of_the_source_replaces(self):
        text = ('static const char* line = "??/n";\n// no ??= here\n'
                '#include "own.hpp"\nint main() { return line[0]; }\n')
        self.write("own.hpp", "// a comment\nconst int known = 3 ??! 4;\n")
        out = self.folder / "out.cpp"
        for name, replaced, kept in [
                ("text.cpp", ["-std=c++14", "-std=c++98", "-trigraphs"],
                 ["-std=gnu++14", "-std=c++17", "-std=gnu++20"]),
                ("text.c", ["-std=c11", "-std=c99", "-ansi"], ["-std=gnu11", "-std=gnu17"])]:
            source = self.write(name, text)
            for flag in replaced:
                with self.subTest(name, flag=flag):
                    said = self.refused(source, "-o", out, "--", flag)
                    self.assertIn(f"{source}:1:28: error: the standard of the source replaces the "
                                  "trigraph ??/ by \\, and", said)
                    self.assertIn(f"{source}:3:10: error: {self.folder}/own.hpp:2:21: the standard "
                                  "of the source replaces the trigraph ??! by |", said)
                    self.assertEqual(said.count("\n"), 2, said)
            for flag in kept:
                with self.subTest(name, flag=flag):
                    self.assertNotIn("trigraph", translate(source, "-o", out, "--", flag).stderr)

    def test_trigraphs_that_continue_lines(self):
        source = self.write("comment.cpp", "// what??/\nint hidden = 3;\nint main() {}\n"
                            'const char* raw = R"(??/)";\n')
        out = self.folder / "out.cpp"
        said = self.refused(source, "-o", out, "--", "-std=c++14")
        self.assertIn(f"{source}:1:8: error: the standard of the source replaces", said)
        self.assertEqual(said.count("\n"), 1, said)
        self.succeeds(translate(source, "-o", out, "--", "-std=gnu++14"))

    def test_an_output_that_is_there_stays(self):
        source = FOLDER / "refused" / "jumps.cpp"
        out = self.write("out.cpp", "as it was\n")
        self.refused(source, "-o", out)
        self.assertEqual(out.read_text(encoding="utf-8"), "as it was\n")
        self.assertEqual(os.listdir(self.folder), ["out.cpp"])

    def test_the_source_is_never_the_output(self):
        source = self.write("source.cpp", "int main() {}\n")
        link = self.folder / "link.cpp"
        link.symlink_to(source)
        for out in [source, link, self.folder / "." / "source.cpp"]:
            self.assertIn("take two files", self.refused(source, "-o", out, status=2))
        self.assertEqual(source.read_text(encoding="utf-8"), "int main() {}\n")

    def test_command_lines(self):
        source = self.write("source.cpp", "int main() {}\n")
        out = self.folder / "out.cpp"
        for words, part in [
                ([source], "-o: name the file that the translation goes to"),
                (["-o", out], "FILE: name the C or C++ source"),
                ([self.folder / "none.cpp", "-o", out], "there is no file"),
                ([self.folder, "-o", out], "is a directory"),
                ([source, "-o", self.folder / "none" / "out.cpp"], "-o: cannot write"),
                ([source, "-o", out, "--effect", "box4"], "did you mean box1? valid: box1, box2"),
                ([source, "-o", out, "--effect", "range", "--region", "mine"], "take one of them"),
                ([source, "-o", out, "--efect", "range"], "did you mean --effect?"),
                ([source, "-DX=3", "-o", out], "-DX=3: flags of the compiler stand behind --"),
                ([source, "-o", out, "-I", "."], "-I: flags of the compiler stand behind --"),
                ([source, "-o", out, "--", "-g", "@flags.txt"], "give it the flags themselves"),
                ([source, "-o", out, "--", "--version"], "a compiler compiles nothing"),
                ([source, source, "-o", out], "flags of the compiler, which begin with -")]:
            with self.subTest(words):
                said = self.refused(*words, status=2)
                self.assertIn(part, said)
                self.assertEqual(said.count("\n"), 1, said)
        self.assertFalse(out.exists())

    def test_flags_of_a_build(self):
        """Those that say what a compiler writes have no effect; others are named."""
        source = self.write("source.cpp", "int main() { return N; }\n")
        out = self.folder / "out.cpp"
        dependencies = self.write("build.d", "as it was\n")
        ended = self.succeeds(translate(source, "-o", out, "--no-warnings", "--", "-c", "-MD",
                                        "-MF", dependencies, "-MT", "a.o", "-MMD", "-DN=0",
                                        "-o", self.folder / "a.o", cwd=self.folder))
        self.assertEqual((ended.stdout, ended.stderr), ("", ""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["build.d", "out.cpp", "source.cpp"])
        self.assertEqual(dependencies.read_text(encoding="utf-8"), "as it was\n")
        said = self.refused(source, "-o", out, "--", "-DN=0", "-fconcepts")
        self.assertRegex(said, "unknown argument: '-fconcepts'\n"
                               "note: Clang reads the source, and does not know this flag")

    def test_columns_of_c(self):
        """Places are those of the source, and not those of what is made of it."""
        line = "void f(int* x, int n) { if (x[0] == 3) f(x, n - 1); }"
        source = self.write("source.c", "#pragma splice func Writes(range(x, x + 4))\n" + line +
                                        "\nvoid all(int* x) {\n#pragma splice try(2)\n"
                                        "  f(x, 1);\n}\n")
        said = self.refused(source, "-o", self.folder / "out.cpp")
        self.assertTrue(said.startswith(f"{source}:2:{line.index('x[0]') + 1}: error: "), said)

    def test_another_name_of_the_source_is_not_overwritten(self):
        text = "int main() {}\n"
        source = self.write("source.cpp", text)
        other = self.folder / "other.cpp"
        os.link(source, other)
        said = self.refused(source, "-o", other, status=2)
        self.assertIn("other.cpp is that of FILE as well; take two files", said)
        self.assertEqual(source.read_text(encoding="utf-8"), text)

    def test_deeply_nested_code(self):
        """As deep as compilers understand."""
        terms = "+1" * 20000
        source = self.write("deep.cpp", f"int f(int b) {{ return b{terms}; }}\nint main() {{}}\n"
                                        "#pragma splice func Everything\nvoid g() {}\n"
                                        "void h() {\n#pragma splice try(2)\n  { g(); g(); }\n}\n")
        self.succeeds(translate(source, "-o", self.folder / "out.cpp", "--no-warnings"))

    def test_the_translator_itself(self):
        """As the command calls it."""
        program = COMMAND + "-splicec"
        for words, part in [(["--what"], "--what: there is no such option; valid: -o"),
                            (["-o"], "-o: takes a value"),
                            (["a.cpp", "-DX", "-o", "b.cpp"],
                             "-DX: flags of the compiler stand behind --, as in FILE -o OUT -- "),
                            (["a.cpp", "b.cpp"], '"b.cpp": nothing more is expected here')]:
            ended = run(program, *words)
            self.assertEqual((ended.returncode, ended.stdout), (2, ""))
            self.assertIn(part, ended.stderr)

    def test_without_the_translator_the_command_says_so(self):
        alone = self.folder / "alone"
        shutil.copy(COMMAND, alone)
        ended = run(alone, "splicec", "a.cpp", "-o", "b.cpp")
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r"^nuthatch splicec: \S+/nuthatch-splicec is missing; it is "
                                       r"built where libclang is found .*\n$")

    def test_a_region_type_that_is_none(self):
        source = FOLDER / "sources" / "copy.cpp"
        twice = FOLDER / "sources" / "twice.cpp"
        for file, region, part in [
                (source, "nothing::such", f"there is no type nothing::such in {source}; it is"),
                (twice, "accounts", "did you mean bank::accounts?"),
                (twice, "other::accounts", "did you mean bank::accounts?"),
                (twice, "int", "int is no type of regions: these are copied, and have a member")]:
            with self.subTest(region):
                said = self.refused(file, "-o", self.folder / "out.cpp", "--region", region,
                                    "--", f"-I{INCLUDE}", status=2)
                self.assertRegex(said, r"^nuthatch splicec: --region: .*\n$")
                self.assertIn(part, said)

    def test_each_planted_error_still_has_its_place(self):
        planted = json.loads((FOLDER / "mutants.json").read_text(encoding="utf-8"))
        for name, one in planted.items():
            with self.subTest(name):
                source = FOLDER.parent.parent / "src" / "splicec" / one["file"]
                self.assertEqual(source.read_text(encoding="utf-8").count(one["text"]), 1)

    def test_the_generator_draws_programs_of_the_language_that_is_asked_for(self):
        path = [str(FOLDER / "generator"), *sys.path]
        with unittest.mock.patch.object(sys, "path", path):
            import compare_generated  # pylint: disable=import-outside-toplevel
        for language in ["c", "c++"]:
            files = list(compare_generated.drawn(78, 4, 2, language))
            kinds = {type(one).__name__ for made in files for one, _ in made}
            self.assertEqual(len(files), 2)
            self.assertEqual(kinds, {"CProgram" if language == "c" else "Program"})

    def test_a_file_in_which_nothing_is_spliced(self):
        out = self.folder / "out.cpp"
        for text, part in [
                ("int main() {}\n",
                 ":1:1: warning: nothing is spliced: there is no #pragma splice in"),
                ("#if 0\n#pragma splice try(3)\n#endif\n", ":1:1: warning: nothing is spliced"),
                ("\n#pragma splice func Everything\nvoid f() {}\n",
                 ":2:1: warning: nothing is spliced: there is no #pragma splice try(n) in this")]:
            with self.subTest(text):
                source = self.write("nothing.cpp", text)
                ended = self.succeeds(translate(source, "-o", out))
                self.assertIn(f"{source}{part}", ended.stderr)
                self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)


if __name__ == "__main__":
    unittest.main()
