// SPDX-License-Identifier: Apache-2.0
#include "openmp/worksharing/share_chain.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "base/assert.hpp"
#include "openmp/threads/team_member.hpp"

namespace nuthatch::openmp {

share_chain::share_chain() : newest_(&take()) {}

share_chain::~share_chain() {
  while (made_ != nullptr) {
    std::free(made_->memory);
    delete std::exchange(made_, made_->made_before);
  }
}

work_share& share_chain::current(const team_member& of) noexcept {
  return *of.work_share;
}

work_share& share_chain::previous(const team_member& of) noexcept {
  return *of.last_work_share;
}

void share_chain::move(team_member& self, work_share& next) noexcept {
  self.last_work_share = std::exchange(self.work_share, &next);
  self.static_trip = 0;
  self.has_ordered_chunk = false;
}

work_share& share_chain::take() {
  if (unused_ == nullptr) {
    auto* const made = new (std::nothrow) work_share;
    if (made == nullptr) {
      base::end_program("openmp: no memory for a worksharing construct");
    }
    made->made_before = std::exchange(made_, made);
    return *made;
  }
  work_share& found = *std::exchange(unused_, unused_->next.load(detail::memory_order_relaxed));
  work_share* const older = found.made_before;
  std::destroy_at(&found);
  std::construct_at(&found)->made_before = older;
  return found;
}

void share_chain::drop(work_share& of) noexcept {
  std::free(std::exchange(of.memory, nullptr));
  of.order = nullptr;
  of.next.store(unused_, detail::memory_order_relaxed);
  unused_ = &of;
}

void share_chain::reuse(work_share& of) noexcept {
  lock_.lock();
  drop(of);
  lock_.unlock();
}

void share_chain::drop_all() noexcept {
  unused_ = nullptr;
  for (work_share* each = made_; each != nullptr; each = each->made_before) {
    if (each != newest_) {
      drop(*each);
    }
  }
}

void share_chain::leave(team_member& self, std::uint32_t team_size) noexcept {
  // Acquire and release: who is last uses again what the others have left.
  if (self.work_share->ended.fetch_add(1, detail::memory_order_acq_rel) + 1 == team_size) {
    reuse(*self.last_work_share);
  }
}

}  // namespace nuthatch::openmp
