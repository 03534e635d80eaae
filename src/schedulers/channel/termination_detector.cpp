// SPDX-License-Identifier: Apache-2.0
#include "schedulers/channel/termination_detector.hpp"

#include "base/assert.hpp"
#include "base/capacity.hpp"

namespace nuthatch::scheduling {

namespace {

// Reports per worker that can wait for the manager. The manager reads them between two tasks, and
// others may sleep and wake up a few times meanwhile. With two each, all can be counted as idle.
constexpr auto reports_per_worker = base::capacity<std::uint32_t>(8, 2);

// One report of being idle, and one of its end.
constexpr std::uint32_t reports_of_an_idleness = 2;

}  // namespace

termination_detector::termination_detector(unsigned workers)
    : reports_(reports_per_worker * workers),
      room_(reports_per_worker * workers),
      is_idle_(workers, false) {}

bool termination_detector::any_reserve() noexcept {
  std::uint32_t room = room_.load(detail::memory_order_relaxed);
  while (room >= reports_of_an_idleness) {
    // Acquire: makes visible the room that the manager has made in the channel (TD2).
    if (room_.compare_exchange_weak(room,
                                    room - reports_of_an_idleness,
                                    detail::memory_order_acquire,
                                    detail::memory_order_relaxed)) {
      return true;
    }
  }
  // Release: pairs with the manager's exchange. The worker wakes the manager next.
  missed_.store(/*value=*/true, detail::memory_order_release);
  return false;
}

void termination_detector::any_report(unsigned worker, bool idle) noexcept {
  const bool sent = reports_.any_send({worker, idle});
  NUTHATCH_CHECK(sent, "no room for a report that has its place reserved");
}

void termination_detector::note(idle_report one) noexcept {
  NUTHATCH_ASSERT(is_idle_[one.worker] != one.idle, "reports of a worker alternate");
  is_idle_[one.worker] = one.idle;
  if (one.idle) {
    ++idle_count_;
  } else {
    --idle_count_;
    all_idle_ = false;
  }
}

bool termination_detector::manager_receive() noexcept {
  idle_report one;
  while (reports_.receiver_receive(one)) {
    note(one);
    if (!one.idle) {
      room_.fetch_add(reports_of_an_idleness, detail::memory_order_release);  // see any_reserve
    }
  }
  const bool before = all_idle_;
  all_idle_ = idle_count_ == is_idle_.size();
  return all_idle_ && !before;
}

bool termination_detector::manager_missed() noexcept {
  return missed_.load(detail::memory_order_relaxed) &&
         missed_.exchange(/*value=*/false, detail::memory_order_acq_rel);
}

}  // namespace nuthatch::scheduling
