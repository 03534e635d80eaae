// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace nuthatch::detail {

/// Storage for `Most` values, uninitialized if they are trivially copyable: most effects use only a
/// small part of it.
template <class Value, std::size_t Most, bool = std::is_trivially_copyable_v<Value>>
class uninitialized_array {
 public:
  constexpr uninitialized_array() noexcept : nothing_{} {
    if (std::is_constant_evaluated()) {
      std::construct_at(&all_);
    }
  }

  [[nodiscard]] constexpr Value* data() noexcept { return all_.data(); }

  [[nodiscard]] constexpr const Value* data() const noexcept { return all_.data(); }

 private:
  union {
    // NOLINTBEGIN(readability-identifier-naming): private, as the union is
    std::byte nothing_;
    std::array<Value, Most> all_;
    // NOLINTEND(readability-identifier-naming)
  };
};

template <class Value, std::size_t Most>
class uninitialized_array<Value, Most, false> {
 public:
  [[nodiscard]] constexpr Value* data() noexcept { return all_.data(); }

  [[nodiscard]] constexpr const Value* data() const noexcept { return all_.data(); }

 private:
  std::array<Value, Most> all_{};
};

}  // namespace nuthatch::detail
