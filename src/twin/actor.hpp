// SPDX-License-Identifier: Apache-2.0
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
  void* other = nullptr;  // see other_of_thread
  detail::thread_exceptions exceptions;
  detail::fiber stack{};  // the one that it was on when it was left, as the sanitizers know it
};

/// One word more that belongs to a thread, if who runs the actors has one: takes that of who goes
/// on, and returns the one that was there. Null: there is none. Set while no actor runs.
using exchange_other = void* (*)(void* next) noexcept;
extern exchange_other other_of_thread;

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
