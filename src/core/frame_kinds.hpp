#pragma once

#include <cstdint>

#include <nuthatch/detail/frame.hpp>

namespace nuthatch::core {

[[nodiscard]] inline std::uintptr_t kind_of(const detail::frame& f) noexcept {
  return f.tag & ~detail::frame_flags;
}

[[nodiscard]] inline bool is_fork(const detail::frame& f) noexcept {
  return kind_of(f) >= detail::frame_kind_limit;
}

[[nodiscard]] inline bool is_continuation(const detail::frame& f) noexcept {
  return kind_of(f) == detail::frame_of_continuation ||
         kind_of(f) == detail::frame_of_async_continuation;
}

}  // namespace nuthatch::core
