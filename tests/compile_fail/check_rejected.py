# SPDX-License-Identifier: Apache-2.0
"""Checks that a snippet is rejected for the stated reason, and for no other. A line '// errors: N'
says how many errors the compiler may report, where headers are to keep it from going on at length.

usage: check_rejected.py SNIPPET COMPILER [FLAG...]
"""

import re
import subprocess
import sys


def compile_snippet(command, snippet):
    result = subprocess.run(command + [snippet], capture_output=True, text=True, check=False)
    return result.returncode == 0, result.stderr


def main():
    snippet, command = sys.argv[1], sys.argv[2:]
    with open(snippet, encoding="utf-8") as source:
        text = source.read()
    expected = re.findall(r"^// expected: (.+)$", text, re.MULTILINE)
    errors = re.search(r"^// errors: (\d+)$", text, re.MULTILINE)
    if not expected:
        sys.exit(f"{snippet}: has no line '// expected: <regular expression>'")

    accepted, messages = compile_snippet(command, snippet)
    if not accepted:
        sys.exit(f"{snippet}: does not compile even without NUTHATCH_MUST_FAIL:\n{messages}")

    accepted, messages = compile_snippet(command + ["-DNUTHATCH_MUST_FAIL"], snippet)
    if accepted:
        sys.exit(f"{snippet}: compiles with NUTHATCH_MUST_FAIL, but should be rejected")
    for pattern in expected:
        if not re.search(pattern, messages):
            sys.exit(f"{snippet}: rejected, but without '{pattern}' in:\n{messages}")
    found = len(re.findall(r"\berror: ", messages))
    if errors and found > int(errors[1]):
        sys.exit(f"{snippet}: {found} errors instead of {errors[1]}:\n{messages}")


if __name__ == "__main__":
    main()
