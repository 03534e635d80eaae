// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <nuthatch/detail/sanitizer.hpp>

#if defined(NUTHATCH_ADDRESS_SANITIZED)
  #include <sanitizer/asan_interface.h>
#endif

namespace nuthatch::detail {

/// Memory for what functions declare, released in reverse order. Addresses do not change. It grows
/// by chunks, which it keeps. Released memory is poisoned for AddressSanitizer.
class item_memory {
 public:
  struct mark {
    std::size_t chunk = 0;
    std::size_t used = 0;
  };

  item_memory() = default;
  item_memory(const item_memory&) = delete;
  item_memory& operator=(const item_memory&) = delete;

  ~item_memory() {
    for (const chunk& each : chunks_) {
      make_usable(each.bytes.get(), each.size);
    }
  }

  [[nodiscard]] mark here() const noexcept { return at_; }

  /// Releases everything that was taken since the mark.
  void release(mark to) noexcept {
    if constexpr (address_sanitized) {
      for (std::size_t i = to.chunk; i < chunks_.size() && i <= at_.chunk; ++i) {
        const std::size_t from = i == to.chunk ? to.used : 0;
        make_unusable(chunks_[i].bytes.get() + from, chunks_[i].size - from);
      }
    }
    at_ = to;
  }

  /// Returns memory with the maximal fundamental alignment.
  void* take(std::size_t size) {
    size = (size + alignment - 1) / alignment * alignment;
    while (at_.chunk < chunks_.size() && at_.used + size > chunks_[at_.chunk].size) {
      at_ = {at_.chunk + 1, 0};
    }
    if (at_.chunk == chunks_.size()) {
      const std::size_t room = size > chunk_size ? size : chunk_size;
      chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(room), room});
    }
    std::byte* const room = chunks_[at_.chunk].bytes.get() + at_.used;
    make_usable(room, size);
    at_.used += size;
    return room;
  }

 private:
  static constexpr std::size_t alignment = alignof(std::max_align_t);
  static constexpr std::size_t chunk_size = std::size_t{32} * 1024;

  struct chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

#if defined(NUTHATCH_ADDRESS_SANITIZED)
  static void make_usable(const void* at, std::size_t size) noexcept {
    __asan_unpoison_memory_region(at, size);
  }

  static void make_unusable(const void* at, std::size_t size) noexcept {
    __asan_poison_memory_region(at, size);
  }
#else
  static void make_usable(const void* /*at*/, std::size_t /*size*/) noexcept {}

  static void make_unusable(const void* /*at*/, std::size_t /*size*/) noexcept {}
#endif

  std::vector<chunk> chunks_;
  mark at_;
};

}  // namespace nuthatch::detail
