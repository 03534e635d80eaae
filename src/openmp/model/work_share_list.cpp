// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/work_share_list.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/model/team_member.hpp"

namespace nuthatch::openmp {

work_share_list::work_share_list() : newest_(&take()) {}

work_share_list::~work_share_list() {
  while (allocated_ != nullptr) {
    std::free(allocated_->memory);
    delete std::exchange(allocated_, allocated_->next_allocated);
  }
}

work_share& work_share_list::current(const team_member& member) noexcept {
  return *member.work_share;
}

work_share& work_share_list::previous(const team_member& member) noexcept {
  return *member.last_work_share;
}

void work_share_list::move(team_member& self, work_share& next) noexcept {
  self.last_work_share = std::exchange(self.work_share, &next);
  self.static_trip = 0;
  self.has_ordered_chunk = false;
}

work_share& work_share_list::take() {
  if (unused_ == nullptr) {
    auto* const created = new (std::nothrow) work_share;
    if (created == nullptr) {
      abort_program("no memory for a worksharing construct");
    }
    created->next_allocated = std::exchange(allocated_, created);
    return *created;
  }
  work_share& found = *std::exchange(unused_, unused_->next.load(detail::memory_order_relaxed));
  work_share* const older = found.next_allocated;
  std::destroy_at(&found);
  std::construct_at(&found)->next_allocated = older;
  return found;
}

void work_share_list::put_unused(work_share& work_share) noexcept {
  std::free(std::exchange(work_share.memory, nullptr));
  work_share.doacross = nullptr;
  work_share.next.store(unused_, detail::memory_order_relaxed);
  unused_ = &work_share;
}

void work_share_list::recycle(work_share& work_share) noexcept {
  lock_.lock();
  put_unused(work_share);
  lock_.unlock();
}

void work_share_list::recycle_all() noexcept {
  unused_ = nullptr;
  for (work_share* each = allocated_; each != nullptr; each = each->next_allocated) {
    if (each != newest_) {
      put_unused(*each);
    }
  }
}

void work_share_list::leave(team_member& self, std::uint32_t team_size) noexcept {
  // Acquire and release: the last thread recycles what the others have left behind.
  if (self.work_share->threads_completed.fetch_add(1, detail::memory_order_acq_rel) + 1 ==
      team_size) {
    recycle(*self.last_work_share);
  }
}

}  // namespace nuthatch::openmp
