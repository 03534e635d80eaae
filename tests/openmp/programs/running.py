# SPDX-License-Identifier: Apache-2.0
"""One run of a program, in a folder of its own."""

import dataclasses
import hashlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time


@dataclasses.dataclass
class Ended:
    """The status is None when the run took too long. The files are those that it left."""
    status: int | None
    text: str
    seconds: float
    files: list[str]

    @property
    def written(self):
        return self.text.splitlines() + self.files


def digests(folder):
    return [f"{file.relative_to(folder)} {hashlib.sha256(file.read_bytes()).hexdigest()}"
            for file in sorted(folder.rglob("*")) if file.is_file()]


def run(program, environment, timeout):
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        with subprocess.Popen([program.file, *program.arguments], env=environment, cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                text, _ = process.communicate(timeout=timeout)
                status = process.returncode
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                text, _ = process.communicate()
                status = None
        seconds = time.monotonic() - start
        files = digests(pathlib.Path(folder)) if program.compared else []
    return Ended(status, text.decode("utf-8", errors="replace"), seconds, files)
