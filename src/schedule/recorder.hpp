// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "core/replay/observer.hpp"
#include "core/team.hpp"
#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// Writes down what an observer hears, each worker into a log of its own.
///
/// | operation   | who may call                                                  |
/// |-------------|---------------------------------------------------------------|
/// | published… | the worker that publishes, takes back or begins                |
/// | begin_part  | a task of the region                                          |
/// | any_note_call_inside | the same                                             |
/// | tree_of     | the task that began the part, when all of it has ended        |
/// | tree        | the task that began the recording, when all of it has ended   |
///
/// Sequence numbers are drawn from one counter. So a work item is published before it begins, also
/// by the sequence numbers; and what a join waits for has begun before the task goes on.
///
/// Cost: one atomic addition, 40 bytes, and a lock that others take only where a part begins or
/// ends, for each work item that is published, for each that is taken back, and for each that
/// begins, until the tree is made. A part looks at all that was noted meanwhile.
class recorder final : public core::observer {
 public:
  /// The calling worker begins with the region, there. Throws std::bad_alloc.
  recorder(const core::worker& self, detail::pedigree root);

  void published(const core::worker& by, const detail::work_id& what) noexcept override;
  void took_back(const core::worker& by, const detail::work_id& what) noexcept override;
  void began(const core::worker& by, const detail::work_id& what) noexcept override;

  /// Once only. Throws std::bad_alloc.
  [[nodiscard]] steal_tree tree();

  /// A task of the region asks for a recording, a replay or the like inside of it.
  void any_note_call_inside() noexcept {
    has_calls_inside_.store(true, detail::memory_order_relaxed);
  }

  /// Whether one has, by the end of the region.
  [[nodiscard]] bool has_calls_inside() const noexcept {
    return has_calls_inside_.load(detail::memory_order_relaxed);
  }

  /// A part of the region.
  struct part {
    detail::pedigree root;  ///< in the part
    std::uint32_t finishes_around;
    unsigned worker;
    std::uint64_t sequence_number;
    std::vector<std::size_t> noted;  ///< what was before it, by worker
  };

  /// The calling worker's task begins one, and is there now. Throws std::bad_alloc.
  [[nodiscard]] part begin_part(core::worker& self);

  /// As if the region had been that part alone. `inside` says of it, and of all parts with higher
  /// numbers, whether they are in it. Throws std::bad_alloc.
  [[nodiscard]] steal_tree tree_of(const part& one, const std::vector<bool>& inside);

 private:
  enum class happened : std::uint8_t { published, took_back, began };

  struct entry {
    detail::work_id what;
    happened how;
    std::uint64_t sequence_number;
  };

  class reading;

  /// Of one worker, in order.
  struct notes {
    std::vector<entry> entries;
    bool complete = true;

    void add(const detail::work_id& what, happened how, std::uint64_t sequence_number) noexcept;
  };

  struct alignas(base::interference_size) log {
    detail::mutex mutex;
    notes noted NUTHATCH_GUARDED_BY(mutex);
  };

  void note(unsigned worker, const detail::work_id& what, happened how) noexcept;
  [[nodiscard]] static steal_tree tree_from(std::vector<notes> all,
                                            std::uint64_t root,
                                            std::uint32_t finishes_around);

  const std::uint64_t root_;
  const std::uint32_t finishes_around_;  // the region
  std::vector<std::unique_ptr<log>> logs_;
  detail::atomic<std::uint64_t> next_sequence_number_{0};
  detail::atomic<bool> has_calls_inside_{false};
};

}  // namespace nuthatch::schedules
