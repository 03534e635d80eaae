# SPDX-License-Identifier: Apache-2.0
"""The names that links give to headings: GitHub's, which the pages' links follow."""

import re


def slugify(heading, separator):
    words = re.sub(r"[^\w\- ]", "", heading.lower()).strip()
    return words.replace(" ", separator)
