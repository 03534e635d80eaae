# SPDX-License-Identifier: Apache-2.0
"""The results that are kept as data: a file of JSON lines in benchmarks/results/, one line per
contender, which benchmarks/README.md describes. As a program, it keeps what 'nuthatch compare'
wrote.

usage: kept_results.py COMPARISON NAME
"""

import datetime
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The results that the tables of README.md and docs/performance.md show.
SHOWN = "epyc-zen4-2cpus"


def path_of(name):
    return ROOT / "benchmarks" / "results" / f"{name}.jsonl"


def read(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def processor():
    """As the system names it, with the number of CPUs."""
    models = [line.partition(":")[2].strip()
              for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
              if line.startswith("model name")]
    return f"{models[0] if models else os.uname().machine}, {os.cpu_count()} CPUs"


def commit():
    """That of the sources; with -dirty where what is measured was changed since."""
    def git(*arguments):
        return subprocess.run(["git", "-C", str(ROOT), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, check=False)
    name = git("rev-parse", "--short=7", "HEAD").stdout.strip()
    clean = git("diff", "--quiet", "HEAD", "--", "include", "src", "workloads", "benchmarks/peers")
    return (name or "unknown") + ("-dirty" if clean.returncode == 1 else "")


def here_and_now():
    return {"commit": commit(), "processor": processor(),
            "date": datetime.date.today().isoformat()}


def spread(values):
    """The middle of the values, where the middle half of them lies, and the least."""
    low, _, high = (statistics.quantiles(values, method="inclusive") if len(values) > 1
                    else values * 3)
    return {name: float(f"{value:.6g}") for name, value in
            {"median": statistics.median(values), "low": low, "high": high,
             "fastest": min(values)}.items()}


def times(document, origin):
    """A line for each contender of a document of 'nuthatch compare' that has times."""
    versions = {peer["name"]: peer["version"] for peer in document["peers"]}
    for entry in document["workloads"]:
        for one in entry["contenders"]:
            if one["status"] == "unavailable":
                continue
            line = {"measure": "time", "workload": entry["workload"],
                    "parameters": entry["parameters"], "runtime": one["name"],
                    "policy": one["policy"], "workers": one["workers"],
                    "version": versions.get(one["name"], document["version"]),
                    "verified": one["status"] == "right", "runs": len(one["seconds"]), "unit": "s"}
            if line["verified"]:
                line |= {"cpu": spread(one["cpu_seconds"]), "wall": spread(one["seconds"])}
            yield line | origin


def keep_times(path, document):
    """All times of the file are replaced: those of different days are not comparable."""
    others = [line for line in read(path) if line["measure"] != "time"]
    write(path, [*times(document, here_and_now()), *others])


def keep_counts(path, counted):
    """Each count takes the place of the one before; the others stay, as counts do not age."""
    def key(line):
        return tuple(line[name] for name in ("measure", "workload", "runtime", "policy"))
    replaced = {key(line) for line in counted}
    write(path, [*(line for line in read(path) if key(line) not in replaced), *counted])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.rpartition("\n\n")[2].strip())
    comparison, name = sys.argv[1:]
    keep_times(path_of(name), json.loads(Path(comparison).read_text(encoding="utf-8")))
    print(f"Kept in {path_of(name).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
