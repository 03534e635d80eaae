// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/spawning/loop_body.hpp"

namespace nuthatch::workloads {

/// A loop that is halved recursively, down to pieces of `piece` iterations; the last one may be
/// shorter. As in parallel_for, 2^l neighbouring pieces are halved if the number of the first is a
/// multiple of 2^l, and the right half may be missing at the end.
template <class Body>
struct halved_loop {
  std::size_t begin;
  std::size_t iterations;
  std::size_t piece;
  std::size_t half_piece;  // a piece goes to the worker that has its middle
  const Body& body;

  /// Runs `size` pieces, a power of two, from the iteration `first` on, counted from 0.
  template <class Policy>
  void run(Policy policy, std::size_t first, std::size_t size) const {
    while (size > 1 && size / 2 * piece >= iterations - first) {
      size /= 2;
    }
    if (size == 1 || !spawns_may_migrate()) {
      body(begin + first, begin + first + std::min(size * piece, iterations - first));
      return;
    }
    const std::size_t half = size / 2;
    const std::size_t middle = first + half * piece;
    designate_after_next_spawn(worker_of(middle + half_piece, iterations));
    fork_join(
        policy,
        [this, policy, first, half] { run(policy, first, half); },
        [this, policy, middle, half] { run(policy, middle, half); });
  }
};

/// Calls body(b, e) for pieces [b, e) of [first, last), cut as by parallel_for_blocked: of at most
/// `piece` iterations, or a few dozen pieces for each worker if that is 0. In a strict replay,
/// pieces are as large as the schedule permits.
///
/// If designated() runs it alone, the workers have equal parts of adjacent pieces.
template <class Policy, class Body>
void halve(
    Policy policy, std::size_t first, std::size_t last, std::size_t piece, const Body& body) {
  if (last <= first) {
    return;
  }
  constexpr std::size_t pieces_of_worker = 32;  // as in parallel_for
  const std::size_t iterations = last - first;
  const std::size_t all = workers();
  if (piece == 0) {
    piece = std::bit_floor((iterations + pieces_of_worker * all - 1) / (pieces_of_worker * all));
  }
  // The first piece belongs to worker 0, however large it is.
  const std::size_t half_piece = std::min(piece, iterations / all) / 2;
  const halved_loop<Body> loop{first, iterations, piece, half_piece, body};
  loop.run(policy, 0, std::bit_ceil((iterations + piece - 1) / piece));
}

/// Replaces a policy tag: loops of spawns are halved instead, so that a schedule can refer to large
/// parts of them.
template <class Policy>
struct halving : Policy {};

template <class Policy>
void spawn_each(halving<Policy> /*tag*/, std::size_t count, const loop_body& body) {
  halve(Policy(), 0, count, 1, [&body](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      body(i);
    }
  });
}

template <class Policy, class Body>
void spawn_each(halving<Policy> tag, std::size_t count, const Body& body) {
  spawn_each(tag, count, loop_body(body));
}

}  // namespace nuthatch::workloads
