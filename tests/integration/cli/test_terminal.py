# SPDX-License-Identifier: Apache-2.0
"""On a terminal: progress with the time left, and a clean end on Ctrl-C."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import command

ERASE = "\r\033[K"


class Screen:
    """The command with a terminal of `columns` for all its output."""

    def __init__(self, *arguments, columns=80, env=None):
        try:
            self.master, slave = pty.openpty()
        except OSError as none:
            raise unittest.SkipTest(f"no pseudo-terminal to be had: {none}") from none
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [command.COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, env=command.environment(TERM="xterm", **(env or {})),
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.text = ""

    def read_some(self, patience):
        if not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            block = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return False
        self.text += block.decode()
        return bool(block)

    def read_until(self, pattern):
        end = time.monotonic() + command.PATIENCE
        while not re.search(pattern, self.text):
            late = time.monotonic() > end
            if late or (not self.read_some(1) and self.process.poll() is not None):
                raise AssertionError(f"no {pattern!r} in {self.text!r}")

    def finish(self):
        """Everything that was written, and the exit status."""
        while self.read_some(command.PATIENCE):
            pass
        os.close(self.master)
        return self.text, self.process.wait(command.PATIENCE)


class Terminal(command.CommandTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.compare = ["compare", "--workloads", "fib", "--set", "n=20", "--workers", "1",
                        "--peer-dir", folder.name, "--peers", "slow", "--quiet"]

    def slow_peer(self, seconds):
        pid_file = self.folder / "pid"
        command.write_peer(self.folder, "slow", before=f"echo $$ > {pid_file}; sleep {seconds}")
        return pid_file

    def wait_for_text(self, path):
        """Until another process has written a line there."""
        end = time.monotonic() + command.PATIENCE
        while not (path.exists() and path.read_text().endswith("\n")):
            self.assertLess(time.monotonic(), end, path)
            time.sleep(0.01)

    def test_long_runs_show_the_time_left(self):
        self.slow_peer(1.2)
        for columns in (100, 80, 40):
            with self.subTest(columns):
                text, status = Screen(*self.compare, "--repeat", "3", columns=columns).finish()
                self.assertEqual(status, 0, text)
                self.assertRegex(text, r"\d+%  \d+ s left")
                self.assertTrue(text.endswith(ERASE), repr(text[-80:]))
                lines = [line.removesuffix("\033[K") for line in text.split("\r")]
                self.assertLess(max(map(len, lines)), columns)

    def test_short_runs_show_nothing(self):
        screen = Screen("bench", "fib", "--size", "small", "--repeat", "1", "--quiet")
        text, status = screen.finish()
        self.assertEqual((text, status), ("", 0))

    def test_no_terminal_no_progress(self):
        self.slow_peer(1.2)
        ended = command.run(*self.compare, "--repeat", "2")
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))

    def test_colour_unless_unwanted(self):
        bench = ["bench", "fib", "--size", "small", "--repeat", "1"]
        self.assertIn("\033[1m", Screen(*bench).finish()[0])
        self.assertNotIn("\033", Screen(*bench, env={"NO_COLOR": "1"}).finish()[0])

    def test_interruption_cleans_up(self):
        pid_file = self.slow_peer(1000)
        result = self.folder / "result.json"
        result.write_text("old")
        screen = Screen(*self.compare, "--json", str(result))
        screen.read_until("slow \\(peer\\)")
        self.wait_for_text(pid_file)
        os.write(screen.master, b"\x03")
        text, status = screen.finish()
        self.assertEqual(status, -signal.SIGINT, text)
        self.assertIn(ERASE, text.replace("^C", ""))
        self.assertNotRegex(text.rpartition("\033[K")[2], r"\S")
        self.assertEqual(result.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["peer-slow", "pid", "result.json"])
        self.assert_gone(int(pid_file.read_text()))

    def test_interruption_in_the_middle_of_a_run(self):
        result = self.folder / "result.json"
        screen = Screen("bench", "fib", "--set", "n=75", "--json", str(result))
        screen.read_until("serial warm-up")
        os.write(screen.master, b"\x03")
        text, status = screen.finish()
        self.assertEqual(status, -signal.SIGINT, text)
        self.assertNotRegex(text.rpartition("\033[K")[2], r"\S")
        self.assertEqual(os.listdir(self.folder), [])

    def test_termination_takes_the_child_along(self):
        pid_file = self.slow_peer(1000)
        process = subprocess.Popen([command.COMMAND, *self.compare], env=command.environment())
        while not pid_file.exists() or not pid_file.read_text().strip():
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(command.PATIENCE), -signal.SIGTERM)
        self.assert_gone(int(pid_file.read_text()))

    def assert_gone(self, pid):
        for _ in range(500):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.02)
        self.fail(f"process {pid} lives on")


if __name__ == "__main__":
    unittest.main()
