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

/// Makes batches of new blocks. Throws std::bad_alloc unless it made all of them; what it has made
/// by then can be acquired.
void task_block_pool::grow(std::uint32_t block_class) {
  const std::size_t bytes = detail::task_block_sizes[block_class];
  const std::size_t most = std::max<std::size_t>(largest_slab / (batch * bytes), 1);
  const std::size_t before = made_[block_class] / batch;
  const std::size_t added = std::clamp<std::size_t>(before, 1, most);
  reserve_geometrically(batches_[block_class], before + added + 1);  // any_release cannot fail
  std::size_t missing = added * batch;
  // All or some of the memory may lie where addresses have none of the bits. Such a range is as
  // long as the lowest of them, so the memory doubles as long as it lies inside of one.
  for (std::size_t blocks = missing; missing > 0;) {
    reserve_geometrically(slabs_, slabs_.size() + 1);
    auto* const slab = static_cast<std::byte*>(::operator new[](blocks * bytes, alignment));
    slabs_.emplace_back(slab);
    const std::size_t made = carve(slab, blocks, missing, block_class);
    missing -= made;
    blocks = made == 0 ? 2 * blocks : missing;
  }
}

/// Makes blocks of the memory of `blocks` blocks, at most `wanted`. Returns their number.
std::size_t task_block_pool::carve(std::byte* slab,
                                   std::size_t blocks,
                                   std::size_t wanted,
                                   std::uint32_t block_class) {
  std::size_t made = 0;
  // The last comes first, so that the blocks of a batch are in the order of their addresses.
  for (std::size_t i = blocks; i-- > 0 && made < wanted;) {
    std::byte* const at = slab + i * detail::task_block_sizes[block_class];
    if ((reinterpret_cast<std::uintptr_t>(at) & address_bits_) != 0) {
      put_single(new (at) detail::task{nullptr, nullptr, nullptr, {nullptr}, 0, block_class});
      ++made;
    }
  }
  made_[block_class] += made;
  return made;
}

/// Adds a block to those that are less than a batch; a full batch can be acquired.
void task_block_pool::put_single(detail::task* block) noexcept {
  const std::uint32_t c = block->block_class;
  block->next = std::exchange(single_[c], block);
  if (++singles_[c] == batch) {
    batches_[c].push_back(std::exchange(single_[c], nullptr));
    singles_[c] = 0;
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
    put_single(block);
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
