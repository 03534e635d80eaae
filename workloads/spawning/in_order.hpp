// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

namespace nuthatch::workloads {

/// Replaces a policy tag and leaves out the runtime: a template over the policy becomes the plain
/// sequential program with this tag.
struct in_order_tag {};

inline constexpr in_order_tag in_order;

/// An unqualified fork_join(policy, ...), spawn_each(policy, ...) or scope_of(policy) finds these
/// functions or those of the runtime, according to its tag.
template <class... Callables>
void fork_join(in_order_tag /*tag*/, Callables&&... callables) {
  (std::forward<Callables>(callables)(), ...);
}

template <class Body>
void spawn_each(in_order_tag /*tag*/, std::size_t count, const Body& body) {
  for (std::size_t i = 0; i < count; ++i) {
    body(i);
  }
}

/// Replaces a scope.
struct in_order_scope {
  template <class Call>
  void spawn(Call&& call) const {
    std::forward<Call>(call)();
  }

  void sync() const {}
};

inline in_order_scope scope_of(in_order_tag /*tag*/) {
  return {};
}

}  // namespace nuthatch::workloads
