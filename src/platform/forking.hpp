#pragma once

namespace nuthatch::platform {

/// From now on every child process that a fork makes calls `action` first thing, on its only
/// thread, the copy of the one that forked. It may touch atomics only: any lock may be held by a
/// thread that the child does not have. Throws os_error.
void on_fork_in_child(void (*action)());

}  // namespace nuthatch::platform
