// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// Puts one thread to sleep until another wakes it, without losing a wake-up that comes first.
///
/// | operation                  | who may call                |
/// |----------------------------|-----------------------------|
/// | owner_park, owner_park_for | the one thread that owns it |
/// | any_unpark                 | any thread                  |
///
/// The word is in one of three states. Invariants:
///  1. Only the owner changes it to `parked`, and only from `empty`; so `parked` means that the
///     owner is in the kernel or on its way there, and at most one thread ever waits on the word.
///  2. Only any_unpark changes it to `notified`, from any state. That is the token; further tokens
///     merge with it.
///  3. Only the owner changes it to `empty`: it takes the token, or gives up when time is up. It
///     leaves owner_park only by taking the token. Every change is one read-modify-write, so that
///     none is overwritten by a plain store.
///
/// No wake-up is lost: any_unpark that finds `parked` wakes the word after having changed it.
/// Either the owner is asleep by then and is woken, or the kernel, which compares the word with
/// `parked` before it puts a thread to sleep, sees the change and refuses.
///
/// Order: any_unpark exchanges with release, the owner takes the token with acquire, so that what
/// the unparker wrote happens before owner_park returns. If several unparks merged, each later
/// exchange continues the release sequence of the earlier ones (3), so the owner is ordered after
/// all of them.
///
/// Progress: any_unpark is wait-free, except for a system call if the owner sleeps. owner_park
/// blocks.
class parker {
 public:
  parker() = default;
  parker(const parker&) = delete;
  parker& operator=(const parker&) = delete;
  ~parker() = default;

  /// Sleeps until there is a token and takes it; returns at once if there is one already. Never
  /// spins.
  void owner_park() noexcept;

  /// The same as owner_park, for at most `ns` nanoseconds. Returns true if it took a token, false
  /// if time was up.
  bool owner_park_for(std::uint64_t ns) noexcept;

  /// Leaves a token. The owner may destroy the parker as soon as it has the token: what follows
  /// passes the address to the kernel but does not read there. (If the memory contains another
  /// futex by then, that one is woken spuriously, which every user of a futex has to tolerate.)
  void any_unpark() noexcept;

 private:
  static constexpr std::uint32_t empty = 0;
  static constexpr std::uint32_t parked = 1;
  static constexpr std::uint32_t notified = 2;

  /// Announces the sleep. Returns false if there is a token, which stays.
  bool begin_park() noexcept;

  /// Changes the word to `empty`; returns whether there was a token.
  bool take_token() noexcept;

  detail::atomic<std::uint32_t> word_{empty};
};

}  // namespace nuthatch::platform
