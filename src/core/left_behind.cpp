#include "core/left_behind.hpp"

#include <nuthatch/detail/future_state.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

namespace {

// What may be left behind in queues, in bytes of task blocks, for each worker: some thousand tasks.
// Who gets what it launched in the wrong order leaves as many behind as there are between two
// visits of its worker to the queue; with more it is suspended, which is such a visit.
constexpr std::int64_t most_bytes_per_worker = std::int64_t{1} << 20;

/// Null where it is no launched task.
const detail::launched_operations* launched(work what) noexcept {
  return what.what() == work::kind::task ? what.as_task().operations->launched : nullptr;
}

/// If the newest work is one that was left behind: takes it out. Repeatedly.
void drop_newest(worker& self) noexcept {
  scheduler& policy = self.home().policy();
  while (self.home().left_behind().any_bytes() != 0) {
    const work newest = policy.owner_newest_pushed(self);
    if (!newest || newest.what() != work::kind::task || !policy.owner_take_pushed(self, newest)) {
      return;
    }
    const detail::launched_operations* const operations = launched(newest);
    if (operations == nullptr || operations->result(newest.as_task()).taker_seems_first()) {
      policy.owner_push(self, newest);
      policy.owner_offer(self);  // who went to sleep meanwhile did not see it
      return;
    }
    static_cast<void>(taker_may_begin(self, newest));
  }
}

[[nodiscard]] bool take_newest(worker& self, work wanted) noexcept {
  scheduler& policy = self.home().policy();
  return policy.owner_newest_pushed(self) == wanted && policy.owner_take_pushed(self, wanted);
}

}  // namespace

bool may_leave_behind(worker& self, work waiting) noexcept {
  team& home = self.home();
  return home.left_behind().any_bytes() < home.size() * most_bytes_per_worker ||
         home.policy().owner_newest_pushed(self) == waiting;
}

bool take_or_leave_behind(worker& self, work claimed) noexcept {
  if (!take_newest(self, claimed)) {
    drop_newest(self);
    if (!take_newest(self, claimed)) {
      self.home().left_behind().any_add(launched(claimed)->bytes);
      return false;
    }
  }
  drop_newest(self);
  return true;
}

bool taker_may_begin(worker& self, work taken) noexcept {
  const detail::launched_operations* const operations = launched(taken);
  if (operations == nullptr) {
    return true;
  }
  detail::task& one = taken.as_task();
  switch (operations->result(one).taker_claim()) {
    case detail::future_base::taken_task::run:
      return true;
    case detail::future_base::taken_task::leave:
      self.home().left_behind().any_subtract(operations->bytes);
      break;
    case detail::future_base::taken_task::drop:
      self.home().left_behind().any_subtract(operations->bytes);
      operations->drop(one);
      self.note_foreign_blocks(1);
      break;
  }
  return false;
}

}  // namespace nuthatch::core
