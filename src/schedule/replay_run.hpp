// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <nuthatch/schedule.hpp>

namespace nuthatch::schedules {

/// The result of a call that followed a schedule.
struct replay_run {
  replay_result done;
  std::string wrong_designation;  ///< about the first invalid one; empty if there was none
  bool overdue = false;           ///< its patience ran out, and the rest ran in the mode `relaxed`
  bool has_calls_inside = false;  ///< calls of record() and the like
};

/// The same as replay(), for calls outside of all recordings and replays. A worker that is out of
/// work after `patience_ns` ends strictness, which does not count as a mismatch; 0: never. Throws
/// what replay() throws.
[[nodiscard]] replay_run replay_outside(const schedule& by,
                                        replay_mode mode,
                                        std::uint64_t patience_ns,
                                        void (*body)(void*),
                                        void* argument);

}  // namespace nuthatch::schedules
