// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch::testing {

/// The size of all stacks that the functions here are used on. Sanitizers' frames are large.
inline constexpr std::size_t fiber_stack_size = std::size_t{256} << 10;

/// Whom a fiber that ends goes on with, and the worker that it hands over.
struct ending {
  detail::fiber* next;
  detail::worker* worker;
};

/// What a fresh fiber runs. It gets the worker that came with the first switch.
using fiber_body = std::function<ending(detail::worker*)>;

/// Leaves `from`, which runs this, for `to`, which is suspended. Returns the worker that came back
/// with.
detail::worker* hop(detail::fiber& from, detail::fiber& to, detail::worker* worker);

/// The same for a `fresh` one, which runs body.
detail::worker* start(detail::fiber& from,
                      detail::fiber& fresh,
                      detail::worker* worker,
                      fiber_body body);

/// Has the next fresh fiber of this thread, which is to be entered by a switch at its `self`, run
/// body.
void prepare(detail::fiber& fresh, fiber_body body);

/// The stack that an OS thread starts with, as the core describes it.
class host_fiber : public detail::fiber {
 public:
  host_fiber();
};

#if defined(__x86_64__)
inline constexpr std::size_t held_registers = 6;  // rbx, rbp, r12 to r15
#else
inline constexpr std::size_t held_registers = 19;  // x19 to x29, d8 to d15
#endif

/// What such registers hold.
using registers = std::array<std::uint64_t, held_registers>;

/// Numbers from `from` on.
registers filled(std::uint64_t from);

extern "C" {

/// function(a, b, c), called with the callee-saved registers as in `registers`; there they are
/// stored as they are after its return.
void* nuthatch_test_call_holding(
    void* a, const void* b, void* c, std::uint64_t* registers, void* function);
}

/// hop, while the caller holds values in all registers that belong to a function's caller.
void hop_holding(detail::fiber& from, detail::fiber& to, registers& held);

/// What the core does at the end of a work-first child, on the child's stack: before it returns to
/// the fiber that `returns` says, and when its continuation was published.
struct end_of_child {
  std::function<detail::fiber&()> returns;
  std::function<ending()> detached;
};

/// The calling thread's.
end_of_child& at_end_of_child();

}  // namespace nuthatch::testing
