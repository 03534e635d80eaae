# SPDX-License-Identifier: Apache-2.0
"""Renders all pages and the API reference as one site, and checks its links.

usage: build_site.py ROOT FOLDER

The pages keep their places, so that their links lead to each other. A link to a source leads to a
page that shows it, one to a folder to a list of its files. MkDocs renders the pages, Doxygen the
public headers below `api/`. The site is FOLDER/html. The exit status is 1 where a link is dead.
"""

import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
FENCED = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(\]\()([^)\s]+)(\))|(^\[[^\]]+\]:\s*)(\S+)()", re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z]+:|#")
LEFT_OUT = {"build", ".git", ".ci"}
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".txt": "cmake",
             ".cmake": "cmake", ".json": "json", ".S": "gas", ".pml": "c", ".rs": "rust"}
PICTURES = {".svg", ".png"}
# Doxygen 1.9.4 links to it where all nested classes are left out.
LEFT_OUT_ANCHORS = {"nested-classes"}

API = """# API reference

<a href="api/files.html">The public headers</a>, <a href="api/annotated.html">classes</a> and
<a href="api/namespacemembers_func.html">functions</a>, as the headers' comments describe them. The
search field of those pages finds names.
"""


class Stage:
    """The folder of pages that MkDocs renders."""

    def __init__(self, root, folder):
        self.root = root
        self.folder = folder
        self.shown = set()

    def page_of(self, target):
        """What a link to this file or folder leads to, from the root."""
        path = target.relative_to(self.root)
        if target.is_dir():
            if (target / "README.md").is_file():
                return path / "README.md"
            return path / "index-of-files.md"
        if target.suffix == ".md" or target.suffix in PICTURES:
            return path
        return path.with_name(path.name + ".md")

    def show(self, target):
        """Stages a source or a folder that is no page."""
        page = self.folder / self.page_of(target)
        if page in self.shown:
            return
        self.shown.add(page)
        page.parent.mkdir(parents=True, exist_ok=True)
        path = target.relative_to(self.root)
        if target.is_dir():
            if (target / "README.md").is_file():
                return
            entries = sorted(each for each in target.iterdir() if not each.name.startswith("."))
            lines = [f"# {path}\n"]
            for each in entries:
                self.show(each)
                to = os.path.relpath(self.folder / self.page_of(each), page.parent)
                lines.append(f"- [{each.name}]({to})")
            page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        elif target.suffix in PICTURES:
            shutil.copyfile(target, page)
        elif target.suffix == ".md":
            self.stage(target)
        else:
            text = target.read_text(encoding="utf-8", errors="replace")
            language = LANGUAGES.get(target.suffix, "text")
            page.write_text(f"# {path}\n\n`````{language}\n{text}\n`````\n", encoding="utf-8")

    def link(self, page, to):
        if ELSEWHERE.match(to):
            return to
        path, _, anchor = to.partition("#")
        target = (page.parent / path).resolve()
        if not target.exists() or not target.is_relative_to(self.root):
            sys.exit(f"{page.relative_to(self.root)}: {to} is a dead link")
        self.show(target)
        staged = os.path.relpath(self.root / self.page_of(target), page.parent)
        return staged + ("#" + anchor if anchor else "")

    def stage(self, page):
        """Copies a page, with links to what is staged."""
        text = page.read_text(encoding="utf-8")
        parts = FENCED.split(text)
        for i in range(0, len(parts), 2):
            parts[i] = LINK.sub(
                lambda found: (found[1] or found[4]) + self.link(page, found[2] or found[5]) +
                (found[3] or found[6]), parts[i])
        out = self.folder / page.relative_to(self.root)
        self.shown.add(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("".join(parts), encoding="utf-8")


def staged_pages(root, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    stage = Stage(root, folder)
    for page in sorted(root.rglob("*.md")):
        if not LEFT_OUT & set(page.relative_to(root).parts):
            stage.stage(page)
    (folder / "api.md").write_text(API, encoding="utf-8")


def run(*words, **options):
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                           check=False, **options)
    if ended.returncode != 0:
        sys.exit(f"{words[0]} ends with {ended.returncode}:\n{ended.stdout}{ended.stderr}")
    return ended.stderr


def render_pages(folder):
    configuration = folder / "mkdocs.yml"
    shutil.copyfile(HERE / "mkdocs.yml", configuration)
    environment = {**os.environ, "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
    run("mkdocs", "build", "--clean", "--config-file", configuration, env=environment)


def render_reference(root, folder):
    configuration = folder / "Doxyfile"
    lines = [(HERE / "Doxyfile").read_text(encoding="utf-8"),
             f"INPUT = {root / 'include' / 'nuthatch'} {HERE / 'main_page.dox'}",
             f"STRIP_FROM_INC_PATH = {root / 'include'}",
             f"STRIP_FROM_PATH = {root / 'include'}",
             f"OUTPUT_DIRECTORY = {folder / 'html'}"]
    configuration.write_text("\n".join(lines) + "\n", encoding="utf-8")
    warnings = run("doxygen", configuration)
    (folder / "doxygen.log").write_text(warnings, encoding="utf-8")
    return len(warnings.splitlines())


class References(html.parser.HTMLParser):
    """The links of a page, and the names that links may have there."""

    def __init__(self, text):
        super().__init__()
        self.links = set()
        self.names = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if value and name in ("href", "src") and tag != "base":
                self.links.add(value)
            elif value and (name == "id" or (name == "name" and tag == "a")):
                self.names.add(value)


def dead_links(site):
    pages = {page: References(page.read_text(encoding="utf-8"))
             for page in sorted(site.rglob("*.html"))}
    for page, references in pages.items():
        if page.name == "404.html":
            continue  # its links begin at the site's root
        for link in sorted(references.links):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("javascript:"):
                continue
            target = page
            if parts.path:
                target = (page.parent / urllib.parse.unquote(parts.path)).resolve()
            anchor = urllib.parse.unquote(parts.fragment)
            if target.is_dir():
                target = target / "index.html"
            if not target.exists():
                yield f"{page.relative_to(site)}: {link}"
            elif (anchor and target in pages and anchor not in pages[target].names and
                  anchor not in LEFT_OUT_ANCHORS):
                yield f"{page.relative_to(site)}: {link}: no such heading"


def main():
    root, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    staged_pages(root, folder / "pages")
    render_pages(folder)
    warnings = render_reference(root, folder)
    site = folder / "html"
    dead = list(dead_links(site))
    count = sum(1 for _ in site.rglob("*.html"))
    print(f"{count} pages, {len(dead)} dead links, {warnings} lines of {folder / 'doxygen.log'}: "
          f"{site / 'index.html'}")
    if dead:
        sys.exit("dead links:\n" + "\n".join(dead))


if __name__ == "__main__":
    main()
