# SPDX-License-Identifier: Apache-2.0
"""Saved schedules, read by the documented format alone: docs/schedule-format.md."""

import collections
import struct
import zlib

KINDS = ["region", None, "resumed", "continuation", "second callable", "child", "join",
         "finish end",
         "taken-back child"]

PathSpawn = collections.namedtuple("PathSpawn", "parent_step task_hash spawn_rank")
Step = collections.namedtuple("Step", "kind worker parent_step sequence_number task_hash "
                                     "spawn_rank depth")


class Reader:
    """A file of version 1 of docs/schedule-format.md."""

    def __init__(self, content):
        magic, version, checksum = struct.unpack_from("<8sII", content)
        if magic != b"NUTSCHED" or version != 1 or zlib.crc32(content[16:]) != checksum:
            raise ValueError("no schedule")
        self.content, self.at = content, 16
        self.worker_bytes = []  # where each step's worker lies
        self.root, = self.raw("<Q")
        self.workers = self.number()
        self.complete, = self.raw("<B")
        self.ordered, = self.raw("<B")
        self.steps = []
        sequence_number = 0
        for index in range(self.number()):
            kind, = self.raw("<B")
            self.worker_bytes.append(self.at)
            worker, back = self.number(), self.number()
            sequence_number += self.number()
            task, = self.raw("<Q")
            self.steps.append(Step(KINDS[kind], worker, index - back if back else None,
                                   sequence_number, task,
                                   self.number(), self.number()))
        self.path_spawns = [PathSpawn(self.number(), *self.raw("<Q"), self.number())
                     for _ in range(self.number())]
        if self.at != len(content):
            raise ValueError("more than a schedule")

    def raw(self, layout):
        values = struct.unpack_from(layout, self.content, self.at)
        self.at += struct.calcsize(layout)
        return values

    def number(self):
        value = shift = 0
        while True:
            byte, = self.raw("<B")
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def migrated(self):
        return sum(1 for step in self.steps
                   if step.parent_step is not None
                   and self.steps[step.parent_step].worker != step.worker)


def with_checksum(content):
    return content[:12] + struct.pack("<I", zlib.crc32(content[16:])) + content[16:]
