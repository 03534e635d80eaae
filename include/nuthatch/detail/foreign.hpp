// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/result.hpp>

/// Code that is compiled with -fsplit-stack calls this where a function begins. The linker then
/// adds it; without such code it is null.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] void __morestack();  // NOLINT(bugprone-*)

namespace nuthatch::detail {

struct task;
class team;

/// Ends the program: such code takes the stacks of tasks for full.
[[noreturn, gnu::cold]] void refuse_split_stacks() noexcept;

/// Makes the default runtime if there is none. Throws what the constructor of runtime throws.
[[gnu::cold, gnu::noinline]] void require_default_runtime();

/// Hands a task to the default runtime, which there is, from a foreign thread.
[[gnu::cold, gnu::noinline]] void inject_foreign(task* made) noexcept;

/// Waits on a foreign thread.
[[gnu::cold, gnu::noinline]] void wait_foreign(join_counter& join);

/// Runs body(argument) as a root task of `where` (null: the default runtime's team), under a finish
/// of its own, meanwhile blocking the calling foreign thread or suspending the calling task of
/// another team. Returns what asyncs left over by it threw; or, when the team had no stack to run
/// it on, the stack_limit_error that says so.
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
    bool returned;  // neither that nor an error: the task was refused, see run_root
  } call{&f, {}, nullptr, false};

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

/// Runs `f` as a root task and passes on what it returns or throws.
template <class Function>
std::invoke_result_t<Function&> run_root_call(team* where, Function& f) {
  if constexpr (std::is_reference_v<std::invoke_result_t<Function&>>) {
    return by_address(f, [where](auto& address) { return run_root_call(where, address); });
  } else {
    return run_root_value(where, f);
  }
}

}  // namespace nuthatch::detail
