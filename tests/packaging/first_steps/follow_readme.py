#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does in a clean copy of the tree what README.md tells a new user to do.

usage: follow_readme.py SOURCE BUILT CONSUMER VERSION WORK

SOURCE is the tree, and BUILT a build folder of it whose objects are taken where ./dev would compile
the same by the same command (reuse_objects.py): that saves minutes, and nothing else differs.
CONSUMER is a project that finds the package of that VERSION, and WORK a folder for all that the
test writes.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys


def run(command, **options):
    print("$", command if isinstance(command, str) else " ".join(map(str, command)), flush=True)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, **options)


def copy_tree(source, clone):
    """What `git clone` would yield if all changes were committed."""
    listed = subprocess.run(
        ["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (source / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, clone / name)


def documented(readme, pattern):
    """What the README has that looks so."""
    found = re.search(pattern, readme, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit(f"README.md has nothing like {pattern!r}")
    return found


def check_packages(readme, clone):
    """The README names the packages that ./dev build needs."""
    command = documented(readme, r"^    (?:apt-get update && )?apt-get install (.*?[^\\])\n")[1]
    told = command.replace("\\\n", " ").split()
    listed = (clone / "cmake" / "debian-packages.txt").read_text(encoding="utf-8")
    needed = re.search(r"^build: (.*)$", listed, re.MULTILINE)[1].split()
    if sorted(told) != sorted(needed):
        sys.exit(f"README.md names {sorted(told)}, and ./dev build needs {sorted(needed)}")


def compile_first_program(readme, prefix, work):
    """The README's first program, by the README's command."""
    command = documented(readme, r"^    (c\+\+ [^\n]*fib\.cpp[^\n]*)$")[1]
    code = documented(readme, r"^```cpp\n(.*?)^```$")[1]
    work.mkdir()
    (work / "fib.cpp").write_text(code, encoding="utf-8")
    packages = next(prefix.glob("lib/**/pkgconfig"))
    run(command, shell=True, cwd=work, env={**os.environ, "PKG_CONFIG_PATH": str(packages)})
    run([work / "fib"])


def main():
    source, built, consumer = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    version, work = sys.argv[4], pathlib.Path(sys.argv[5])
    shutil.rmtree(work, ignore_errors=True)
    work = work.absolute()
    clone, prefix = work / "clone", work / "prefix"
    copy_tree(source, clone)

    launcher = pathlib.Path(__file__).resolve().with_name("reuse_objects.py")
    environment = {
        **os.environ,
        "NUTHATCH_REUSED_SOURCE": str(source),
        "NUTHATCH_REUSED_BUILD": str(built),
        **{f"CMAKE_{language}_COMPILER_LAUNCHER": str(launcher) for language in ("C", "CXX")},
    }
    readme = (clone / "README.md").read_text(encoding="utf-8")
    check_packages(readme, clone)
    command, documented_prefix = documented(
        readme, r"^    ([^\n]*cmake --install [^\n]*--prefix (\S+))$").groups()
    run(command.replace(documented_prefix, str(prefix)), shell=True, cwd=clone, env=environment)
    compile_first_program(readme, prefix, work / "first_program")

    run(["cmake", "-S", consumer, "-B", work / "consumer", f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DEXPECTED_VERSION={version}"])
    run(["cmake", "--build", work / "consumer"])
    run([work / "consumer" / "consumer"])
    run([prefix / "bin" / "nuthatch", "list"], stdout=subprocess.DEVNULL)

    run(["./dev", "demo", "--size", "small", "--repeat", "1"], cwd=clone, env=environment)


main()
