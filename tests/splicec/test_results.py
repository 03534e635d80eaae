# SPDX-License-Identifier: Apache-2.0
"""Programs come to the same, translated and not, bit by bit; and compilers have nothing to say."""

import functools
import pathlib
import re
import tempfile
import unittest

import translator
from translator import COMPILERS, EFFORT, FOLDER, INCLUDE, LINK, run, translate

OPTIONS = {
    "found_header_defaults.cpp": ["--", f"-I{FOLDER}"],
    "grid.cpp": ["--effect", "box2", "--", f"-I{INCLUDE}"],
    "branches.cpp": ["--", f"-I{INCLUDE}", "-Wall", "-Werror"],
    "loops.cpp": ["--", f"-I{INCLUDE}"],
    "twice.cpp": ["--region", "bank::accounts"],
    "vectors.c": ["--", "-std=gnu89"],
}
# What the sources themselves do, and compilers warn of.
QUIET = {
    "attributes.cpp": ["-Wno-unknown-pragmas"],
    "directives.cpp": ["-Wno-unknown-pragmas"],
    "entries.cpp": ["-Wno-c++23-extensions", "-Wno-implicit-fallthrough", "-Wno-unused-variable"],
    "floats.c": ["-Wno-literal-conversion"],
    "found_lists.cpp": ["-Wno-missing-braces"],
    "openmp.cpp": ["-Wno-unknown-pragmas"],
}
# Compilers take a quarter longer with -O1, and see more to warn of.
OPTIMIZATION = "-O1" if EFFORT >= 100 else "-O0"
BUILD = ["-std=c++20", OPTIMIZATION, "-pthread", f"-I{INCLUDE}", f"-I{FOLDER}"]
SPLICED = ".spliced.cpp"  # ends the names of translations
HEADERS = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
SOURCES = sorted(path.name for path in (FOLDER / "sources").iterdir())


@functools.cache
def precompiled(compiler):
    """Flags for a precompiled form of the header that all translations begin with."""
    header = pathlib.Path(HEADERS.name) / pathlib.Path(compiler).name / "first.hpp"
    header.parent.mkdir()
    header.write_text("#include <nuthatch/splice.hpp>\n", encoding="utf-8")
    binary = header.with_suffix(".hpp.pch" if "clang" in compiler else ".hpp.gch")
    built = run(compiler, *BUILD, "-x", "c++-header", header, "-o", binary)
    if built.returncode != 0:
        raise AssertionError(built.stderr)
    return ["-include-pch", binary] if "clang" in compiler else ["-include", header]


class Results(translator.TranslatorTest):
    def translated(self, name):
        out = self.folder / (name + SPLICED)
        self.succeeds(translate(FOLDER / "sources" / name, "-o", out, *OPTIONS.get(name, [])))
        return out

    def output_of(self, source, compiler, *flags):
        program = self.folder / "program"
        if str(source).endswith(".c"):
            c_compiler = compiler.replace("clang++", "clang").replace("g++", "gcc")
            c_compiler = re.sub(r"c\+\+$", "cc", c_compiler)
            built = self.succeeds(run(c_compiler, "-std=gnu17", OPTIMIZATION, *flags, source, "-lm",
                                      "-o", program))
        else:
            plain = str(source).endswith(SPLICED) and not any(one[:2] == "-D" for one in flags)
            headers = precompiled(compiler) if plain else []
            built = self.succeeds(run(compiler, *headers, *BUILD, *flags, "-x", "c++", source, "-x",
                                      "none", *LINK, "-o", program))
        self.assertEqual(built.stderr, "")
        return self.succeeds(run(program)).stdout

    def test_same_results(self):
        self.assertGreaterEqual(len(SOURCES), 7)
        for i, name in enumerate(SOURCES):
            one = COMPILERS[i % len(COMPILERS)]
            for compiler in COMPILERS if EFFORT >= 100 else [one]:
                with self.subTest(name, compiler=compiler):
                    plain = self.output_of(FOLDER / "sources" / name, compiler, "-w")
                    spliced = self.output_of(self.translated(name), compiler, "-Wall", "-Wextra",
                                             "-Werror", *QUIET.get(name, []))
                    self.assertGreater(len(plain), 20)
                    self.assertEqual(spliced, plain)

    def test_texts_of_other_editors(self):
        """Line ends of Windows, byte order marks, blanks behind backslashes, comments."""
        text = (FOLDER / "sources" / "jacobi.cpp").read_text(encoding="utf-8")
        text = text.replace(" Writes(", " \\\n    Writes(")
        self.assertGreater(text.count(" \\\n"), 2)
        plain = self.output_of(self.write("plain.cpp", text), COMPILERS[0], "-w")
        forms = {"crlf.cpp": text.replace("\n", "\r\n"), "mark.cpp": "\ufeff" + text,
                 "blanks.cpp": text.replace(" \\\n", " \\ \n"),
                 "comments.cpp": text.replace(" \\\n", " /* a\n comment */ "),
                 "both.cpp": ("\ufeff" + text).replace(" \\\n", " \\\t\n").replace("\n", "\r\n")}
        for name, form in forms.items():
            with self.subTest(name):
                source = self.folder / name
                source.write_bytes(form.encode("utf-8"))
                out = self.folder / (name + SPLICED)
                self.assertEqual(self.succeeds(translate(source, "-o", out)).stderr, "")
                self.assertEqual(self.output_of(out, COMPILERS[0], "-w"), plain)

    def test_it_is_spliced(self):
        """What the library counts: steps of several calls in turn."""
        source = self.translated("jacobi.cpp").read_text(encoding="utf-8")
        calls = len(re.findall(r"::nuthatch_try_splice<", source))
        self.assertEqual(calls, 2)
        counted = re.sub(r"::nuthatch_try_splice<(.*?)>\(",
                         r"const auto counts = ::nuthatch_try_splice<\1>(", source, 1)
        counted = counted.replace("double* const data = a.data();",
                                  'std::printf("%d\\n", counts.switches > 1000); return 0;'
                                  "double* const data = a.data();")
        path = self.write("counted.cpp", counted)
        self.assertEqual(self.output_of(path, COMPILERS[0], "-w"), "1\n")

    def test_other_branches_do_not_compile(self):
        """The compiler has to select the same branches as the translator."""
        source = FOLDER / "sources" / "conditions.cpp"
        out = self.folder / "out.cpp"
        for one in [[], ["-DFAST"], ["-DSLOW"]]:
            self.succeeds(translate(source, "-o", out, "--no-warnings", "--", *one))
            for other in [[], ["-DFAST"], ["-DSLOW"]]:
                with self.subTest(translator=one, compiler=other):
                    if one == other:
                        plain = self.output_of(source, COMPILERS[0], "-w", *one)
                        self.assertEqual(self.output_of(out, COMPILERS[0], *one), plain)
                    else:
                        ended = run(COMPILERS[0], *BUILD, "-fsyntax-only", "-w", *other, out)
                        self.assertNotEqual(ended.returncode, 0)
                        self.assertIn("the translator left this branch out", ended.stderr)

    def test_conditions_of_headers_are_checked(self):
        """A compiler that would see another text of a header gives an error."""
        self.write("chosen.hpp", 'inline const char* word = R"("/*)";\n'
                                 "#ifndef __OPTIMIZE__\nconstexpr int n = 5;\n#else\n"
                                 "inline int n = 5;\n#endif\n")
        source = self.write("chooses.cpp", '#include "chosen.hpp"\nint main() { return n - 5; }\n')
        out = self.folder / "out.cpp"
        for one in ["-O0", "-O1"]:
            self.succeeds(translate(source, "-o", out, "--no-warnings", "--", one))
            for other in ["-O0", "-O1"]:
                with self.subTest(translator=one, compiler=other):
                    ended = run(COMPILERS[0], *BUILD, "-fsyntax-only", "-w", other, out)
                    self.assertEqual(ended.returncode == 0, one == other, ended.stderr)
                    self.assertEqual("chosen.hpp:2: this compiler" in ended.stderr, one != other)

    def test_effects_can_be_checked_while_it_runs(self):
        source = self.translated("grid.cpp")
        plain = self.output_of(source, COMPILERS[0])
        self.assertEqual(self.output_of(source, COMPILERS[0], "-DNUTHATCH_CHECK_EFFECTS"), plain)

    def test_checked_programs_see_captured_locals_that_change(self):
        """Without what the translator puts before statements that change them."""
        text = self.translated("shared.cpp").read_text(encoding="utf-8")
        self.assertIn("::nuthatch_run(nuthatch_now); buffer[0] = t", text)
        early = self.write("early.cpp", text.replace("::nuthatch_run(nuthatch_now); ", ""))
        for source, wrong in [(self.write("right.cpp", text), False), (early, True)]:
            program = self.folder / "checked"
            self.succeeds(run(COMPILERS[0], *BUILD, "-w", "-DNUTHATCH_CHECK_EFFECTS", source, *LINK,
                              "-o", program))
            ended = run(program)
            if wrong:
                self.assertNotEqual(ended.returncode, 0)
                self.assertRegex(ended.stderr, r"'(buffer|list|same)' changed after the step at \S*"
                                               r"shared.cpp:\d+ was declared, which uses it, and")
            else:
                self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_the_output_is_always_the_same(self):
        first = self.translated("branches.cpp").read_bytes()
        self.assertEqual(self.translated("branches.cpp").read_bytes(), first)

    def test_lines_are_those_of_the_source(self):
        """What a compiler says about a step names its line in the source."""
        for name, words in [("branches.cpp", "calls++"), ("jacobi.cpp", "sum += from")]:
            with self.subTest(name):
                source = FOLDER / "sources" / name
                lines = source.read_text(encoding="utf-8").splitlines()
                number = next(i for i, line in enumerate(lines, 1) if words in line)
                broken = self.translated(name).read_text(encoding="utf-8").replace(
                    words, f"unknown, {words}")
                ended = run(COMPILERS[0], *BUILD, "-fsyntax-only", "-x", "c++",
                            self.write("broken.cpp", broken))
                places = re.findall(r"^(\S+?):(\d+):\d+: error:.*unknown", ended.stderr, re.M)
                # As it was, and as a step.
                self.assertEqual(places, [(str(source), str(number))] * 2, ended.stderr)

    def test_what_has_no_pragmas_is_as_it_was(self):
        text = "// one\n#include <cstdio>\n\nint main() { std::puts(\"\\n\"); }\n"
        source = self.write("plain.cpp", text)
        out = self.folder / "out.cpp"
        self.succeeds(translate(source, "-o", out))
        self.assertEqual(out.read_text(encoding="utf-8"),
                         f'#include <nuthatch/splice.hpp>\n#line 1 "{source}"\n{text}')

    def test_the_example_of_the_page(self):
        page = (FOLDER.parents[1] / "docs" / "splicec.md").read_text(encoding="utf-8")
        [example] = re.findall(r"^```c\+\+\n(.*?)^```$", page, re.M | re.S)
        source = self.write("sweep.cpp", example)
        out = self.folder / "sweep_spliced.cpp"
        self.assertEqual(self.succeeds(translate(source, "-o", out)).stderr, "")
        plain = self.output_of(source, COMPILERS[0], "-w")
        self.assertEqual(self.output_of(out, COMPILERS[0], "-Wall", "-Wextra", "-Werror"), plain)


if __name__ == "__main__":
    unittest.main()
