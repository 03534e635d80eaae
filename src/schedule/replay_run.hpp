// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <nuthatch/schedule.hpp>

namespace nuthatch::schedules {

/// What a call that followed a schedule came to.
struct replay_run {
  replay_result done;
  std::string wrong_designation;  ///< what was wrong with the first one that was; empty: none was
  bool overdue = false;           ///< it was followed as `relaxed` says after its patience
  bool has_calls_inside = false;  ///< of record() and the like
};

/// As replay(), outside of all recordings and replays. A worker that is out of work after
/// `patience_ns` ends strictness, which is no mismatch; 0: none does. Throws as replay().
[[nodiscard]] replay_run replay_outside(const schedule& by,
                                        replay_mode mode,
                                        std::uint64_t patience_ns,
                                        void (*body)(void*),
                                        void* argument);

}  // namespace nuthatch::schedules
