# SPDX-License-Identifier: Apache-2.0
"""Lets gdb's backtraces go on from a work-first child to its spawner.

    (gdb) source nuthatch.py

A work-first child runs on a stack of its own, whose outermost function is child_main. The stack's
header says where the spawner will go on, so that is the child's caller, as long as nobody else has
taken the spawner's continuation. Once somebody has, the child has no caller any more, and its
backtrace ends at child_main.
"""

import gdb
import gdb.unwinder

# The registers that a context saves besides the stack pointer and one word, in its order; where
# above that stack pointer the return address lies, and the caller's stack ends
# (src/fiber/switch_*.S).
SAVED = {
    "i386:x86-64": ("rip", "rsp", ["rbx", "rbp", "r12", "r13", "r14", "r15"], 0, 8),
    "aarch64": ("pc", "sp", [f"x{number}" for number in range(19, 30)], 8, 80),
}
OUTERMOST = "nuthatch::detail::child_main<"
WORD = 8
SMALLEST_STACK, LARGEST_STACK = 14, 36  # powers of two
TAKEN = 1


class FrameId:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


class Layout:
    """Where a stack's header has what, as the library in the program says."""

    def __init__(self):
        offsets = gdb.parse_and_eval("(unsigned int *)&nuthatch_layout_for_debuggers")
        self.tag, self.spawner, self.lowest, self.highest = (int(offsets[i]) for i in range(4))


def word_at(address):
    read = gdb.selected_inferior().read_memory(address, WORD)
    return int.from_bytes(bytes(read), "little")


def header_of_stack(sp, layout):
    """The header of the stack with that address, or None.

    A stack's size and alignment are one power of two, its last word points to the header, and the
    header says where the stack lies.
    """
    for power in range(SMALLEST_STACK, LARGEST_STACK + 1):
        end = (sp | ((1 << power) - 1)) + 1
        try:
            header = word_at(end - WORD)
            if (sp <= header < end and word_at(header + layout.highest) == header
                    and word_at(header + layout.lowest) <= sp):
                return header
        except gdb.MemoryError:
            continue
    return None


def is_outermost(frame, pc):
    # A caller's pc is that of the instruction after the call, perhaps in the next function.
    inside = pc if frame.level() == 0 else pc - 1
    return OUTERMOST in gdb.execute(f"info symbol {inside}", to_string=True)


class ToSpawner(gdb.unwinder.Unwinder):
    """Takes child_main for a function that the spawner has called."""

    def __init__(self):
        super().__init__("nuthatch")

    def __call__(self, frame):
        registers = SAVED.get(frame.architecture().name())
        if registers is None:
            return None
        pc_name, sp_name, *_ = registers
        pc = int(frame.read_register(pc_name))
        if not is_outermost(frame, pc):
            return None
        try:
            layout = Layout()
            header = header_of_stack(int(frame.read_register(sp_name)), layout)
            if header is None or word_at(header + layout.tag) & TAKEN:
                return None
            return self.spawner(frame, header, header + layout.spawner, registers)
        except gdb.error:
            return None  # no such library, or its memory cannot be read

    @staticmethod
    def spawner(frame, header, context, registers):
        pc_name, sp_name, saved, return_address, caller = registers

        def as_register(name, word):
            return gdb.Value(word).cast(frame.read_register(name).type)

        here = FrameId(as_register(sp_name, header), frame.read_register(pc_name))
        unwound = frame.create_unwind_info(here)
        sp = word_at(context)
        words = [(sp_name, sp + caller), (pc_name, word_at(sp + return_address))]
        words += [(name, word_at(context + WORD * position))
                  for position, name in enumerate(saved, 2)]
        for name, word in words:
            unwound.add_saved_register(name, as_register(name, word))
        return unwound


gdb.unwinder.register_unwinder(None, ToSpawner(), replace=True)
