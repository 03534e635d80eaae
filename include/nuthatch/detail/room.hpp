#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace nuthatch::detail {

/// Room for so many values, which are not initialised where they are copied as bytes are: most
/// effects use little of theirs.
template <class T, std::size_t Most, bool = std::is_trivially_copyable_v<T>>
class room {
 public:
  constexpr room() noexcept : nothing_{} {
    if (std::is_constant_evaluated()) {
      std::construct_at(&all_);
    }
  }

  [[nodiscard]] constexpr T* data() noexcept { return all_.data(); }

  [[nodiscard]] constexpr const T* data() const noexcept { return all_.data(); }

 private:
  union {
    std::byte nothing_;
    std::array<T, Most> all_;
  };
};

template <class T, std::size_t Most>
class room<T, Most, false> {
 public:
  [[nodiscard]] constexpr T* data() noexcept { return all_.data(); }

  [[nodiscard]] constexpr const T* data() const noexcept { return all_.data(); }

 private:
  std::array<T, Most> all_{};
};

}  // namespace nuthatch::detail
