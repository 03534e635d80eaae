#pragma once

#include <utility>

namespace nuthatch::workloads {

/// Stands where a policy tag stands and leaves out the runtime: what is written once as a template
/// over the policy is, with this tag, the plain sequential program.
struct in_order_tag {};

inline constexpr in_order_tag in_order;

/// An unqualified fork_join(policy, ...) finds this one or, by its tag, the runtime's.
template <class... Callables>
void fork_join(in_order_tag /*tag*/, Callables&&... callables) {
  (std::forward<Callables>(callables)(), ...);
}

}  // namespace nuthatch::workloads
