# SPDX-License-Identifier: Apache-2.0
"""The lists of tests that are known to fail on Nuthatch's runtime: `libgomp.txt`, `libomp.txt`.

A line has a pattern of names, as the shell has them, and after two spaces or more the reason, which
docs/openmp-conformance.md explains. Empty lines and those that begin with # are left out."""

import fnmatch
import re


class KnownFailures:
    def __init__(self, file):
        self.file, self.reasons = file, {}
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            line = line.strip()
            if line and not line.startswith("#"):
                parts = re.split(r"\s{2,}", line, maxsplit=1)
                if len(parts) != 2:
                    raise ValueError(f"{file}:{number}: '{line}' has no reason; write the name of "
                                     "a test, two spaces and the reason")
                self.reasons[parts[0]] = parts[1]

    def pattern(self, name):
        """The first that matches the name, or None."""
        return next((one for one in self.reasons if fnmatch.fnmatchcase(name, one)), None)

    def reason(self, name):
        return self.reasons.get(self.pattern(name), "")

    def unused(self, names):
        """The patterns that match none of the names."""
        used = {self.pattern(name) for name in names}
        return [one for one in self.reasons if one not in used]
