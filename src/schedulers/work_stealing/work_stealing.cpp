// SPDX-License-Identifier: Apache-2.0
#include "schedulers/work_stealing/work_stealing.hpp"

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work_item;
using core::worker;

work_stealing::work_stealing(core::team& of) : stealing_on_request(of) {
  for (unsigned i = 0; i < of.size(); ++i) {
    queues_.push_back(std::make_unique<queues>());
  }
}

std::unique_ptr<core::scheduler> work_stealing::make(core::team& of) {
  return std::make_unique<work_stealing>(of);
}

stealing_deque& work_stealing::queue(const worker& self, lane in) noexcept {
  queues& own = *queues_[self.index()];
  return in == lane::stack_chain ? own.stack_chain : own.off_chain;
}

void work_stealing::owner_push(worker& self, lane in, work_item given) noexcept {
  if (!queue(self, in).owner_push(given)) {
    team().any_inject(given, self.where());
  } else if (in == lane::off_chain) {
    owner_wake_thieves(self);
  }
}

work_item work_stealing::owner_peek_newest(worker& self, lane in, work_item::kind /*kind*/) {
  return queue(self, in).owner_peek_newest();
}

bool work_stealing::owner_take_back(worker& self, lane in, work_item wanted) {
  stealing_deque& own = queue(self, in);
  return own.owner_peek_newest() == wanted && own.owner_pop() == wanted;
}

work_item work_stealing::owner_take(worker& self) {
  queues& own = *queues_[self.index()];
  const work_item stack_chain = own.stack_chain.owner_pop();
  return stack_chain ? stack_chain : own.off_chain.owner_pop();
}

work_item work_stealing::owner_take_oldest_off_chain(worker& self) {
  bool lost = false;
  return queues_[self.index()]->off_chain.thief_steal(lost);
}

work_item work_stealing::thief_take(worker& /*self*/, unsigned victim, bool& lost) {
  queues& theirs = *queues_[victim];
  const work_item stack_chain = theirs.stack_chain.thief_steal(lost);
  return stack_chain ? stack_chain : theirs.off_chain.thief_steal(lost);
}

std::uint64_t work_stealing::owner_stealable(const worker& self) const {
  const queues& own = *queues_[self.index()];
  return own.stack_chain.owner_size() + own.off_chain.owner_size();
}

work_item work_stealing::owner_take_continuation(worker& self) {
  queues& own = *queues_[self.index()];
  const work_item stack_chain = own.stack_chain.owner_take_continuation();
  return stack_chain ? stack_chain : own.off_chain.owner_take_continuation();
}

work_item work_stealing::thief_take_continuation(worker& /*self*/, unsigned victim) {
  queues& theirs = *queues_[victim];
  const work_item stack_chain = theirs.stack_chain.thief_take_continuation();
  return stack_chain ? stack_chain : theirs.off_chain.thief_take_continuation();
}

bool work_stealing::any_likely_nonempty(unsigned victim) const {
  return likely_size_of_stack_chain(victim) || queues_[victim]->off_chain.any_likely_nonempty();
}

bool work_stealing::likely_size_of_stack_chain(unsigned victim) const {
  return queues_[victim]->stack_chain.any_likely_nonempty();
}

}  // namespace nuthatch::scheduling
