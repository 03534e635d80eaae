# SPDX-License-Identifier: Apache-2.0
"""Trains a model by a package from PyPI, and prints the fastest time in seconds.

usage: wheels.py lightgbm|hist_gradient_boosting THREADS
"""

import sys
import time

import numpy

ROWS = 20_000
COLUMNS = 20
ROUNDS = 3


def lightgbm(rows, target, threads):
    import lightgbm as package
    options = {"objective": "regression", "verbose": -1, "num_threads": threads,
               "force_col_wise": True}
    data = package.Dataset(rows, target, params=options).construct()
    return lambda: package.train(options, data, 100)


def hist_gradient_boosting(rows, target, _threads):
    from sklearn.ensemble import HistGradientBoostingRegressor
    model = HistGradientBoostingRegressor(max_iter=60, early_stopping=False)
    return lambda: model.fit(rows, target)


def main():
    program, threads = sys.argv[1:]
    random = numpy.random.default_rng(1)
    rows = random.random((ROWS, COLUMNS))
    target = rows[:, 0] + rows[:, 1] * rows[:, 2] + 0.1 * random.random(ROWS)
    train = {"lightgbm": lightgbm,
             "hist_gradient_boosting": hist_gradient_boosting}[program](rows, target, int(threads))
    fastest = None
    for _ in range(ROUNDS):
        began = time.perf_counter()
        train()
        took = time.perf_counter() - began
        fastest = took if fastest is None else min(fastest, took)
    print(f"{fastest:.3f}")


main()
