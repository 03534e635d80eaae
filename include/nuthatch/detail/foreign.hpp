// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/result.hpp>

/// Functions that are compiled with -fsplit-stack call this at their beginning, so the linker
/// includes it; without such functions it is null.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): the ABI names it
extern "C" [[gnu::weak, gnu::visibility("hidden")]] void __morestack();

namespace nuthatch::detail {

struct task;
class team;

/// Terminates the program: such functions would assume that the stacks of tasks are full.
[[noreturn, gnu::cold]] void refuse_split_stacks() noexcept;

/// Creates the default runtime if it does not exist. Throws what the constructor of runtime throws.
[[gnu::cold, gnu::noinline]] void require_default_runtime();

/// Passes a task from a foreign thread to the default runtime, which has to exist.
[[gnu::cold, gnu::noinline]] void inject_foreign(task* made) noexcept;

/// Waits on a foreign thread.
[[gnu::cold, gnu::noinline]] void wait_foreign(join_counter& join);

/// Runs body(argument) as a root task of `where` (null: the default runtime's team), under a finish
/// of its own. Meanwhile it blocks the calling foreign thread, or suspends the calling task of
/// another team. Returns what remaining asyncs threw; or a stack_limit_error if the team had no
/// stack for the task.
[[gnu::cold, gnu::noinline]] std::exception_ptr run_root(team* where,
                                                         void (*body)(void*) noexcept,
                                                         void* argument);

template <class Function>
std::invoke_result_t<Function&> run_root_value(team* where, Function& f) {
  if (&__morestack != nullptr) {
    refuse_split_stacks();
  }

  struct {
    Function* f;
    result_slot<value_of<Function&>> result;
    std::exception_ptr error;
    bool returned;  // false without an error: the task was refused, see run_root
  } call{std::addressof(f), {}, nullptr, false};

  std::exception_ptr left_over = run_root(
      where,
      [](void* p) noexcept {
        auto& c = *static_cast<decltype(call)*>(p);
        try {
          c.result.set_from(*c.f);
          c.returned = true;
        } catch (...) {
          c.error = std::current_exception();
        }
      },
      &call);
  if (call.error || left_over) {
    if (call.returned) {
      call.result.discard();
    }
    rethrow_both(std::move(call.error), std::move(left_over));
  }
  if constexpr (!std::is_void_v<std::invoke_result_t<Function&>>) {
    return call.result.take();
  }
}

/// Runs `f` as a root task, and returns or throws what it returns or throws.
template <class Function>
std::invoke_result_t<Function&> run_root_call(team* where, Function& f) {
  if constexpr (std::is_reference_v<std::invoke_result_t<Function&>>) {
    return by_address(f, [where](auto& address) { return run_root_call(where, address); });
  } else {
    return detail::run_root_value(where, f);
  }
}

}  // namespace nuthatch::detail
