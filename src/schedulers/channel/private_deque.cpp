// SPDX-License-Identifier: Apache-2.0
#include "schedulers/channel/private_deque.hpp"

#include <new>
#include <utility>

#include "base/capacity.hpp"

namespace nuthatch::scheduling {

namespace {

// A few cache lines: most of what is published is answered, or taken back, immediately.
constexpr auto first_size = base::capacity<std::size_t>(64, 1);

}  // namespace

private_deque::private_deque()
    : mask_(first_size - 1),
      slots_(std::make_unique<core::work_item[]>(first_size)) {}

core::work_item private_deque::take_continuation() noexcept {
  for (std::size_t i = top_; i != bottom_; ++i) {
    const core::work_item found = slots_[i & mask_];
    if (found.what() == core::work_item::kind::continuation) {
      for (; i != top_; --i) {
        slots_[i & mask_] = slots_[(i - 1) & mask_];
      }
      ++top_;
      return found;
    }
  }
  return {};
}

bool private_deque::grow() noexcept {
  const std::size_t before = size();
  std::unique_ptr<core::work_item[]> larger(new (std::nothrow) core::work_item[2 * before]);
  if (larger == nullptr) {
    return false;
  }
  for (std::size_t i = 0; i < before; ++i) {
    larger[i] = slots_[(top_ + i) & mask_];
  }
  slots_ = std::move(larger);
  top_ = 0;
  bottom_ = before;
  mask_ = 2 * before - 1;
  return true;
}

}  // namespace nuthatch::scheduling
