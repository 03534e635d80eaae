#pragma once

#include <cstdint>

#include "openmp/tasks/task.hpp"
#include "openmp/tasks/task_node.hpp"
#include "openmp/threads/controls.hpp"
#include "openmp/threads/placing.hpp"

namespace nuthatch::openmp {

struct doacross_nest;
class team;
struct work_share;

/// What one thread is in one team. Its own: others read `number` and `of` only.
struct alignas(64) member {
  team* of = nullptr;
  std::uint32_t number = 0;
  std::uint32_t singles = 0;      ///< single constructs that it came to
  work_share* share = nullptr;    ///< the last that it came to
  work_share* before = nullptr;   ///< the one before that
  std::uint64_t trips = 0;        ///< pieces that it had of the share, where they are dealt in turn
  std::uint32_t turn = 0;         ///< of the piece that it has, where they are ordered
  bool has_turn = false;          ///< has such a piece
  doacross_nest* nest = nullptr;  ///< that it is in, in programs that Clang built
  task_node node;                 ///< of its implicit task
  task implicit;
  spot at;       ///< nowhere unless there are places
  controls own;  ///< where implicit.says points once it has set something
};

}  // namespace nuthatch::openmp
