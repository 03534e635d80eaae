// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {

/// A scope whose spawns all use one policy.
template <class Policy>
class scope_by {
 public:
  template <class Call>
  [[gnu::always_inline]] void spawn(Call&& call) {
    tasks_.spawn(Policy(), std::forward<Call>(call));
  }

  void sync() { tasks_.sync(); }

 private:
  scope tasks_;
};

/// The scope in which a template over the policy spawns from a loop.
template <class Policy>
scope_by<Policy> scope_of(Policy /*tag*/) {
  return {};
}

}  // namespace nuthatch::workloads
