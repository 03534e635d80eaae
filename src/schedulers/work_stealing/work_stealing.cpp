// SPDX-License-Identifier: Apache-2.0
#include "schedulers/work_stealing/work_stealing.hpp"

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work;
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
  return in == lane::strict ? own.strict : own.loose;
}

void work_stealing::owner_put(worker& self, lane in, work given) noexcept {
  if (!queue(self, in).owner_push(given)) {
    team().any_inject(given, self.where());
  } else if (in == lane::loose) {
    owner_offer(self);
  }
}

work work_stealing::owner_newest(worker& self, lane in, work::kind /*kind*/) {
  return queue(self, in).owner_newest();
}

bool work_stealing::owner_take_back(worker& self, lane in, work wanted) {
  stealing_deque& own = queue(self, in);
  return own.owner_newest() == wanted && own.owner_pop() == wanted;
}

work work_stealing::owner_take(worker& self) {
  queues& own = *queues_[self.index()];
  const work strict = own.strict.owner_pop();
  return strict ? strict : own.loose.owner_pop();
}

work work_stealing::owner_take_oldest_loose(worker& self) {
  bool lost = false;
  return queues_[self.index()]->loose.thief_steal(lost);
}

work work_stealing::thief_take(worker& /*self*/, unsigned victim, bool& lost) {
  queues& theirs = *queues_[victim];
  const work strict = theirs.strict.thief_steal(lost);
  return strict ? strict : theirs.loose.thief_steal(lost);
}

std::uint64_t work_stealing::owner_on_show(const worker& self) const {
  const queues& own = *queues_[self.index()];
  return own.strict.owner_size() + own.loose.owner_size();
}

work work_stealing::owner_take_waited(worker& self) {
  queues& own = *queues_[self.index()];
  const work strict = own.strict.owner_take_waited();
  return strict ? strict : own.loose.owner_take_waited();
}

work work_stealing::thief_take_waited(worker& /*self*/, unsigned victim) {
  queues& theirs = *queues_[victim];
  const work strict = theirs.strict.thief_take_waited();
  return strict ? strict : theirs.loose.thief_take_waited();
}

bool work_stealing::any_seems_filled(unsigned victim) const {
  return seems_to_have_strict(victim) || queues_[victim]->loose.any_seems_filled();
}

bool work_stealing::seems_to_have_strict(unsigned victim) const {
  return queues_[victim]->strict.any_seems_filled();
}

}  // namespace nuthatch::scheduling
