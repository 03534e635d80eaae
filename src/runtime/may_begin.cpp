// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/may_begin.hpp>
#include <nuthatch/runtime.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

bool answer_requests() {
  nuthatch::poll();
  return !stop_requested();
}

}  // namespace nuthatch::detail
