// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "atomic/explorer.hpp"
#include "explore/decisions.hpp"
#include "explore/explored_turns.hpp"
#include "explore/memory_model.hpp"
#include "twin/virtual_team.hpp"

namespace nuthatch::exploring {

/// Explores one run. It is `present` from its construction to its destruction.
class run_explorer final : public explorer {
 public:
  /// `creator` is the number of the thread that is not a worker.
  run_explorer(decisions& by, unsigned creator, bool weak_memory)
      : by_(by),
        creator_(creator),
        memory_(weak_memory, [this](unsigned thread, std::size_t count) {
          return by_.about_store(thread, count);
        }) {
    present = this;
  }

  ~run_explorer() override { present = nullptr; }

  [[nodiscard]] std::unique_ptr<twin::turns> make_turns() {
    return std::make_unique<explored_turns>(by_, about_);
  }

  void before(const access& announced) noexcept override {
    const access what = memory_.as_ordered(announced);
    if (twin::virtual_team* const team = twin::virtual_team::of_this_thread()) {
      about_ = &what;
      team->interrupt();
      about_ = nullptr;
    }
    by_.by().performs(thread(), what);
  }

  std::uint64_t load(const void* at, std::uint64_t newest, std::memory_order order) override {
    return memory_.load(thread(), at, newest, order);
  }

  std::uint64_t compare(const void* at,
                        std::uint64_t newest,
                        std::uint64_t expected,
                        std::memory_order failure) override {
    return memory_.compare(thread(), at, newest, expected, failure);
  }

  void store(const void* at,
             std::uint64_t before,
             std::uint64_t now,
             std::memory_order order) override {
    memory_.store(thread(), at, before, now, order);
  }

  void exchange(const void* at,
                std::uint64_t before,
                std::uint64_t now,
                std::memory_order order) override {
    memory_.exchange(thread(), at, before, now, order);
  }

  void begin_life(const void* at) override { memory_.begin_life(at); }

  void locked_out() noexcept override { twin::virtual_team::of_this_thread()->block(); }

  void unlocked() noexcept override {
    if (twin::virtual_team* const team = twin::virtual_team::of_this_thread()) {
      team->unblock();
    }
  }

 private:
  [[nodiscard]] unsigned thread() const {
    const twin::virtual_team* const team = twin::virtual_team::of_this_thread();
    return team == nullptr ? creator_ : team->running();
  }

  decisions& by_;
  const unsigned creator_;
  const access* about_ = nullptr;
  memory_model memory_;
};

}  // namespace nuthatch::exploring
