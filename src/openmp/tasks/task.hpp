#pragma once

#include "openmp/threads/controls.hpp"

namespace nuthatch::openmp {

/// What a thread does: an implicit task, one for each member of a team, or an explicit one. Locks
/// belong to it.
struct task {
  task* parent = nullptr;
  const controls* says = nullptr;  ///< what it has not set itself, others have as well
  bool is_explicit = false;
  bool is_final = false;
};

}  // namespace nuthatch::openmp
