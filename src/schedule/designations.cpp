// SPDX-License-Identifier: Apache-2.0
#include "schedule/designations.hpp"

#include <algorithm>
#include <utility>

#include "atomic/mutex_lock.hpp"

namespace nuthatch::schedules {

using core::worker;
using detail::mutex_lock;
using detail::pedigree;

namespace {

constexpr std::string_view no_spawn = "no spawn of the same task has followed";
constexpr std::string_view another = "another designation has followed before any spawn";

}  // namespace

void designations::begin(bool obeyed) {
  obeyed_ = obeyed;
  std::ranges::fill(next_, designation{});
  const mutex_lock lock(mutex_);
  wrong_.clear();
}

std::string designations::end() {
  for (const designation& each : next_) {
    if (each.at.task_hash != 0) {
      refuse(each, no_spawn);
    }
  }
  const mutex_lock lock(mutex_);
  return wrong_;
}

void designations::owner_add(const worker& self,
                             pedigree at,
                             unsigned to,
                             const detail::code_place& by) noexcept {
  if (!obeyed_) {
    return;
  }
  designation& next = next_[self.index()];
  if (next.at.task_hash != 0) {
    const bool here = next.at.task_hash == at.task_hash && next.at.count() == at.count();
    refuse(next, here ? another : no_spawn);
  }
  next = {to == self.index() ? pedigree{} : at, to, by};
}

bool designations::owner_has(const worker& self, pedigree at) const noexcept {
  const pedigree next = next_[self.index()].at;
  return next.task_hash != 0 && next.task_hash == at.task_hash && next.count() == at.count();
}

unsigned designations::owner_take(const worker& self) noexcept {
  return std::exchange(next_[self.index()], {}).to;
}

void designations::owner_refuse(worker& self) noexcept {
  const worker::remainders_here remainders = self.count_remainders();
  const designation wrong = std::exchange(next_[self.index()], {});
  try {
    refuse(wrong,
           "what follows spawn " + std::to_string(remainders.oldest.count()) + " of task " +
               std::to_string(remainders.oldest.task_hash) + ", " +
               std::to_string(remainders.count - 1) + " spawns further out, is still on worker " +
               std::to_string(self.index()) + "; designate that to a worker before");
  } catch (...) {
    refuse(wrong, "what follows an older spawn is still on its worker");
  }
}

void designations::refuse(const designation& wrong, std::string_view why) noexcept {
  const mutex_lock lock(mutex_);
  if (!wrong_.empty()) {
    return;
  }
  try {
    wrong_ = std::string(wrong.by.file) + ":" + std::to_string(wrong.by.line) +
             ": what follows the next spawn cannot go to worker " + std::to_string(wrong.to) +
             ": " + std::string(why);
  } catch (...) {
    wrong_ = "no memory";  // short enough to need none
  }
}

}  // namespace nuthatch::schedules
