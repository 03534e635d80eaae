#pragma once

#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

// The asyncs that a worker has spawned help-first and that nobody has asked for, newest first,
// linked both ways; the worker's anchor ends the list at either end.
//
// Invariants:
//  A1  Only the owner touches the list and what is in it. No task in it is counted at its finish;
//      giving it away counts it there, and that is all that others ever see of it.
//  A2  For each of them a call on the running stack chain, a drain, takes out all of their finish
//      before that can end: the end of the finish itself, or of a task that came from elsewhere.
//      The finishes of the list, newest first, are in the order in which their drains return.
//  A3  So the list is empty when the stack chain is left: when a task is suspended or ends away
//      from its spawner, and before a continuation is given away. And what has run under a finish
//      further out than the innermost one leaves nothing behind.
//
// Cost: four stores to keep one, one to take it back; no atomic access, and no look at its finish.

/// Keeps an async, whose home is the finish around the caller.
[[gnu::always_inline]] inline void keep_async(worker& self, task* made) {
  task* const older = self.newest_async;
  made->next = older;
  made->chain = older->chain + 1;
  older->newer = made;
  self.newest_async = made;
  spawned(self);
}

}  // namespace nuthatch::detail
