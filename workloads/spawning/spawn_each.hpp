#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

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
  const auto part = [policy, count, all, &body](std::size_t of) {
    spawn_each_of(policy, count * of / all, count * (of + 1) / all, body);
  };
  finish([&] {
    const std::size_t mine = here().index();
    for (std::size_t other = (mine + 1) % all; other != mine; other = (other + 1) % all) {
      async(at(place(static_cast<unsigned>(other))), [&part, other] { part(other); });
    }
    part(mine);  // the others have theirs by now
  });
}

}  // namespace nuthatch::workloads
