// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/capacity.hpp"

namespace nuthatch::openmp {

/// A hash table by addresses, with linear probing. Entries are erased together, when the table is
/// half full or cleared; then the others move to a second array, and the next time back. The table
/// keeps the memory of both, and uses as much of it as it has entries for.
///
/// Entry has the members `address` and `is_used`; zero bytes are an unused one.
template <class Entry>
class address_table {
 public:
  address_table() = default;
  address_table(const address_table&) = delete;
  address_table& operator=(const address_table&) = delete;
  ~address_table() = default;

  /// The entry of the address; null if there is none.
  [[nodiscard]] Entry* find(const void* address) const noexcept {
    if (used_ == 0) {
      return nullptr;
    }
    Entry& there = slot_of(address);
    return there.is_used ? &there : nullptr;
  }

  /// Returns the entry of the address, which is created if there is none. Before the table gets
  /// more than half full, it erases the entries for which is_unwanted(entry) is true.
  template <class Unwanted>
  [[nodiscard]] Entry& insert(const void* address, Unwanted&& is_unwanted) {
    if (used_ >= capacity_ / 2) [[unlikely]] {
      if (Entry* const known = find(address)) {
        return *known;
      }
      move_wanted(is_unwanted);
    }
    Entry& there = slot_of(address);
    if (!there.is_used) {
      there.address = address;
      there.is_used = true;
      ++used_;
    }
    return there;
  }

  template <class Function>
  void for_each(Function&& function) const {
    for (std::size_t i = 0; used_ != 0 && i < capacity_; ++i) {
      if (Entry& each = entries_[i]; each.is_used) {
        function(each);
      }
    }
  }

  /// Erases all entries.
  void clear() noexcept {
    if (used_ != 0) {
      std::fill_n(entries_.get(), capacity_, Entry{});
      used_ = 0;
    }
    if (capacity_ > first_capacity) {
      capacity_ = first_capacity;
      set_shift();
    }
  }

 private:
  static constexpr auto first_capacity = base::capacity<std::size_t>(64, 4);

  void set_shift() noexcept { shift_ = 64U - static_cast<unsigned>(std::bit_width(capacity_ - 1)); }

  /// Returns the slot with that address, or the one for it. The table is never full.
  [[nodiscard]] Entry& slot_of(const void* address) const noexcept {
    constexpr std::uint64_t golden_ratio = 0x9E37'79B9'7F4A'7C15;
    std::size_t i = (reinterpret_cast<std::uintptr_t>(address) * golden_ratio) >> shift_;
    while (entries_[i].is_used && entries_[i].address != address) {
      i = (i + 1) & (capacity_ - 1);
    }
    return entries_[i];
  }

  /// Moves all wanted entries into the other array; at most a quarter of it is used then.
  template <class Unwanted>
  [[gnu::noinline]] void move_wanted(Unwanted&& is_unwanted) {
    std::size_t wanted = 0;
    for_each([&](Entry& each) {
      each.is_used = !is_unwanted(each);
      wanted += each.is_used ? 1 : 0;
    });
    const std::size_t larger = std::max(first_capacity, std::bit_ceil(4 * wanted));
    if (other_reserved_ < larger) {
      other_ = std::make_unique<Entry[]>(larger);
      other_reserved_ = larger;
    }
    const std::size_t before = std::exchange(capacity_, larger);
    std::swap(entries_, other_);
    std::swap(reserved_, other_reserved_);
    set_shift();
    used_ = wanted;
    for (std::size_t i = 0; i < before; ++i) {
      Entry& each = other_[i];
      if (each.is_used) {
        slot_of(each.address) = each;
      }
      each = {};
    }
  }

  std::unique_ptr<Entry[]> entries_;  // unused ones behind the capacity as well
  std::unique_ptr<Entry[]> other_;    // all of them unused
  std::size_t reserved_ = 0;
  std::size_t other_reserved_ = 0;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
  unsigned shift_ = 0;
};

}  // namespace nuthatch::openmp
