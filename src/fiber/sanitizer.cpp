// SPDX-License-Identifier: Apache-2.0
#include "fiber/sanitizer.hpp"

#include <cstddef>
#include <cstdint>

#include "base/sanitizers.hpp"

#if defined(NUTHATCH_WITH_VALGRIND)
  #include <valgrind/valgrind.h>
#endif

namespace nuthatch::fiber {

using base::address_sanitizer_is_there;
using base::thread_sanitizer_is_there;

namespace {

// Valgrind follows the stack pointer by itself, once it knows the stacks. Without Valgrind this
// costs a few instructions.
#if defined(NUTHATCH_WITH_VALGRIND)

void introduce_to_valgrind(detail::fiber& made) {
  const std::uintptr_t number = VALGRIND_STACK_REGISTER(made.lowest, made.highest);
  made.sanitizer_fiber = reinterpret_cast<void*>(number);
}

void forget_in_valgrind(detail::fiber& gone) noexcept {
  VALGRIND_STACK_DEREGISTER(reinterpret_cast<std::uintptr_t>(gone.sanitizer_fiber));
}

#else

void introduce_to_valgrind(detail::fiber& /*made*/) {}

void forget_in_valgrind(detail::fiber& /*gone*/) noexcept {}

#endif

std::size_t size_of(const detail::fiber& stack) noexcept {
  return static_cast<std::size_t>(stack.highest - stack.lowest);
}

}  // namespace

bool switches_are_followed() noexcept {
  return address_sanitizer_is_there() || thread_sanitizer_is_there();
}

void sanitizer_introduce(detail::fiber& made) {
  if (thread_sanitizer_is_there()) {
    made.sanitizer_fiber = __tsan_create_fiber(0);
  } else if (!address_sanitizer_is_there()) {
    introduce_to_valgrind(made);
  }
}

void sanitizer_forget(detail::fiber& gone) noexcept {
  if (thread_sanitizer_is_there()) {
    __tsan_destroy_fiber(gone.sanitizer_fiber);
  } else if (address_sanitizer_is_there()) {
    sanitizer_clean(gone);
  } else {
    forget_in_valgrind(gone);
  }
}

void sanitizer_introduce_running(detail::fiber& host) {
  if (thread_sanitizer_is_there()) {
    host.sanitizer_fiber = __tsan_get_current_fiber();
  }
}

void sanitizer_leave(detail::fiber& from, detail::fiber& to) {
  if (thread_sanitizer_is_there()) [[unlikely]] {
    __tsan_switch_to_fiber(to.sanitizer_fiber, 0);
  } else if (address_sanitizer_is_there()) [[unlikely]] {
    __sanitizer_start_switch_fiber(&from.fake_stack, to.lowest, size_of(to));
  }
}

void sanitizer_leave_ended(detail::fiber& ended, detail::fiber& to) {
  if (thread_sanitizer_is_there()) [[unlikely]] {
    __tsan_switch_to_fiber(to.sanitizer_fiber, 0);
  } else if (address_sanitizer_is_there()) [[unlikely]] {
    ended.fake_stack = nullptr;
    __sanitizer_start_switch_fiber(
        nullptr, to.lowest, size_of(to));  // null: the stack is not needed any more
  }
}

void sanitizer_arrive(detail::fiber& at, detail::fiber* left) {
  if (address_sanitizer_is_there()) [[unlikely]] {
    const void* lowest = nullptr;
    std::size_t size = 0;
    __sanitizer_finish_switch_fiber(at.fake_stack, &lowest, &size);
    if (left != nullptr) {
      void* const given = const_cast<void*>(lowest);
      left->lowest = static_cast<std::byte*>(given);
      left->highest = left->lowest + size;
    }
  }
}

void sanitizer_clean(detail::fiber& idle) noexcept {
  if (address_sanitizer_is_there()) [[unlikely]] {
    __asan_unpoison_memory_region(idle.lowest, size_of(idle));
  }
}

}  // namespace nuthatch::fiber
