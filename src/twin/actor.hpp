#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/worker.hpp>

#include "fiber/switch.hpp"

namespace nuthatch::twin {

/// A thread of control that shares an OS thread with others: a virtual worker, wherever it is at
/// the moment, on its own stack or on a task's; or the thread that all of them live on.
///
/// Invariants:
///  A1  Of the actors of a team one runs. Of all others `at` says where they go on.
///  A2  What belongs to a thread, its worker and the exceptions that it handles, is with the actor
///      while that does not run.
struct actor {
  detail::context at{};
  detail::worker* worker = nullptr;
  detail::thread_exceptions exceptions;
  detail::fiber stack{};  // the one that it was on when it was left, as the sanitizers know it
};

/// An actor that will start with `main` on a stack that nothing else uses.
void prepare(actor& fresh, std::byte* lowest, std::byte* highest, fiber::stack_main main);

/// A stack of prepare() is about to vanish.
void forget(actor& gone) noexcept;

/// Interrupts `from`, which runs, and goes on with `to`. Returns when somebody goes on with `from`.
/// Both are on the calling OS thread.
void switch_actor(actor& from, actor& to);

/// First thing in the main function of an actor; `from` was interrupted for it.
void arrive_first(actor& at, actor& from);

}  // namespace nuthatch::twin
