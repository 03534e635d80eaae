# SPDX-License-Identifier: Apache-2.0
"""Tests of the scanner of machine code."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from check_closures import findings  # pylint: disable=wrong-import-position


def loads_found(*instructions):
    lines = ["0000000000000000 <f>:"]
    lines += [f"   {at:x}:\t{text}" for at, text in enumerate(instructions)]
    return [load for _, load in findings("\n".join(lines))]


class Findings(unittest.TestCase):
    def test_wide_load_spans_two_stores(self):
        self.assertEqual(
            loads_found("mov    %rdi,(%rsp)", "mov    %rsi,0x8(%rsp)", "movdqa (%rsp),%xmm0"),
            ["movdqa (%rsp),%xmm0"])

    def test_word_spans_two_halves(self):
        self.assertEqual(
            loads_found("mov    %edi,0x10(%rsp)", "movl   $0x0,0x14(%rsp)",
                        "mov    0x10(%rsp),%rax"),
            ["mov 0x10(%rsp),%rax"])

    def test_load_reaches_beyond_a_store(self):
        self.assertEqual(
            loads_found("movb   $0x1,0x1f(%rsp)", "vmovdqu 0x10(%rsp),%ymm1"),
            ["vmovdqu 0x10(%rsp),%ymm1"])

    def test_load_of_what_one_store_wrote(self):
        self.assertEqual(
            loads_found("movaps %xmm0,(%rsp)", "mov    0x8(%rsp),%rax", "mov    0x4(%rsp),%ecx",
                        "movaps (%rsp),%xmm1"), [])

    def test_load_from_elsewhere(self):
        self.assertEqual(
            loads_found("mov    %rdi,(%rsp)", "movdqa 0x10(%rsp),%xmm0", "movdqa (%rbx),%xmm0"), [])

    def test_base_that_has_changed(self):
        self.assertEqual(
            loads_found("mov    %rdi,(%rax)", "mov    %rbx,%rax", "movdqa (%rax),%xmm0"), [])
        self.assertEqual(
            loads_found("mov    %rdi,(%rax)", "add    $0x10,%rax", "movdqa (%rax),%xmm0"), [])

    def test_store_long_ago(self):
        self.assertEqual(
            loads_found("mov    %rdi,(%rsp)", *["nop"] * 50, "movdqa (%rsp),%xmm0"), [])
        self.assertEqual(
            loads_found("mov    %rdi,(%rsp)", "call   sink", "movdqa (%rsp),%xmm0"), [])


if __name__ == "__main__":
    unittest.main()
