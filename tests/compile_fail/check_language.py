# SPDX-License-Identifier: Apache-2.0
"""Checks that headers, each alone, are rejected with a message before any other.

usage: check_language.py MESSAGE HEADER[;HEADER...] COMPILER [FLAG...]

Besides the message, a regular expression, there may be one error: the one that ends the
compilation.
"""

import re
import subprocess
import sys


def main():
    message, headers, command = sys.argv[1], sys.argv[2].split(";"), sys.argv[3:]
    for header in headers:
        result = subprocess.run(command + ["-x", "c++", "-"], input=f"#include <{header}>\n",
                                capture_output=True, text=True, check=False)
        errors = re.findall(r"^.*\berror: .*$", result.stderr, re.MULTILINE)
        if result.returncode == 0:
            sys.exit(f"{header}: compiles")
        if not re.search(message, errors[0]) or len(errors) > 2:
            sys.exit(f"{header}: does not say '{message}' and end:\n{result.stderr}")


if __name__ == "__main__":
    main()
