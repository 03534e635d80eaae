// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace nuthatch::exploring {

/// An access to shared memory that a thread is about to make.
struct access {
  const void* at;
  bool writes;
  bool in_one_order = false;  ///< a sequentially consistent load
};

/// The interface to an exploration of interleavings, which decides which thread runs next and which
/// store a load reads. Values are passed as the bits of their object representation, in a word.
///
/// Each access calls before() and then the function for its kind. Other threads may run inside of
/// before(). No other thread runs between its return and the end of the access.
class explorer {
 public:
  explorer() = default;
  explorer(const explorer&) = delete;
  explorer& operator=(const explorer&) = delete;
  virtual ~explorer() = default;

  virtual void before(const access& what) noexcept = 0;

  /// Announces a load, where the last store wrote `newest`. Returns what the load reads.
  virtual std::uint64_t load(const void* at, std::uint64_t newest, std::memory_order order) = 0;

  /// Announces the load of a failed compare-and-swap: returns `newest`, or an older value other
  /// than `expected`.
  virtual std::uint64_t compare(const void* at,
                                std::uint64_t newest,
                                std::uint64_t expected,
                                std::memory_order failure) = 0;

  /// Announces a store that replaces `before` by `now`.
  virtual void store(const void* at,
                     std::uint64_t before,
                     std::uint64_t now,
                     std::memory_order order) = 0;

  /// Announces a read-modify-write, which reads `before` and stores `now`.
  virtual void exchange(const void* at,
                        std::uint64_t before,
                        std::uint64_t now,
                        std::memory_order order) = 0;

  /// Announces a new object at this address.
  virtual void begin_life(const void* at) = 0;

  /// Suspends the calling thread until another thread has unlocked a mutex; unlocked() announces
  /// that.
  virtual void locked_out() noexcept = 0;
  virtual void unlocked() noexcept = 0;
};

/// The running exploration; null if there is none.
inline explorer* present = nullptr;

}  // namespace nuthatch::exploring
