# SPDX-License-Identifier: Apache-2.0
"""What DejaGnu's selectors say of this machine, which has no offload devices."""

import fnmatch
import functools
import pathlib
import platform
import struct

import tcl_words


class Unknown(ValueError):
    """A selector names a property that this module does not know."""


@functools.cache
def processor_flags():
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return frozenset()
    return frozenset(next((line.split(":")[1].split() for line in text.splitlines()
                           if line.startswith("flags")), []))


@functools.cache
def properties():
    """The names that do not depend on the test, and whether each holds."""
    machine, wide = platform.machine(), struct.calcsize("P") == 8
    x86 = machine in ("x86_64", "i686")
    holds = dict.fromkeys([
        "alias", "fd_truncate", "fpic", "lto", "openacc_host_selected", "pthread", "shared",
        "sync_char_short", "sync_int_long", "tls", "tls_runtime", "weak_undefined", "size32plus",
    ], True)
    holds |= dict.fromkeys([
        "aarch64_tiny", "ia32", "offload_device", "offload_device_any_intel_mic",
        "offload_device_intel_mic", "offload_device_nonshared_as", "offload_device_nvptx",
        "offload_device_shared_as", "offload_target_amdgcn", "offload_target_nvptx",
        "offloading_enabled", "openacc_cublas", "openacc_cuda", "openacc_cudart",
        "openacc_nvidia_accel_present", "openacc_nvidia_accel_selected",
        "openacc_radeon_accel_present", "openacc_radeon_accel_selected", "run_expensive_tests",
        "skip-all-targets", "this-really-should-fail",
    ], False)
    holds |= {"lp64": wide, "ilp32": not wide, "__float128": x86, "large_long_double": True,
              "vect_simd_clones": x86, "avx_runtime": "avx" in processor_flags(),
              "sse2_runtime": "sse2" in processor_flags()}
    return holds


def _of_name(name, language):
    if name.count("-") >= 2 and name not in properties():
        return fnmatch.fnmatchcase(f"{platform.machine()}-pc-linux-gnu", name)
    if name in ("c", "c++"):
        return name == language
    if name == "__OPTIMIZE__":
        return True
    if name not in properties():
        raise Unknown(name)
    return properties()[name]


def _value(word, language):
    """The value of an operand, which is a name or another expression."""
    inner = tcl_words.split(word)
    return _of_name(word, language) if inner == [word] else holds(word, language)


def holds(selector, language):
    """Whether a selector applies: `{ ! NAME }`, `{ A && B }`, `{ A || B }` or a list of names, any
    of which is enough."""
    words = tcl_words.split(selector)
    if words and words[0] in ("target", "xfail"):
        words = words[1:]
    if not words:
        return False
    if words[0] == "!":
        return not holds(" ".join(f"{{{word}}}" for word in words[1:]), language)
    for operator, combine in (("&&", all), ("||", any)):
        if operator in words:
            at = words.index(operator)
            sides = (words[:at], words[at + 1:])
            return combine([holds(" ".join(f"{{{word}}}" for word in side), language)
                            for side in sides])
    return any([_value(word, language) for word in words])
