#pragma once

#include "core/work.hpp"

namespace nuthatch::core {

class worker;

// Launched tasks that are run where somebody waits for them, and what they leave behind in the
// queues, which can take out only what is at their ends. Whoever comes upon that drops it.

/// Whether the launched task `waiting` may be run before it is taken out of its queue: where it is
/// the newest there, or while not too much is left behind. Task side.
[[nodiscard]] bool may_leave_behind(worker& self, work waiting) noexcept;

/// Takes a launched task that the caller has claimed out of its queue. False when it lies where the
/// caller does not reach: then it is left behind. Task side.
[[nodiscard]] bool take_or_leave_behind(worker& self, work claimed) noexcept;

/// Whether a work that was taken out of a queue is still to be begun. One that has run meanwhile is
/// dropped, or belongs to who runs it: the caller must not touch it.
[[nodiscard]] bool taker_may_begin(worker& self, work taken) noexcept;

}  // namespace nuthatch::core
