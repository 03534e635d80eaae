// SPDX-License-Identifier: Apache-2.0
#include "twin/actor.hpp"

#include <utility>

#include "fiber/sanitizer.hpp"
#include "fiber/thread_exceptions.hpp"

namespace nuthatch::twin {

namespace {

// The actor that was interrupted last on this thread; the actor that resumes informs the sanitizers
// about it.
thread_local actor* interrupted = nullptr;

void take_thread_along(actor& from, const actor& to) {
  from.worker = std::exchange(nuthatch_this_worker, to.worker);
  from.exceptions = std::exchange(fiber::thread_exceptions_here(), to.exceptions);
  if (other_of_thread != nullptr) {
    from.other = other_of_thread(to.other);
  }
}

}  // namespace

constinit exchange_other other_of_thread = nullptr;

void prepare(actor& fresh, std::byte* lowest, std::byte* highest, fiber::stack_main main) {
  fresh.stack.lowest = lowest;
  fresh.stack.highest = highest;
  fiber::sanitizer_introduce(fresh.stack);
  fresh.at = fiber::beginning(highest, main);
}

void forget(actor& gone) noexcept {
  fiber::sanitizer_forget(gone.stack);
}

NUTHATCH_CALLS_NOT_RECORDED void switch_actor(actor& from, actor& to) {
  take_thread_along(from, to);
  fiber::sanitizer_introduce_running(from.stack);
  interrupted = &from;
  fiber::sanitizer_leave(from.stack, to.stack);
  fiber::nuthatch_switch(&from.at, &to.at, nullptr);
  fiber::sanitizer_arrive(from.stack, &interrupted->stack);
}

void arrive_first(actor& at, actor& from) {
  fiber::sanitizer_arrive(at.stack, &from.stack);
}

}  // namespace nuthatch::twin
