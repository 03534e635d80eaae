// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::testing {

/// The size of all stacks that these functions are used on. Frames are large under sanitizers.
inline constexpr std::size_t fiber_stack_size = std::size_t{256} << 10;

/// The fiber that continues when a fiber ends, and the worker that it gets.
struct ending {
  detail::fiber* next;
  detail::worker* worker;
};

/// The body of a fresh fiber. It gets the worker that came with the first switch.
using fiber_body = std::function<ending(detail::worker*)>;

/// Leaves `from`, which runs this code, and resumes `to`, which is suspended. Returns the worker
/// with which `from` is resumed.
detail::worker* hop(detail::fiber& from, detail::fiber& to, detail::worker* worker);

/// The same for a `fresh` fiber, which runs `body`.
detail::worker* start(detail::fiber& from,
                      detail::fiber& fresh,
                      detail::worker* worker,
                      fiber_body body);

/// Makes the next fresh fiber of this thread run `body`. The fiber is to be entered by a switch to
/// its `self`.
void prepare(detail::fiber& fresh, fiber_body body);

/// The stack with which an OS thread starts, as the core describes it.
class host_fiber : public detail::fiber {
 public:
  host_fiber();
};

#if defined(__x86_64__)
inline constexpr std::size_t held_registers = 6;  // rbx, rbp, r12 to r15
#else
inline constexpr std::size_t held_registers = 19;  // x19 to x29, d8 to d15
#endif

/// The values of the callee-saved registers.
using registers = std::array<std::uint64_t, held_registers>;

/// Returns consecutive numbers from `from` on.
registers filled(std::uint64_t from);

extern "C" {

/// Calls function(a, b, c) with the callee-saved registers set to `registers`, and stores their
/// values after the return there.
void* nuthatch_test_call_holding(
    void* a, const void* b, void* c, std::uint64_t* registers, void* function);
}

/// Calls hop() with values in all callee-saved registers.
void hop_holding(detail::fiber& from, detail::fiber& to, registers& held);

/// The end of a work-first child, on the child's stack, as the test defines it: `returns` is called
/// before the child returns to the resulting fiber, `detached` if its continuation was published.
struct end_of_child {
  std::function<detail::fiber&()> returns;
  std::function<ending()> detached;
};

/// Returns the state of the calling thread.
end_of_child& at_end_of_child();

}  // namespace nuthatch::testing
