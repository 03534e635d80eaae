// SPDX-License-Identifier: Apache-2.0

// Doacross loops, as Clang calls them. These calls supplement those of the loop itself, whose
// iterations are assigned as in other loops. Iterations are passed by their values.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "openmp/abi/kmpc/kmpc.hpp"
#include "openmp/model/team.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/synchronization/doacross.hpp"
#include "openmp/worksharing/loop.hpp"

namespace nuthatch::openmp {

namespace {

/// A loop of the nest, by its first and last values.
struct bounds {
  std::int64_t first;
  std::int64_t last;
  std::int64_t step;

  [[nodiscard]] std::uint64_t number_of(std::int64_t value) const noexcept {
    const auto from = static_cast<std::uint64_t>(first);
    const auto to = static_cast<std::uint64_t>(value);
    const auto by = static_cast<std::uint64_t>(step);
    return step > 0 ? (to - from) / by : (from - to) / (0 - by);
  }

  /// Whether the loop has the value, which may be beyond either end.
  [[nodiscard]] bool has(std::int64_t value) const noexcept {
    return step > 0 ? value >= first && value <= last : value <= first && value >= last;
  }
};

}  // namespace

/// The state of a doacross loop that the threads of a team share. The chunks are not known here, so
/// each iteration of the outermost loop is one.
struct doacross_nest {
  std::vector<bounds> loops;
  std::unique_ptr<openmp::doacross> doacross;
  detail::atomic<std::uint32_t> users;

  [[nodiscard]] bool has(const std::int64_t* values) const noexcept {
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (!loops[i].has(values[i])) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::vector<std::uint64_t> numbers_of(const std::int64_t* values) const {
    std::vector<std::uint64_t> found(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
      found[i] = loops[i].number_of(values[i]);
    }
    return found;
  }
};

namespace {

doacross_nest* make_nest(const bounds* loops, std::int32_t count, std::uint32_t team_size) {
  auto* const nest = new doacross_nest{{loops, loops + count}, nullptr, team_size};
  std::vector<std::uint64_t> counts;
  counts.reserve(nest->loops.size());
  for (const bounds& each : nest->loops) {
    counts.push_back(each.has(each.first) ? each.number_of(each.last) + 1 : 0);
  }
  nest->doacross = std::make_unique<doacross>(counts, 1);
  return nest;
}

}  // namespace

}  // namespace nuthatch::openmp

using nuthatch::openmp::bounds;
using nuthatch::openmp::doacross_nest;
using nuthatch::openmp::this_thread;
using nuthatch::openmp::thread;
using namespace nuthatch::openmp::kmpc;

/// Called before the loop by all threads of the team.
NUTHATCH_EXPORTED void __kmpc_doacross_init(ident* /*loc*/,
                                            thread_id /*gtid*/,
                                            std::int32_t count,
                                            const bounds* loops) {
  thread& self = this_thread();
  const std::uint32_t team_size = self.member->team->size();
  self.member->team->work_shares().enter(
      *self.member, [&](nuthatch::openmp::work_share& work_share) {
        work_share.copyprivate = nuthatch::openmp::make_nest(loops, count, team_size);
      });
  self.member->nest = static_cast<doacross_nest*>(self.member->work_share->copyprivate);
  end_loop_nowait(self);
}

/// Does not wait for iterations that the loop does not have.
NUTHATCH_EXPORTED void __kmpc_doacross_wait(ident* /*loc*/,
                                            thread_id /*gtid*/,
                                            const std::int64_t* values) {
  const thread& self = this_thread();
  const doacross_nest& nest = *self.member->nest;
  if (nest.has(values)) {
    nest.doacross->wait(nest.numbers_of(values), self.member->team->size());
  }
}

NUTHATCH_EXPORTED void __kmpc_doacross_post(ident* /*loc*/,
                                            thread_id /*gtid*/,
                                            const std::int64_t* values) {
  const doacross_nest& nest = *this_thread().member->nest;
  nest.doacross->post(nest.numbers_of(values));
}

/// Called after the loop by all threads of the team.
NUTHATCH_EXPORTED void __kmpc_doacross_fini(ident* /*loc*/, thread_id /*gtid*/) {
  doacross_nest* const nest = std::exchange(this_thread().member->nest, nullptr);
  if (nest->users.fetch_sub(1, nuthatch::detail::memory_order_acq_rel) == 1) {
    delete nest;
  }
}
