#include "core/sleepers.hpp"

#include <algorithm>

namespace nuthatch::core {

void sleepers::owner_withdraw(unsigned index) {
  static_cast<void>(any_pick_this(index));
}

bool sleepers::any_pick_this(unsigned index) {
  const detail::mutex_lock lock(mutex_);
  const auto found = std::find(asleep_.begin(), asleep_.end(), index);
  if (found == asleep_.end()) {
    return false;
  }
  asleep_.erase(found);
  seeking_.fetch_add(1, detail::memory_order_relaxed);
  count_.fetch_sub(1, detail::memory_order_acq_rel);
  return true;
}

bool sleepers::any_pick(unsigned& index) {
  const detail::mutex_lock lock(mutex_);
  if (asleep_.empty()) {
    return false;
  }
  index = asleep_.back();
  asleep_.pop_back();
  seeking_.fetch_add(1, detail::memory_order_relaxed);
  count_.fetch_sub(1, detail::memory_order_acq_rel);
  return true;
}

}  // namespace nuthatch::core
