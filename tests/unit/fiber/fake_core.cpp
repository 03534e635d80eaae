#include "fiber/fake_core.hpp"

#include <cstdlib>
#include <utility>

#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "platform/thread.hpp"

namespace nuthatch::testing {

namespace {

thread_local fiber_body starting;

}  // namespace

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

// What the core does when a fresh fiber starts and when it ends, without tasks and schedulers.
void nuthatch_fiber_main(detail::worker* self) {
  detail::fiber& me = *fiber_at(__builtin_frame_address(0), testing::fiber_stack_size);
  sanitizer_arrive(me);
  testing::ending end{};
  {
    const testing::fiber_body body = std::exchange(testing::starting, nullptr);
    end = body(self);
  }
  sanitizer_clean(me);
  sanitizer_leave(me, *end.next);
  nuthatch_resume(&end.next->self, end.worker);
}

void nuthatch_child_ended(detail::join_counter* /*home*/, detail::fiber* /*child*/) {
  std::abort();  // only after call_on_fiber, which belongs to the core
}

}  // namespace nuthatch::fiber
