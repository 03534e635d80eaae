// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/runtime.hpp>

namespace nuthatch::testing {

/// Keeps the calling task in place until `condition()`, publishing its work to whoever asks. Where
/// there are two workers or more, all work that can be published is taken sooner or later.
template <class Condition>
void hold_until(Condition condition) {
  while (!condition()) {
    charge_work(100);  // polls; virtual workers take turns only when time passes
    std::this_thread::yield();
  }
}

/// Keeps the calling worker busy until `condition()`, publishing nothing.
template <class Condition>
void occupy_until(Condition condition) {
  while (!condition()) {
    std::this_thread::yield();
  }
}

/// Something that happens once, and that tasks wait for without being suspended.
class event {
 public:
  void happen() noexcept { happened_ = true; }

  [[nodiscard]] bool happened() const noexcept { return happened_; }

  /// As hold_until.
  void hold() const {
    hold_until([this] { return happened(); });
  }

  /// As occupy_until.
  void occupy() const {
    occupy_until([this] { return happened(); });
  }

 private:
  std::atomic<bool> happened_ = false;
};

/// Sees tasks being suspended: holds its caller until one more was, counted from its construction.
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
