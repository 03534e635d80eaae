#pragma once

#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

/// What the calling task has set for itself, to be changed. What it has begun before does not see
/// it.
[[nodiscard]] inline controls& own_controls(thread& self) {
  task& of = *self.runs;
  member& here = *self.now;
  if (of.is_explicit) {
    controls& kept = here.of->keep_controls(*of.says);
    of.says = &kept;
    return kept;
  }
  if (of.says != &here.own) {
    here.own = *of.says;
    of.says = &here.own;
  }
  return here.own;
}

}  // namespace nuthatch::openmp
