# SPDX-License-Identifier: Apache-2.0
"""Runs of 'nuthatch bench', for the programs of this folder."""

import json
import os
import subprocess


class Failed(Exception):
    """A run that failed, with what it said."""


def command_in(build, parser):
    """The command of a build folder; ends with an error of the parser where there is none."""
    command = build / "bin" / "nuthatch"
    if not command.is_file():
        parser.error(f"build: {command} does not exist; ./dev build makes it")
    return str(command)


def default_environment():
    """The environment without the variables of Nuthatch."""
    return {name: value for name, value in os.environ.items() if not name.startswith("NUTHATCH_")}


def run(command, options, environment):
    """What parallel runs come to: the JSON of the command. Raises Failed where one fails."""
    done = subprocess.run(
        [command, "bench", *options, "--only", "parallel", "--no-spawn-count", "--quiet",
         "--json", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise Failed(done.stderr.strip())
    return json.loads(done.stdout)
