// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <nuthatch/placed_array.hpp>

namespace nuthatch::detail::sorting {

/// Memory for elements, without elements in it. Much of it lies on large pages, since each level of
/// a sort writes to hundreds of places of it. Less may come from memory that the process has used
/// before, which needs no page faults.
template <class Value>
class scratch_memory {
 public:
  /// @throws std::bad_alloc
  explicit scratch_memory(std::uint64_t n) {
    if (n >= large / sizeof(Value) && alignof(Value) <= smallest_page) {
      pages_ = data_pages(n, sizeof(Value), page_kind::large);
      at_ = reinterpret_cast<Value*>(pages_.start());
    } else if (n != 0) {
      at_ =
          static_cast<Value*>(::operator new(n * sizeof(Value), std::align_val_t{alignof(Value)}));
    }
  }

  scratch_memory(const scratch_memory&) = delete;
  scratch_memory& operator=(const scratch_memory&) = delete;

  ~scratch_memory() {
    if (pages_.start() == nullptr && at_ != nullptr) {
      ::operator delete(at_, std::align_val_t{alignof(Value)});
    }
  }

  [[nodiscard]] Value* get() const noexcept { return at_; }

 private:
  static constexpr std::size_t large = std::size_t{32} << 20U;
  static constexpr std::size_t smallest_page = 4096;

  data_pages pages_;
  Value* at_ = nullptr;
};

/// Memory for a few values on the stack, without a constructor.
template <class Value, std::size_t Most>
union raw_array {
  raw_array() noexcept {}  // NOLINT(modernize-use-equals-default): values may have no constructor

  raw_array(const raw_array&) = delete;
  raw_array& operator=(const raw_array&) = delete;

  ~raw_array() {}  // NOLINT(modernize-use-equals-default)

  std::byte nothing;
  Value all[Most];
};

}  // namespace nuthatch::detail::sorting
