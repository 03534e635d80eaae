// SPDX-License-Identifier: Apache-2.0
#include "core/memory/task_blocks.hpp"

#include <algorithm>
#include <utility>

#include "atomic/mutex_lock.hpp"

namespace nuthatch::core {

namespace {

// A slab doubles the number of batches, up to this many bytes: few allocations for many tasks,
// little memory for few.
constexpr std::size_t largest_slab = std::size_t{1} << 19U;

template <class T>
void reserve_geometrically(std::vector<T>& v, std::size_t wanted) {
  if (v.capacity() < wanted) {
    v.reserve(std::max(wanted, 2 * v.capacity()));
  }
}

}  // namespace

void task_block_pool::grow(std::uint32_t block_class) {
  const std::size_t bytes = detail::task_block_sizes[block_class];
  const std::size_t most = std::max<std::size_t>(largest_slab / (batch * bytes), 1);
  const std::size_t added = std::clamp<std::size_t>(made_[block_class], 1, most);
  auto& batches = batches_[block_class];
  reserve_geometrically(batches, made_[block_class] + added);  // so that any_release cannot fail
  reserve_geometrically(slabs_, slabs_.size() + 1);
  auto* const memory = static_cast<std::byte*>(::operator new[](added * batch * bytes, alignment));
  slabs_.emplace_back(memory);
  made_[block_class] += added;
  for (std::size_t b = 0; b < added; ++b) {
    detail::task* first = nullptr;
    for (std::size_t i = batch; i-- > 0;) {
      first = new (memory + (b * batch + i) * bytes)
          detail::task{first, nullptr, nullptr, {nullptr}, 0, block_class};
    }
    batches.push_back(first);
  }
}

detail::task* task_block_pool::any_acquire(std::uint32_t block_class) {
  if (process_ != process_number()) {
    end_in_forked_process();  // a thread of the parent may hold the lock
  }
  const detail::mutex_lock lock(mutex_);
  auto& batches = batches_[block_class];
  if (batches.empty()) {
    grow(block_class);
  }
  detail::task* const first = batches.back();
  batches.pop_back();
  out_ += batch;
  peak_ = std::max(peak_, out_);
  return first;
}

void task_block_pool::any_release(std::uint32_t block_class, detail::task* first) noexcept {
  const detail::mutex_lock lock(mutex_);
  batches_[block_class].push_back(first);
  out_ -= batch;
}

void task_block_pool::any_return(detail::task* block) noexcept {
  if (process_ != process_number()) {
    return;  // a thread of the parent may hold the lock
  }
  bool last = false;
  {
    const detail::mutex_lock lock(mutex_);
    const std::uint32_t c = block->block_class;
    block->next = std::exchange(single_[c], block);
    if (++singles_[c] == batch) {
      batches_[c].push_back(std::exchange(single_[c], nullptr));
      singles_[c] = 0;
    }
    last = --out_ == 0 && ends_;
  }
  if (last) {
    delete this;
  }
}

void task_block_pool::forget(std::uint64_t kept) noexcept {
  const detail::mutex_lock lock(mutex_);
  out_ -= kept;
}

void task_block_pool::ending::operator()(task_block_pool* pool) const noexcept {
  bool last = false;
  {
    const detail::mutex_lock lock(pool->mutex_);
    pool->ends_ = true;
    last = pool->out_ == 0;
  }
  if (last) {
    delete pool;
  }
}

std::uint64_t task_block_pool::peak() const {
  const detail::mutex_lock lock(mutex_);
  return peak_;
}

void task_block_pool::reset_peak() {
  const detail::mutex_lock lock(mutex_);
  peak_ = out_;
}

}  // namespace nuthatch::core
