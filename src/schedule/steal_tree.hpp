#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/spawn_position.hpp>

namespace nuthatch::schedules {

/// A piece of a computation that one worker ran: what it took up, by name, and all that followed on
/// the same worker until it took up something else. What it spawned and nobody took is part of it.
struct step {
  detail::work_name what;
  std::uint32_t worker;
  std::uint32_t giver;  ///< the step in which it was given away or went to sleep; no_step: the root
  std::uint64_t stamp;  ///< Steps that depend on others have higher ones
};

inline constexpr std::uint32_t no_step = UINT32_MAX;

/// The same name in a region that so many finishes are around: their ends count from the region.
[[nodiscard]] inline detail::work_name name_in_region(detail::work_name what,
                                                      std::uint32_t finishes_around) noexcept {
  if (what.how == detail::begun_as::ended && what.depth < detail::finish_state::depth_of_own &&
      what.depth >= finishes_around) {
    what.depth -= finishes_around;
  }
  return what;
}

/// Where every piece of a numbered region ran, and in which order each worker ran its pieces: a
/// tree whose root is the region, whose nodes are the steps.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section IV-A. There a node is a stolen continuation, found by
/// its level and index in its victim's; here it has a name of its own, and joins that waited are
/// nodes as well, since here the last to arrive goes on with the task.
struct steal_tree {
  std::uint64_t root = 0;     ///< the number of the region
  std::uint32_t workers = 0;  ///< of the runtime
  std::vector<step> steps;    ///< by stamp; the first is the root
  bool complete = true;       ///< false: there was no memory for some steps

  /// How many steps another worker took up than gave them.
  [[nodiscard]] std::size_t migrated() const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(steps, [this](const step& each) {
      return each.giver != no_step && steps[each.giver].worker != each.worker;
    }));
  }
};

}  // namespace nuthatch::schedules
