// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "fiber/stack_pool.hpp"

namespace nuthatch::testing {

/// Stacks that are taken from a pool one by one, and returned in the order in which they were
/// taken.
class taken_stacks {
 public:
  taken_stacks(fiber::stack_pool& from, std::size_t count) : from_(&from) { more(count); }

  taken_stacks(const taken_stacks&) = delete;
  taken_stacks& operator=(const taken_stacks&) = delete;

  ~taken_stacks() {
    for (detail::fiber* each : all_) {
      each->next_free = nullptr;
      from_->any_release(each);
    }
  }

  void more(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      all_.push_back(from_->any_acquire(1));
    }
  }

  [[nodiscard]] const std::vector<detail::fiber*>& all() const { return all_; }

 private:
  fiber::stack_pool* from_;
  std::vector<detail::fiber*> all_;
};

}  // namespace nuthatch::testing
