# SPDX-License-Identifier: Apache-2.0
"""Checks that the links of Markdown pages lead to files, and to headings of these.

usage: check_links.py ROOT [PAGE-OR-FOLDER…]

Without pages it is all below ROOT. Links to other hosts are not followed; one that leads out of
ROOT is dead.
"""

import pathlib
import re
import sys

FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:")


def text_of(page):
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page):
    """As GitHub names headings: by their letters, figures, - and _, spaces being -."""
    for heading in re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def is_dead(link, page, root):
    path, _, anchor = link.partition("#")
    found = (page.parent / path).resolve() if path else page
    if not found.is_relative_to(root) or not found.exists():
        return True
    return bool(anchor) and found.suffix == ".md" and anchor not in anchors(found)


def dead_links(page, root):
    links = (one or other for one, other in LINK.findall(text_of(page)))
    return [link for link in links if not ELSEWHERE.match(link) and is_dead(link, page, root)]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    given = [root / each for each in sys.argv[2:] or ["."]]
    pages = [page for each in given
             for page in ([each] if each.is_file() else sorted(each.rglob("*.md")))]
    dead = [f"{page.relative_to(root)}: {link}" for page in pages
            for link in dead_links(page, root)]
    if dead or not pages:
        sys.exit("\n".join(["dead links:", *dead]) if dead else "there are no pages")
    print(f"{len(pages)} pages, no dead links")


if __name__ == "__main__":
    main()
