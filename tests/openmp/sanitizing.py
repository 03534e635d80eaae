# SPDX-License-Identifier: Apache-2.0
"""The sanitizers that the conformance programs are compiled with, as a library is that was built
with NUTHATCH_SANITIZE."""

import os
import pathlib

SUPPRESSIONS = pathlib.Path(__file__).resolve().parent / "sanitized" / "tsan_suppressions.txt"
SANITIZERS = {
    # GCC warns that its ThreadSanitizer does not see fences. Clang's is in the program, which shows
    # the library only some of its functions if not asked: not those for local static variables.
    "tsan": ["-fsanitize=thread", "-Wno-tsan", "-rdynamic"],
    "asan-ubsan": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
}
ALL = ["-g1", "-fno-omit-frame-pointer"]
# What the library's C++ wants of Clang's sanitizer, the program has to bring along.
LLVM_LIBRARIES = {"asan-ubsan": ["-fsanitize-link-c++-runtime", "-lstdc++"]}
# One error is enough, and a program that waits a second before it ends takes long.
TSAN_OPTIONS = ["halt_on_error=1", "atexit_sleep_ms=0", "die_after_fork=0",
                f"suppressions={SUPPRESSIONS}"]
# GCC 12's looks for pointers where it takes a wrong header for that of thread-local variables of
# loaded libraries, and crashes.
ASAN_OPTIONS = ["detect_leaks=1", "detect_stack_use_after_return=1", "intercept_tls_get_addr=0"]
# Programs run slowly, and others beside them.
LIMIT = 240


def options(sanitizer):
    return [*SANITIZERS[sanitizer], *ALL] if sanitizer else []


def libraries(sanitizer, llvm):
    return LLVM_LIBRARIES.get(sanitizer, []) if llvm else []


def variables():
    """What is set already counts, but for what is needed here."""
    return {name: ":".join([*filter(None, [os.environ.get(name)]), *needed])
            for name, needed in (("TSAN_OPTIONS", TSAN_OPTIONS), ("ASAN_OPTIONS", ASAN_OPTIONS))}


def is_short():
    return int(os.environ.get("NUTHATCH_TEST_EFFORT", "100")) < 100
