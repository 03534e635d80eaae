#pragma once

#include <utility>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {

/// Calls body with the tag of `policy`, so that code templated on the policy is chosen at run time.
template <class Body>
decltype(auto) with_policy(spawn_policy policy, Body&& body) {
  switch (policy) {
    case spawn_policy::work_first:
      return std::forward<Body>(body)(work_first);
    case spawn_policy::help_first:
      return std::forward<Body>(body)(help_first);
    case spawn_policy::adaptive:
      break;
  }
  return std::forward<Body>(body)(adaptive);
}

}  // namespace nuthatch::workloads
