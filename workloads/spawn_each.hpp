#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/in_order.hpp"

namespace nuthatch::workloads {

/// Calls body(i) for first ≤ i < last: spawns one after the other from a loop, and joins them.
template <class Policy, class Body>
void spawn_each_of(Policy policy, std::size_t first, std::size_t last, const Body& body) {
  scope tasks;
  for (std::size_t i = first; i < last; ++i) {
    tasks.spawn(policy, [&body, i] { body(i); });
  }
  tasks.sync();
}

/// The same for every i below `count`. Where there are places, each gets an equal part of
/// neighbours, the same with every call: it finds in its caches what it left there the last time.
template <class Policy, class Body>
void spawn_each(Policy policy, std::size_t count, const Body& body) {
  const std::size_t all = places();
  if (all == 1) {
    spawn_each_of(policy, 0, count, body);
    return;
  }
  finish([&] {
    for (std::size_t i = 0; i < all; ++i) {
      const std::size_t first = count * i / all;
      const std::size_t last = count * (i + 1) / all;
      if (first < last) {
        async(at(place(static_cast<unsigned>(i))),
              [&body, policy, first, last] { spawn_each_of(policy, first, last, body); });
      }
    }
  });
}

template <class Body>
void spawn_each(in_order_tag /*tag*/, std::size_t count, const Body& body) {
  for (std::size_t i = 0; i < count; ++i) {
    body(i);
  }
}

}  // namespace nuthatch::workloads
