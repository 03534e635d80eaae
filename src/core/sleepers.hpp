#pragma once

#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"

namespace nuthatch::core {

/// Who sleeps for want of work. Says whom to wake; parking itself is the platform's.
///
/// | operation      | who may call                                              |
/// |----------------|-----------------------------------------------------------|
/// | owner_announce | a worker about to sleep, before its last look for work     |
/// | owner_withdraw | the same worker, when it found some or woke without reason |
/// | any_exist      | whoever published work                                    |
/// | any_pick       | whoever wants to wake one                                 |
///
/// No wake-up is lost. A sleeper adds itself to count_ and then looks at all queues; a publisher
/// fills a queue and then looks at count_. All four accesses are sequentially consistent, so in
/// their single order one of the two comes second in both and sees the other. No fence is needed,
/// and ThreadSanitizer, which knows no fences, can follow; on x86-64 the publisher's look is a
/// plain load.
class sleepers {
 public:
  explicit sleepers(unsigned workers) { asleep_.reserve(workers); }

  void owner_announce(unsigned index) {
    const std::lock_guard lock(mutex_);
    asleep_.push_back(index);
    count_.fetch_add(1, detail::memory_order_seq_cst);
  }

  /// Does nothing when somebody has picked the worker already; its token is then on the way.
  void owner_withdraw(unsigned index);

  [[nodiscard]] bool any_exist() const noexcept {
    return count_.load(detail::memory_order_seq_cst) != 0;
  }

  /// As any_exist, for a publisher whose store is not sequentially consistent: a read-modify-write
  /// either comes after a sleeper's, and sees it, or is read by it, which then sees what was
  /// published.
  [[nodiscard]] bool any_exist_ordered() noexcept {
    return count_.fetch_add(0, detail::memory_order_seq_cst) != 0;
  }

  [[nodiscard]] std::uint32_t any_count() const noexcept {
    return count_.load(detail::memory_order_seq_cst);
  }

  /// A hint only.
  [[nodiscard]] bool any_seem_to_exist() const noexcept {
    return count_.load(detail::memory_order_relaxed) != 0;
  }

  /// The worker that fell asleep last, whose caches are the warmest; it no longer counts as asleep.
  /// False when there is none.
  [[nodiscard]] bool any_pick(unsigned& index);

 private:
  detail::mutex mutex_;
  std::vector<unsigned> asleep_;
  detail::atomic<std::uint32_t> count_{0};
};

}  // namespace nuthatch::core
