// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace nuthatch::exploring {

/// What a thread is about to do with memory that threads share.
struct access {
  const void* at;
  bool writes;
  bool in_one_order = false;  ///< a sequentially consistent load
};

/// Whoever explores interleavings, and which stores a load may see. Values travel as the bits of
/// their object representation, in a word.
///
/// Calls come in this order: before(), then what the access is. Between the two other threads may
/// have run; after before() returns, none does until the access is done.
class explorer {
 public:
  explorer() = default;
  explorer(const explorer&) = delete;
  explorer& operator=(const explorer&) = delete;
  virtual ~explorer() = default;

  virtual void before(const access& what) noexcept = 0;

  /// A load, where the last store wrote `newest`. Returns what it reads.
  virtual std::uint64_t load(const void* at, std::uint64_t newest, std::memory_order order) = 0;

  /// The same for a compare-and-swap: returns `newest`, or an older value other than `expected`.
  virtual std::uint64_t compare(const void* at,
                                std::uint64_t newest,
                                std::uint64_t expected,
                                std::memory_order failure) = 0;

  /// A store of `now` in place of `before`.
  virtual void store(const void* at,
                     std::uint64_t before,
                     std::uint64_t now,
                     std::memory_order order) = 0;

  /// A read-modify-write: reads `before` and stores `now`.
  virtual void exchange(const void* at,
                        std::uint64_t before,
                        std::uint64_t now,
                        std::memory_order order) = 0;

  /// There is a new object at this address.
  virtual void begin_life(const void* at) = 0;

  /// The calling thread cannot go on before somebody has unlocked a mutex; somebody has.
  virtual void locked_out() noexcept = 0;
  virtual void unlocked() noexcept = 0;
};

/// Null: nobody explores at the moment.
inline explorer* present = nullptr;

}  // namespace nuthatch::exploring
