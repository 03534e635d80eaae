#pragma once

#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "core/observer.hpp"
#include "core/team.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// Writes down what an observer hears, each worker into a log of its own.
///
/// | operation   | who may call                                                  |
/// |-------------|---------------------------------------------------------------|
/// | gave, began | the worker that gives or begins                               |
/// | tree        | the task that began the recording, when all of it has ended   |
///
/// Stamps are drawn from one counter. So a work is given away before it begins, also by the stamps;
/// and what a join waits for has begun before the task goes on.
///
/// Cost: one atomic addition and 40 bytes for each work that is given away and for each that
/// begins, until the tree is made.
class recorder final : public core::observer {
 public:
  /// The calling worker begins with the region. Throws std::bad_alloc.
  recorder(const core::worker& self, std::uint64_t root);

  void gave(const core::worker& by, const detail::work_name& what) noexcept override;
  void began(const core::worker& by, const detail::work_name& what) noexcept override;

  /// Throws std::bad_alloc.
  [[nodiscard]] steal_tree tree() const;

 private:
  struct entry {
    detail::work_name what;
    bool began;  // else it was given away
    std::uint64_t stamp;
  };

  struct alignas(base::interference_size) log {
    std::vector<entry> entries;
    bool complete = true;
  };

  void note(unsigned worker, const detail::work_name& what, bool began) noexcept;

  const std::uint64_t root_;
  const std::uint32_t finishes_around_;  // the region
  std::vector<log> logs_;
  detail::atomic<std::uint64_t> stamps_{0};
};

}  // namespace nuthatch::schedules
