# SPDX-License-Identifier: Apache-2.0
"""Runs a command of a test in the test's folder, and ends it with all that it started."""

import dataclasses
import os
import signal
import subprocess


@dataclasses.dataclass
class Ended:
    """The status is None where the time was up."""
    status: int | None
    text: str

    @property
    def how(self):
        if self.status is None:
            return "still running when the time was up"
        return f"signal {-self.status}" if self.status < 0 else f"exit status {self.status}"

    @property
    def last_line(self):
        return (self.text.strip().splitlines() or ["no output"])[-1][:200]


def execute(command, folder, environment, timeout):
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          start_new_session=True) as process:
        try:
            text, _ = process.communicate(timeout=timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if status is None:
            text, _ = process.communicate()
    return Ended(status, text.decode("utf-8", errors="replace"))
