// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "atomic/explorer.hpp"

namespace nuthatch::exploring {

/// Determines which stores a load may read, by the memory model of C++20 (the standard's sections
/// intro.races and atomics.order), for threads that run one at a time.
///
/// Every location has its stores in the order in which they were executed, which is also its
/// modification order. A thread may read a store unless it knows a later one: by its own accesses,
/// by what happened before them, or, for sequentially consistent accesses, by the order in which
/// these were executed. What happened before is stored in vector clocks.
///
/// So the standard permits everything that this model permits. The converse is not true: stores
/// whose modification order differs from their execution order (as in the test 2+2W) and loads that
/// read from the future (load buffering) do not occur; neither do fences and spurious failures of a
/// compare-and-swap.
///
/// For one OS thread. The threads here are simulated.
class memory_model {
 public:
  static constexpr std::size_t max_threads = 8;

  /// Returns which of `count` stores `thread` reads; 0 is the newest. Called only if there are
  /// several.
  using choose_store = std::function<std::size_t(unsigned thread, std::size_t count)>;

  /// If `weak` is false, every load reads the newest store.
  memory_model(bool weak, choose_store choose);

  /// The accesses. Values are the bits of what is stored; see explorer, whose functions these
  /// implement.
  [[nodiscard]] std::uint64_t load(unsigned thread,
                                   const void* at,
                                   std::uint64_t newest,
                                   std::memory_order order);
  [[nodiscard]] std::uint64_t compare(unsigned thread,
                                      const void* at,
                                      std::uint64_t newest,
                                      std::uint64_t expected,
                                      std::memory_order failure);
  void store(unsigned thread,
             const void* at,
             std::uint64_t before,
             std::uint64_t now,
             std::memory_order order);
  void exchange(unsigned thread,
                const void* at,
                std::uint64_t before,
                std::uint64_t now,
                std::memory_order order);
  void begin_life(const void* at);

  /// Returns the access as far as its order against others matters: with weak memory, a
  /// sequentially consistent load restricts what later ones of the same location can read.
  [[nodiscard]] access as_ordered(const access& what) const noexcept {
    return {what.at, what.writes || (weak_ && what.in_one_order)};
  }

 private:
  /// For each thread, the number of its steps that are known.
  using clock = std::array<std::uint32_t, max_threads>;

  /// A thread wrote or read the store `index` at its step `when`.
  struct sighting {
    std::uint32_t when;
    std::size_t index;
  };

  struct stored {
    std::uint64_t value;
    clock released;  // the clock that an acquiring load of the store joins
  };

  struct location {
    std::vector<stored> stores;  // in modification order; the first one is the initial value
    std::array<std::vector<sighting>, max_threads> seen;  // ascending
    std::size_t seen_by_all = 0;  // the newest one that a sequentially consistent access has seen
  };

  location& known(const void* at, std::uint64_t initially);
  [[nodiscard]] std::size_t oldest_for(unsigned thread,
                                       const location& where,
                                       std::memory_order order) const;
  void see(unsigned thread, location& where, std::size_t index, std::memory_order order);
  void append(unsigned thread,
              location& where,
              std::uint64_t value,
              const clock& inherited,
              std::memory_order order);
  void learn(unsigned thread, const clock& what);

  const bool weak_;
  const choose_store choose_;
  std::array<clock, max_threads> clocks_{};
  std::unordered_map<const void*, location> locations_;
  std::vector<std::size_t> readable_;
};

}  // namespace nuthatch::exploring
