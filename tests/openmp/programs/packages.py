# SPDX-License-Identifier: Apache-2.0
"""The suites of programs that come as packages and say nothing of their results. What they write
is compared with what they write on the runtime that they were made for.

A program is found in the tree, in its bin, or on PATH. It is given the same work each time, and
such as has one result: no random numbers but from a fixed seed, and no sums of rounded numbers that
threads add up in any order.
"""

import os
import pathlib
import shutil

from suites import Program

HERE = pathlib.Path(__file__).resolve().parent


def found(tree, name):
    folders = [str(tree), str(tree / "bin")] if tree else []
    file = shutil.which(name, path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    return [pathlib.Path(file)] if file else []


GM_OPERATIONS = {
    "blur": "-blur 0x3",
    "charcoal": "-charcoal 2",
    "colors": "-colors 32",
    "colorspace": "-colorspace YUV",
    "despeckle": "-despeckle",
    "edge": "-edge 2",
    "emboss": "-emboss 2",
    "equalize": "-equalize",
    "implode": "-implode 0.4",
    "level": "-level 20%,1.2,80%",
    "median": "-median 2",
    "modulate": "-modulate 120,80,90",
    "negate": "-negate",
    "normalize": "-normalize",
    "oil-paint": "-paint 3",
    "resize": "-resize 53%",
    "rotate": "-rotate 33",
    "shade": "-shade 30x30",
    "shear": "-shear 20x10",
    "solarize": "-solarize 40%",
    "swirl": "-swirl 90",
    "unsharp": "-unsharp 0x2",
    "wave": "-wave 9x40",
}


def graphicsmagick(tree, large):
    size = "2400x1600" if large else "700x500"
    image = ["-size", size, "gradient:#f08020-#1040c0", "-wave", "30x170", "-swirl", "400"]
    for file in found(tree, "gm"):
        for name, operation in GM_OPERATIONS.items():
            yield Program(f"gm convert {name}", file,
                          ["convert", *image, *operation.split(), "result.ppm"], compared=True)


# Rounds and sizes: powers of two, products of small primes, and a prime.
FFTW_SIZES = {
    "complex": ["4 65536", "4 98415", "1 65537", "2 512 384", "1 96 64 80"],
    "real": ["4 131072", "2 600 512", "1 64 96 80"],
    "many": ["2 6000", "2 96 64"],
}
FFTW_LARGE = {
    "complex": ["4 4194304", "4 2048 1536", "2 192 160 144"],
    "real": ["4 8388608", "4 2048 2048"],
    "many": ["4 120000"],
}


def fftw(tree, large):
    for file in found(tree, "fftw_transforms"):
        for kind, sizes in (FFTW_LARGE if large else FFTW_SIZES).items():
            for one in sizes:
                name = f"{kind} {'x'.join(one.split()[1:])}"
                yield Program(name, file, [kind, *one.split()], compared=True)


SKLEARN_FITS = ["kmeans_lloyd", "kmeans_elkan", "minibatch_kmeans", "boosted_regression",
                "boosted_classes", "distances", "embedding"]


def sklearn(tree, _large):
    for file in found(tree, "python3"):
        for name in SKLEARN_FITS:
            yield Program(name, file, ["-B", str(HERE / "sklearn_fits.py"), name],
                          environment={"OPENBLAS_NUM_THREADS": "1"}, compared=True)


PACKAGES = {"graphicsmagick": graphicsmagick, "fftw": fftw, "sklearn": sklearn}
