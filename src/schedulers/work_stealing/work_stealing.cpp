#include "schedulers/work_stealing/work_stealing.hpp"

#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::scheduling {

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

void work_stealing::owner_publish(worker& self, work given) noexcept {
  if (!queues_[self.index()]->strict.owner_push(given)) {
    home().any_inject(given, self.where());
  }
}

work work_stealing::owner_newest(worker& self, work::kind /*of*/) {
  return queues_[self.index()]->strict.owner_newest();
}

bool work_stealing::owner_take_back(worker& self, work newest) {
  return queues_[self.index()]->strict.owner_pop() == newest;
}

void work_stealing::owner_push(worker& self, work ready) noexcept {
  if (!queues_[self.index()]->loose.owner_push(ready)) {
    home().any_inject(ready, self.where());
  }
}

work work_stealing::owner_newest_pushed(worker& self) {
  return queues_[self.index()]->loose.owner_newest();
}

bool work_stealing::owner_take_pushed(worker& self, work newest) {
  return queues_[self.index()]->loose.owner_pop() == newest;
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
  return any_seems_to_have_strict(victim) || queues_[victim]->loose.any_seems_filled();
}

bool work_stealing::any_seems_to_have_strict(unsigned victim) const {
  return queues_[victim]->strict.any_seems_filled();
}

}  // namespace nuthatch::scheduling
