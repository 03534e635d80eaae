#pragma once

#include <nuthatch/detail/spawn.hpp>
#include <nuthatch/detail/task.hpp>

namespace nuthatch::detail {

// What a worker has spawned help-first and keeps to itself until somebody asks for work: asyncs in
// one list, launched tasks in another. Newest first, linked both ways; the worker's anchor ends a
// list at either end.
//
// Invariants:
//  A1  Only the owner touches a list and what is in it. No async in it is counted at its finish;
//      giving it away counts it there, and that is all that others ever see of it.
//  A2  For each async a call on the running stack chain, a drain, takes out all of its finish
//      before that can end: the end of the finish itself, or of a task that came from elsewhere.
//      The finishes of the list, newest first, are in the order in which their drains return.
//  A3  So no async is left when the stack chain is: when a task is suspended or ends away from its
//      spawner, and before a continuation is given away. And what has run under a finish further
//      out than the innermost one leaves none of that behind.
//
// Cost: four stores to keep a task, one to take it back; no atomic access, and no look at a finish.

/// Puts a task into a list, behind what was the newest there.
[[gnu::always_inline]] inline void keep_behind(task*& newest, task* made) noexcept {
  task* const older = newest;
  made->next = older;
  made->chain = older->chain + 1;
  older->newer = made;
  newest = made;
}

/// Keeps an async, whose home is the finish around the caller.
[[gnu::always_inline]] inline void keep_async(worker& self, task* made) {
  keep_behind(self.newest_async, made);
  spawned(self);
}

}  // namespace nuthatch::detail
