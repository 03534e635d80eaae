// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include <nuthatch/detail/block_cache.hpp>

#include "atomic/mutex.hpp"
#include "base/capacity.hpp"
#include "base/thread_safety.hpp"
#include "core/process/process_fork.hpp"

namespace nuthatch::core {

/// All task blocks of one runtime. Workers take and return whole batches. So the lock is taken once
/// per batch, and blocks that pile up with the thieves of a producer find their way back to it.
///
/// Any thread may call any function.
class task_block_pool {
 public:
  static constexpr auto batch = base::capacity<std::uint32_t>(64, 2);

  /// @param address_bits  the address of every block has one of these bits, so that a spawn tests
  ///         by one instruction whether it has a block and no request (detail::poll_word::admits).
  explicit task_block_pool(std::uintptr_t address_bits = ~std::uintptr_t{0}) noexcept
      : address_bits_(address_bits) {}

  task_block_pool(const task_block_pool&) = delete;
  task_block_pool& operator=(const task_block_pool&) = delete;
  ~task_block_pool() = default;

  /// Returns `batch` blocks of the class, linked by next. Throws std::bad_alloc.
  [[nodiscard]] detail::task* any_acquire(std::uint32_t block_class);

  /// Takes back `batch` linked blocks.
  void any_release(std::uint32_t block_class, detail::task* first) noexcept;

  /// Takes back a single block from a thread that keeps none. In the child of a fork, the block is
  /// lost.
  void any_return(detail::task* block) noexcept;

  /// Notes that `kept` blocks end with their workers and will not be returned.
  void forget(std::uint64_t kept) noexcept;

  /// Deletes the pool once the last block was returned. No batch may be acquired any more.
  struct ending {
    void operator()(task_block_pool* pool) const noexcept;
  };

  /// The largest number of blocks that the workers held at a time, and a reset of that peak.
  [[nodiscard]] std::uint64_t peak() const;
  void reset_peak();

 private:
  struct slab_deleter {
    void operator()(std::byte* memory) const noexcept { ::operator delete[](memory, alignment); }
  };

  static constexpr std::align_val_t alignment{64};

  void grow(std::uint32_t block_class) NUTHATCH_REQUIRES(mutex_);
  std::size_t carve(std::byte* slab,
                    std::size_t blocks,
                    std::size_t wanted,
                    std::uint32_t block_class) NUTHATCH_REQUIRES(mutex_);
  void put_single(detail::task* block) noexcept NUTHATCH_REQUIRES(mutex_);

  template <class T>
  using by_class = std::array<T, detail::task_block_classes>;

  const std::uintptr_t address_bits_;
  mutable detail::mutex mutex_;
  by_class<std::vector<detail::task*>> batches_ NUTHATCH_GUARDED_BY(mutex_);
  by_class<detail::task*> single_ NUTHATCH_GUARDED_BY(mutex_){};  // less than a batch
  by_class<std::uint32_t> singles_ NUTHATCH_GUARDED_BY(mutex_){};
  by_class<std::size_t> made_ NUTHATCH_GUARDED_BY(mutex_){};  // blocks
  std::vector<std::unique_ptr<std::byte[], slab_deleter>> slabs_ NUTHATCH_GUARDED_BY(mutex_);
  bool ends_ NUTHATCH_GUARDED_BY(mutex_) = false;
  std::uint64_t out_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  std::uint64_t peak_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  const std::uint32_t process_ = process_number();
};

}  // namespace nuthatch::core
