// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

namespace nuthatch::workloads {

/// Stands where a policy tag stands and leaves out the runtime: what is written once as a template
/// over the policy is, with this tag, the plain sequential program.
struct in_order_tag {};

inline constexpr in_order_tag in_order;

/// An unqualified fork_join(policy, ...), spawn_each(policy, ...) or scope_of(policy) finds these
/// or, by its tag, those of the runtime, whichever it is.
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

/// Stands where a scope stands.
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
