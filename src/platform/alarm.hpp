// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::platform {

/// Calls a function at a time, unless it is destroyed before. One thread per process makes all of
/// these calls, one after another; it is created with the first alarm, and sleeps between them.
///
/// | operation       | who may call                                                      |
/// |-----------------|-------------------------------------------------------------------|
/// | the constructor | any thread                                                        |
/// | the destructor  | any thread but the one that calls the function; waits for its end |
///
/// A child process of a fork has no alarms of its parent: they are never rung there. The thread is
/// never joined, and alarms may be set and destroyed while the program ends.
class alarm {
 public:
  using function = void (*)(void* argument) noexcept;

  /// @param when_ns  a time of monotonic_ns(). One that has passed is now.
  /// @param call     called as call(argument). It has to be short: other alarms wait for it.
  /// @throws base::os_error if the system can create no thread; std::bad_alloc.
  alarm(std::uint64_t when_ns, function call, void* argument);
  alarm(const alarm&) = delete;
  alarm& operator=(const alarm&) = delete;
  ~alarm();

 private:
  friend class alarm_thread;

  static constexpr std::uint32_t set = 0;
  static constexpr std::uint32_t ringing = 1;
  static constexpr std::uint32_t awaited = 2;  // ringing, and the destructor sleeps
  static constexpr std::uint32_t over = 3;

  std::uint64_t when_ns_;
  function call_;
  void* argument_;
  const void* thread_ = nullptr;  // with which it is set; the child process of a fork has another
  detail::atomic<std::uint32_t> state_{set};
};

}  // namespace nuthatch::platform
