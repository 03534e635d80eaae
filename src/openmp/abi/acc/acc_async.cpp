// SPDX-License-Identifier: Apache-2.0

// OpenACC's queues. On the host all operations are synchronous, so no call ever waits.

#include <cstdint>
#include <string>

#include "openmp/abi/exported.hpp"
#include "openmp/diagnostics/messages.hpp"

namespace {

/// Ends the program unless the number is that of a queue, or a special value.
void need_queue(int number) {
  constexpr int least = -2;
  if (number < least) {
    nuthatch::openmp::fatal_error("invalid async-argument: " + std::to_string(number));
  }
}

}  // namespace

NUTHATCH_EXPORTED int acc_async_test(int queue) {
  need_queue(queue);
  return 1;
}

NUTHATCH_EXPORTED int acc_async_test_all() {
  return 1;
}

NUTHATCH_EXPORTED void acc_wait(int queue) {
  need_queue(queue);
}

NUTHATCH_EXPORTED void acc_async_wait(int queue) {
  need_queue(queue);
}

/// Does nothing: the first queue is empty, so the other one need not wait.
NUTHATCH_EXPORTED void acc_wait_async(int queue, int /*waiting*/) {
  need_queue(queue);
}

NUTHATCH_EXPORTED void acc_wait_all() {}

NUTHATCH_EXPORTED void acc_async_wait_all() {}

NUTHATCH_EXPORTED void acc_wait_all_async(int waiting) {
  need_queue(waiting);
}

NUTHATCH_EXPORTED int acc_async_test_h_(const std::int32_t* queue) {
  return acc_async_test(*queue);
}

NUTHATCH_EXPORTED int acc_async_test_all_h_() {
  return acc_async_test_all();
}

NUTHATCH_EXPORTED void acc_wait_h_(const std::int32_t* queue) {
  acc_wait(*queue);
}

NUTHATCH_EXPORTED void acc_wait_async_h_(const std::int32_t* queue, const std::int32_t* waiting) {
  acc_wait_async(*queue, *waiting);
}

NUTHATCH_EXPORTED void acc_wait_all_h_() {
  acc_wait_all();
}

NUTHATCH_EXPORTED void acc_wait_all_async_h_(const std::int32_t* waiting) {
  acc_wait_all_async(*waiting);
}
