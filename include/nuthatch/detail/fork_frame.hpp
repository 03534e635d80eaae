// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/spawn.hpp>

namespace nuthatch::detail {

struct fork_frame;

/// The operations of the core on the pending callable of a fork_join that was published. The
/// alignment makes room for the frame's flags in a pointer to it.
struct alignas(frame_tag::flags + 1) fork_operations {
  void (*run)(fork_frame&) noexcept;  ///< calls it, stores its result or exception in the frame
  const char* (*origin)() noexcept;
};

/// The pending callable of a fork_join. It lies in the frame of the function that called fork_join,
/// and its tag is its fork_operations. `join` is initialized when the callable is published.
struct fork_frame : frame {
  pedigree inner;   // of the first callable, while the frame is numbered
  pedigree around;  // of the pending one, from its publication to the join

  union {
    join_counter join;
  };

  fork_frame() noexcept {}  // NOLINT(modernize-use-equals-default): deletes it, for `join`

  fork_frame(const fork_frame&) = delete;
  fork_frame& operator=(const fork_frame&) = delete;

  ~fork_frame() {}  // the same reason; there is nothing to do
};

/// Joins a callable that was published. Returns true if it was taken back before a thief took it:
/// the caller has to run it. Returns false if it has ended; its result or exception is in the
/// frame. Suspends the task while the callable is running.
[[gnu::cold, gnu::noinline]] bool join_fork_slow(fork_frame& frame);

/// Runs the pending callable here after the other one threw, unless another worker runs it or has
/// run it. Returns its exception, or null if it returned; then its result is in the frame.
[[nodiscard, gnu::cold, gnu::noinline]] std::exception_ptr run_after_failure(
    fork_frame& frame, const fork_operations& operations);

/// Suspends the task until everything that `join.forked` counts has ended. Another worker may
/// resume it.
[[gnu::cold, gnu::noinline]] void wait_slow(join_counter& join);

/// Waits for a work-first child if it was detached, and rethrows its exception.
[[gnu::cold, gnu::noinline]] void join_child_slow(join_counter& join);

/// The same after the other callable threw: returns the child's exception, or null.
[[nodiscard, gnu::cold, gnu::noinline]] std::exception_ptr join_child_after_failure(
    join_counter& join);

}  // namespace nuthatch::detail
