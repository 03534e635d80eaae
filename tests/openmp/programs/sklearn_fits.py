# SPDX-License-Identifier: Apache-2.0
"""Fits of scikit-learn to data from fixed seeds, for run_programs.py. Writes the digest of each
result's bits. Where threads add up numbers in any order, these are whole and sums not rounded; of
others only the digits are written that do not depend on the order."""

import hashlib
import sys

import numpy
import sklearn.cluster
import sklearn.ensemble
import sklearn.manifold
import sklearn.metrics
import sklearn.neighbors


def say(name, values):
    values = numpy.ascontiguousarray(values)
    digest = hashlib.sha256(values.tobytes()).hexdigest()
    print(f"{name}: {digest[:32]} {values.dtype} {values.shape}")


def say_number(name, value):
    print(f"{name}: {value:.9e}")


def whole_numbers(rows, columns):
    """As many rows as a power of two has, so that mean and sums have no rounding."""
    return numpy.random.default_rng(7).integers(-500, 500, (rows, columns)).astype(float)


def kmeans(algorithm):
    fit = sklearn.cluster.KMeans(24, init="random", n_init=3, max_iter=40, algorithm=algorithm,
                                 random_state=1).fit(whole_numbers(8192, 6))
    say("labels", fit.labels_)
    say("centers", fit.cluster_centers_)
    say_number("inertia", fit.inertia_)


def minibatch_kmeans():
    fit = sklearn.cluster.MiniBatchKMeans(24, init="random", n_init=1, max_iter=10,
                                          batch_size=1024,
                                          random_state=1).fit(whole_numbers(8192, 6))
    say("labels", fit.labels_)
    say("centers", fit.cluster_centers_)


def boosted_regression():
    data = whole_numbers(8192, 12)
    fit = sklearn.ensemble.HistGradientBoostingRegressor(max_iter=6, random_state=2)
    say("regression", fit.fit(data, data[:, 0] - data[:, 1] + data[:, 2] % 7).predict(data))


def boosted_classes():
    data = whole_numbers(8192, 12)
    fit = sklearn.ensemble.HistGradientBoostingClassifier(max_iter=3, random_state=2)
    say("classes", fit.fit(data, (data[:, 0] + data[:, 1]) % 3).predict(data))


def distances():
    left, right = whole_numbers(2048, 20), whole_numbers(4096, 20) + 1.0
    nearest, least = sklearn.metrics.pairwise_distances_argmin_min(left, right)
    say("argmin", nearest)
    say("min", least)
    say("manhattan", sklearn.metrics.pairwise_distances(left[:512], right[:512], "manhattan"))
    near = sklearn.neighbors.NearestNeighbors(n_neighbors=9, algorithm="brute").fit(right)
    for name, values in zip(("distances", "neighbors"), near.kneighbors(left)):
        say(name, values)
    found = near.radius_neighbors(left[:256], radius=1200.0, sort_results=True)
    for name, values in zip(("distances within", "neighbors within"), found):
        say(name, numpy.concatenate(values))


def embedding():
    fit = sklearn.manifold.TSNE(max_iter=250, init="random", random_state=3, perplexity=10.0)
    say("embedding", fit.fit_transform(whole_numbers(256, 5)))


FITS = {
    "kmeans_lloyd": lambda: kmeans("lloyd"),
    "kmeans_elkan": lambda: kmeans("elkan"),
    "minibatch_kmeans": minibatch_kmeans,
    "boosted_regression": boosted_regression,
    "boosted_classes": boosted_classes,
    "distances": distances,
    "embedding": embedding,
}

if __name__ == "__main__":
    FITS[sys.argv[1]]()
