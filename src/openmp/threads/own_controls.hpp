#pragma once

#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

/// What the calling task has set for itself, to be changed. Tasks that it has made before, which
/// have what it had then, do not see it.
[[nodiscard]] inline controls& own_controls(thread& self) {
  task& of = *self.runs;
  member& here = *self.now;
  if (of.is_explicit || here.of->active_crew() != nullptr) {
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
