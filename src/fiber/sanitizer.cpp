#include "fiber/sanitizer.hpp"

#include <cstddef>

#if defined(NUTHATCH_ADDRESS_SANITIZED)
  #include <sanitizer/asan_interface.h>
  #include <sanitizer/common_interface_defs.h>
#endif
#if defined(NUTHATCH_THREAD_SANITIZED)
  #include <sanitizer/tsan_interface.h>
#endif
#if defined(NUTHATCH_WITH_VALGRIND)
  #include <cstdint>

  #include <valgrind/valgrind.h>
#endif

namespace nuthatch::fiber {

#if defined(NUTHATCH_ADDRESS_SANITIZED)

void sanitizer_introduce(detail::fiber& /*made*/) {}

void sanitizer_forget(detail::fiber& gone) noexcept {
  sanitizer_clean(gone);
}

void sanitizer_introduce_running(detail::fiber& /*host*/) {}

namespace {

/// `fake_stack`: where the one of the stack that is left is kept; null: it is not needed any more.
void start_switch(void** fake_stack, const detail::fiber& to) {
  __sanitizer_start_switch_fiber(
      fake_stack, to.lowest, static_cast<std::size_t>(to.highest - to.lowest));
}

}  // namespace

void sanitizer_leave(detail::fiber& from, detail::fiber& to) {
  start_switch(&from.fake_stack, to);
}

void sanitizer_leave_ended(detail::fiber& ended, detail::fiber& to) {
  ended.fake_stack = nullptr;
  start_switch(nullptr, to);
}

void sanitizer_arrive(detail::fiber& at, detail::fiber* left) {
  const void* lowest = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(at.fake_stack, &lowest, &size);
  if (left != nullptr) {
    left->lowest = static_cast<std::byte*>(const_cast<void*>(lowest));  // as it was given
    left->highest = left->lowest + size;
  }
}

void sanitizer_clean(detail::fiber& idle) noexcept {
  __asan_unpoison_memory_region(idle.lowest, static_cast<std::size_t>(idle.highest - idle.lowest));
}

#elif defined(NUTHATCH_THREAD_SANITIZED)

void sanitizer_introduce(detail::fiber& made) {
  made.sanitizer_fiber = __tsan_create_fiber(0);
}

void sanitizer_forget(detail::fiber& gone) noexcept {
  __tsan_destroy_fiber(gone.sanitizer_fiber);
}

void sanitizer_introduce_running(detail::fiber& host) {
  host.sanitizer_fiber = __tsan_get_current_fiber();
}

void sanitizer_leave(detail::fiber& /*from*/, detail::fiber& to) {
  __tsan_switch_to_fiber(to.sanitizer_fiber, 0);
}

void sanitizer_leave_ended(detail::fiber& /*ended*/, detail::fiber& to) {
  __tsan_switch_to_fiber(to.sanitizer_fiber, 0);
}

void sanitizer_arrive(detail::fiber& /*at*/, detail::fiber* /*left*/) {}

void sanitizer_clean(detail::fiber& /*idle*/) noexcept {}

#else

  #if defined(NUTHATCH_WITH_VALGRIND)

// Valgrind follows the stack pointer by itself, once it knows where stacks are. A few instructions
// where it is not there.

void sanitizer_introduce(detail::fiber& made) {
  const std::uintptr_t number = VALGRIND_STACK_REGISTER(made.lowest, made.highest);
  made.sanitizer_fiber = reinterpret_cast<void*>(number);
}

void sanitizer_forget(detail::fiber& gone) noexcept {
  VALGRIND_STACK_DEREGISTER(reinterpret_cast<std::uintptr_t>(gone.sanitizer_fiber));
}

  #else

void sanitizer_introduce(detail::fiber& /*made*/) {}

void sanitizer_forget(detail::fiber& /*gone*/) noexcept {}

  #endif

void sanitizer_introduce_running(detail::fiber& /*host*/) {}

void sanitizer_leave(detail::fiber& /*from*/, detail::fiber& /*to*/) {}

void sanitizer_leave_ended(detail::fiber& /*ended*/, detail::fiber& /*to*/) {}

void sanitizer_arrive(detail::fiber& /*at*/, detail::fiber* /*left*/) {}

void sanitizer_clean(detail::fiber& /*idle*/) noexcept {}

#endif

}  // namespace nuthatch::fiber
