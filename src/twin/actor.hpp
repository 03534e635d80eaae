// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/worker.hpp>

#include "fiber/switch.hpp"

namespace nuthatch::twin {

/// A thread of control that shares an OS thread with others: a virtual worker, on its own stack or
/// on a task's; or the thread that all of them live on.
///
/// Invariants:
///  AC1 Exactly one actor of a team runs. For all others, `at` is where they resume.
///  AC2 The state that belongs to a thread, its worker and the exceptions that it handles, is
///      stored in the actor while that does not run.
struct actor {
  detail::context at{};
  detail::worker* worker = detail::worker_of_foreign_threads();
  void* other = nullptr;  // see other_of_thread
  detail::thread_exceptions exceptions;
  detail::fiber stack{};  // the stack that it left last, for the sanitizers
};

/// An additional word of per-thread state, if the code that runs the actors has one. Sets the word
/// of the actor that resumes, and returns the previous one. Null if there is none. Set while no
/// actor runs.
using exchange_other = void* (*)(void* next) noexcept;
extern exchange_other other_of_thread;

/// Prepares an actor that will start with `main` on a stack that nothing else uses.
void prepare(actor& fresh, std::byte* lowest, std::byte* highest, fiber::stack_main main);

/// Has to be called before a stack of prepare() is unmapped.
void forget(actor& gone) noexcept;

/// Interrupts `from`, which is running, and resumes `to`. Returns when another actor resumes
/// `from`. Both are on the calling OS thread.
void switch_actor(actor& from, actor& to);

/// Has to be called first in the main function of an actor; `from` was interrupted for it.
void arrive_first(actor& at, actor& from);

}  // namespace nuthatch::twin
