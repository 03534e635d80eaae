#pragma once

#include <cstdint>

#include <nuthatch/detail/fiber.hpp>

#include "core/work.hpp"

namespace nuthatch::core {

class team;

/// The sync tree has an edge from each task to the one that waits for it (SLAW, section III-B): to
/// its spawner for callables of a fork_join and children of a scope, to whoever runs the innermost
/// finish around it for an async. A scheduler that prefers deep works needs to know their depth in
/// that tree; the core notes it where a task leaves its stack chain, in the fiber that runs it, so
/// un-stolen spawns do not pay for it. Tasks that run in place, on the stack of the one that waits for
/// them, count as part of that.

/// Of a work that the caller has just taken from a queue, where others do not see it any more.
[[nodiscard]] std::uint32_t sync_depth(team& of, work what) noexcept;

/// Of a work-first child, whose continuation frame `spawned` is being given away, on the fiber
/// `parent`.
[[nodiscard]] std::uint32_t sync_depth_of_child(team& of,
                                                const detail::frame& spawned,
                                                const detail::fiber& parent) noexcept;

}  // namespace nuthatch::core
