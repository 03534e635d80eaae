#pragma once

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/in_order.hpp"

namespace nuthatch::workloads {

/// Calls body(i) for every i below `count`: spawns one after the other from a loop, and joins them.
template <class Policy, class Body>
void spawn_each(Policy policy, std::size_t count, const Body& body) {
  scope tasks;
  for (std::size_t i = 0; i < count; ++i) {
    tasks.spawn(policy, [&body, i] { body(i); });
  }
  tasks.sync();
}

template <class Body>
void spawn_each(in_order_tag /*tag*/, std::size_t count, const Body& body) {
  for (std::size_t i = 0; i < count; ++i) {
    body(i);
  }
}

}  // namespace nuthatch::workloads
