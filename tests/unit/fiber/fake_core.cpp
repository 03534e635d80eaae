// SPDX-License-Identifier: Apache-2.0
#include "fiber/fake_core.hpp"

#include <numeric>
#include <utility>

#include <nuthatch/detail/worker.hpp>

#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "platform/thread.hpp"

namespace {

constinit nuthatch::detail::thread_exceptions of_foreign_threads{nullptr, 1};

}  // namespace

constinit const nuthatch::detail::worker nuthatch::detail::no_worker(of_foreign_threads);

constinit thread_local nuthatch::detail::worker* nuthatch_this_worker =
    nuthatch::detail::worker_of_foreign_threads();

namespace nuthatch::testing {

namespace {

thread_local fiber_body starting;
thread_local end_of_child child_ends;

[[noreturn]] void leave(detail::fiber& ended, const ending& end) {
  fiber::sanitizer_clean(ended);
  fiber::sanitizer_leave(ended, *end.next);
  fiber::nuthatch_resume(&end.next->self, end.worker);
}

}  // namespace

end_of_child& at_end_of_child() {
  return child_ends;
}

registers filled(std::uint64_t from) {
  registers all{};
  std::iota(all.begin(), all.end(), from);
  return all;
}

void hop_holding(detail::fiber& from, detail::fiber& to, registers& held) {
  fiber::sanitizer_leave(from, to);
  nuthatch_test_call_holding(
      &from.self, &to.self, nullptr, held.data(), reinterpret_cast<void*>(&fiber::nuthatch_switch));
  fiber::sanitizer_arrive(from);
}

detail::worker* hop(detail::fiber& from, detail::fiber& to, detail::worker* worker) {
  fiber::sanitizer_leave(from, to);
  detail::worker* const back = fiber::nuthatch_switch(&from.self, &to.self, worker);
  fiber::sanitizer_arrive(from);
  return back;
}

void prepare(detail::fiber& fresh, fiber_body body) {
  fresh.self = fiber::beginning(&fresh, fiber::nuthatch_fiber_main);
  starting = std::move(body);
}

detail::worker* start(detail::fiber& from,
                      detail::fiber& fresh,
                      detail::worker* worker,
                      fiber_body body) {
  prepare(fresh, std::move(body));
  return hop(from, fresh, worker);
}

host_fiber::host_fiber() : detail::fiber{} {
  const auto [first, end] = nuthatch::platform::this_thread_stack();
  lowest = first;
  highest = end;
  nuthatch::fiber::sanitizer_introduce_running(*this);
}

}  // namespace nuthatch::testing

namespace nuthatch::fiber {

// Replaces the functions of the core that begin and end a fiber, without tasks and schedulers.
void nuthatch_fiber_main(detail::worker* self) {
  detail::fiber& me = *fiber_at(__builtin_frame_address(0), testing::fiber_stack_size);
  sanitizer_arrive(me);
  testing::ending end{};
  {
    const testing::fiber_body body = std::exchange(testing::starting, nullptr);
    end = body(self);
  }
  testing::leave(me, end);
}

void nuthatch_child_ended(detail::join_counter* /*join*/, detail::fiber* child) {
  testing::leave(*child, testing::at_end_of_child().detached());
}

extern "C" NUTHATCH_CALLS_NOT_RECORDED void nuthatch_announce_return(detail::fiber* child) {
  sanitizer_leave_ended(*child, testing::at_end_of_child().returns());
}

}  // namespace nuthatch::fiber
