// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/runtime.hpp>

namespace nuthatch::testing {

/// Keeps the calling task on its worker until `condition()`, and publishes its work on request.
/// With two workers or more, all publishable work is eventually taken.
template <class Condition>
void hold_until(Condition condition) {
  while (!condition()) {
    charge_work(100);  // polls; virtual workers take turns only when time passes
    std::this_thread::yield();
  }
}

/// Keeps the calling worker busy until `condition()`, without publishing anything.
template <class Condition>
void occupy_until(Condition condition) {
  while (!condition()) {
    std::this_thread::yield();
  }
}

/// Something that happens once. Tasks wait for it without being suspended.
class event {
 public:
  void happen() noexcept { happened_ = true; }

  [[nodiscard]] bool happened() const noexcept { return happened_; }

  /// See hold_until.
  void hold() const {
    hold_until([this] { return happened(); });
  }

  /// See occupy_until.
  void occupy() const {
    occupy_until([this] { return happened(); });
  }

 private:
  std::atomic<bool> happened_ = false;
};

/// Observes suspensions: holds its caller until one more task was suspended since its construction.
class suspension_watch {
 public:
  explicit suspension_watch(const runtime& where)
      : where_(&where),
        before_(where.statistics().suspensions) {}

  [[nodiscard]] std::uint64_t seen() const { return where_->statistics().suspensions - before_; }

  void hold(std::uint64_t more = 1) const {
    hold_until([&] { return seen() >= more; });
  }

 private:
  const runtime* where_;
  std::uint64_t before_;
};

}  // namespace nuthatch::testing
