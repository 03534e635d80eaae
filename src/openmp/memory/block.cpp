// SPDX-License-Identifier: Apache-2.0
#include "openmp/memory/block.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include <sys/mman.h>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/memory/allocator.hpp"

namespace nuthatch::openmp {

namespace {

struct alignas(std::max_align_t) head {
  void* start;
  std::size_t bytes;  // from there
  allocator_handle from;
};

head& head_of(void* block) noexcept {
  return static_cast<head*>(block)[-1];
}

const head& head_of(const void* block) noexcept {
  return static_cast<const head*>(block)[-1];
}

/// The usable size of the block.
std::size_t size_of(const void* block) noexcept {
  const head& of = head_of(block);
  return of.bytes - static_cast<std::size_t>(static_cast<const std::byte*>(block) -
                                             static_cast<const std::byte*>(of.start));
}

bool is_pinned(const allocator* from) noexcept {
  return from != nullptr && from->traits().pinned;
}

void* map_pinned(std::size_t bytes) noexcept {
  void* const pages =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) {
    return nullptr;
  }
  if (mlock(pages, bytes) != 0) {
    munmap(pages, bytes);
    return nullptr;
  }
  return pages;
}

void* get_memory(const allocator* from, std::size_t bytes, bool zeroed) noexcept {
  if (is_pinned(from)) {
    return map_pinned(bytes);
  }
  return zeroed ? std::calloc(1, bytes) : std::malloc(bytes);
}

/// Returns null if this allocator cannot provide the block.
void* allocate_of(const block_request& request, allocator_handle from) noexcept {
  allocator* const made_by = allocator_of(from);
  const std::size_t alignment = std::max(
      {request.alignment, alignof(head), made_by != nullptr ? made_by->traits().alignment : 1});
  std::size_t bytes = 0;
  if (__builtin_add_overflow(request.bytes, sizeof(head) + (alignment - alignof(head)), &bytes) ||
      (made_by != nullptr && !made_by->any_take(bytes))) {
    return nullptr;
  }
  void* const start = get_memory(made_by, bytes, request.zeroed);
  if (start == nullptr) {
    if (made_by != nullptr) {
      made_by->any_give_back(bytes);
    }
    return nullptr;
  }
  const std::uintptr_t least = reinterpret_cast<std::uintptr_t>(start) + sizeof(head);
  auto* const block = reinterpret_cast<void*>((least + alignment - 1) & ~(alignment - 1));
  std::construct_at(&head_of(block), start, bytes, from);
  return block;
}

/// Changes the size of the block. Returns null if this is impossible; the block stays valid.
void* resize(void* block, std::size_t bytes) noexcept {
  const head old = head_of(block);
  allocator* const made_by = allocator_of(old.from);
  std::size_t wanted = 0;
  // In a block that is aligned more strictly than malloc's, the distance to its start may change.
  if (static_cast<std::byte*>(block) - static_cast<std::byte*>(old.start) != sizeof(head) ||
      (made_by != nullptr && made_by->traits().alignment > alignof(head)) || is_pinned(made_by) ||
      __builtin_add_overflow(bytes, sizeof(head), &wanted)) {
    return nullptr;
  }
  const bool grows = wanted > old.bytes;
  if (made_by != nullptr && grows && !made_by->any_take(wanted - old.bytes)) {
    return nullptr;
  }
  void* const start = std::realloc(old.start, wanted);
  if (made_by != nullptr && grows != (start != nullptr)) {
    // Here the block either failed to grow, or it shrank.
    made_by->any_give_back(grows ? wanted - old.bytes : old.bytes - wanted);
  }
  if (start == nullptr) {
    return nullptr;
  }
  auto* const moved = static_cast<head*>(start) + 1;
  head_of(moved) = {start, wanted, old.from};
  return moved;
}

}  // namespace

void* allocate(const block_request& request, allocator_handle from) noexcept {
  for (;;) {
    if (void* const block = allocate_of(request, from)) {
      return block;
    }
    const allocator* const made_by = allocator_of(from);
    if (made_by == nullptr) {
      return nullptr;
    }
    switch (made_by->traits().fallback) {
      case memory_fallback::default_memory:
        from = default_memory;
        break;
      case memory_fallback::other_allocator:
        from =
            made_by->traits().falls_back_to != 0 ? made_by->traits().falls_back_to : default_memory;
        break;
      case memory_fallback::null:
        return nullptr;
      case memory_fallback::end:
        fatal_error("out of memory allocating " + std::to_string(request.bytes) + " bytes");
    }
  }
}

void deallocate(void* block) noexcept {
  if (block == nullptr) {
    return;
  }
  const head old = head_of(block);
  allocator* const made_by = allocator_of(old.from);
  if (is_pinned(made_by)) {
    munmap(old.start, old.bytes);
  } else {
    std::free(old.start);
  }
  if (made_by != nullptr) {
    made_by->any_give_back(old.bytes);
  }
}

void* reallocate(void* block, std::size_t bytes, allocator_handle from) noexcept {
  if (from == origin_of(block)) {
    if (void* const resized = resize(block, bytes)) {
      return resized;
    }
  }
  void* const memory = allocate({.bytes = bytes}, from);
  if (memory != nullptr) {
    std::memcpy(memory, block, std::min(bytes, size_of(block)));
    deallocate(block);
  }
  return memory;
}

allocator_handle origin_of(const void* block) noexcept {
  return head_of(block).from;
}

}  // namespace nuthatch::openmp
