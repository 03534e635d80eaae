// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/thread.hpp"
#include "openmp/worksharing/loop.hpp"

namespace nuthatch::openmp {

using unsigned_long = unsigned long long;  // NOLINT(google-runtime-int): what GCC's functions take

/// Stores the begin and end values of the chunk. Returns false and stores nothing if it is empty.
template <class Value>
bool give_values(const thread& self, const chunk& had, Value* begin, Value* end) noexcept {
  if (had.first == had.end) {
    return false;
  }
  const iteration_space& space = self.member->work_share->loop.space;
  *begin = static_cast<Value>(space.begin_of(had.first));
  *end = static_cast<Value>(space.end_of(had.end));
  return true;
}

/// Starts a loop and stores the thread's first chunk.
template <class Value>
bool begin_loop_values(const loop_parameters& loop, Value* begin, Value* end) {
  thread& self = this_thread();
  return give_values(self, begin_loop(self, loop), begin, end);
}

/// Stores the next chunk.
template <class Value>
bool next_loop_values(Value* begin, Value* end) noexcept {
  thread& self = this_thread();
  return give_values(self, continue_loop(self), begin, end);
}

}  // namespace nuthatch::openmp
