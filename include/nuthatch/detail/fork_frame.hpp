// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/spawn.hpp>

namespace nuthatch::detail {

struct fork_frame;

/// What the core does with the pending callable of a fork_join that was published. Aligned so that
/// the frame's flags fit in a pointer to it.
struct alignas(frame_tag::flags + 1) fork_operations {
  void (*run)(fork_frame&) noexcept;  ///< calls it, keeps its result or what it threw in the frame
  const char* (*origin)() noexcept;
};

/// The pending callable of a fork_join: lies in the frame of the function that called fork_join,
/// tagged with its fork_operations. `join` comes to life when the callable is published.
struct fork_frame : frame {
  pedigree inner;   // of the first callable, as long as the frame is numbered
  pedigree around;  // of the pending one, from when it is published to the join

  union {
    join_counter join;
  };

  fork_frame() noexcept {}  // NOLINT(modernize-use-equals-default): deletes it, for `join`

  fork_frame(const fork_frame&) = delete;
  fork_frame& operator=(const fork_frame&) = delete;

  ~fork_frame() {}  // NOLINT(modernize-use-equals-default): likewise; there is nothing to do
};

/// Joins a callable that was published. True when it was got back before anyone took it: run it
/// here. False when it is done, its result or exception in the frame. Suspends the task while it is
/// running.
[[gnu::cold, gnu::noinline]] bool join_fork_slow(fork_frame& frame);

/// After the other callable threw: the pending one is run here, unless others run it or have run
/// it. What it threw, or null when it returned, its result in the frame.
[[nodiscard, gnu::cold, gnu::noinline]] std::exception_ptr run_after_failure(
    fork_frame& frame, const fork_operations& operations);

/// Suspends the task until all that `join.forked` counts is done; perhaps another worker goes on
/// with it.
[[gnu::cold, gnu::noinline]] void wait_slow(join_counter& join);

/// Waits for a work-first child if it was detached, and throws what it threw.
[[gnu::cold, gnu::noinline]] void join_child_slow(join_counter& join);

/// The same after the other callable threw: returns what the child threw, or null.
[[nodiscard, gnu::cold, gnu::noinline]] std::exception_ptr join_child_after_failure(
    join_counter& join);

}  // namespace nuthatch::detail
