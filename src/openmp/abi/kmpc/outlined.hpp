// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <utility>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/regions/hot_team.hpp"

namespace nuthatch::openmp::kmpc {

/// The body of a region. Its arguments are the addresses of two thread numbers, followed by `count`
/// others.
using microtask = void (*)(thread_id*, thread_id*, ...);

inline constexpr int max_arguments = 255;

struct outlined {
  microtask body;
  int count;
  void* const* arguments;
};

template <std::size_t>
using address = void*;

/// Calls the body with as many arguments as fit. Passing more arguments than the function has is
/// harmless: on these machines the caller removes them.
template <std::size_t... I>
NUTHATCH_CALLS_AS_ANOTHER_TYPE void call_with(const outlined& closure,
                                              thread_id* id,
                                              thread_id* bound,
                                              std::index_sequence<I...> /*unused*/) {
  std::array<void*, sizeof...(I)> all{};
  for (int i = 0; i < closure.count; ++i) {
    all[static_cast<std::size_t>(i)] = closure.arguments[i];
  }
  reinterpret_cast<void (*)(thread_id*, thread_id*, address<I>...)>(closure.body)(
      id, bound, all[I]...);
}

inline void call(const outlined& closure) {
  constexpr int few = 6;
  constexpr int some = 32;
  auto id = static_cast<thread_id>(this_thread().member->thread_num);
  thread_id bound = 0;
  if (closure.count <= few) {
    call_with(closure, &id, &bound, std::make_index_sequence<few>());
  } else if (closure.count <= some) {
    call_with(closure, &id, &bound, std::make_index_sequence<some>());
  } else {
    call_with(closure, &id, &bound, std::make_index_sequence<max_arguments>());
  }
}

/// The variable arguments of a call, behind the body.
class argument_list {
 public:
  argument_list(int count, va_list& from) noexcept {
    for (int i = 0; i < count; ++i) {
      all_[static_cast<std::size_t>(i)] = va_arg(from, void*);
    }
  }

  [[nodiscard]] void* const* data() const noexcept { return all_.data(); }

 private:
  std::array<void*, max_arguments> all_{};
};

/// The region body that calls the closure. The closure has to outlive the region.
[[nodiscard]] inline region_body body_of(outlined& closure) noexcept {
  return {[](void* data) { call(*static_cast<const outlined*>(data)); }, &closure};
}

}  // namespace nuthatch::openmp::kmpc
