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

/// Records what an observer is told, each worker in its own log.
///
/// | operation            | who may call                                                |
/// |----------------------|-------------------------------------------------------------|
/// | published, took_back | the worker that publishes or takes back                     |
/// | began                | the worker that begins                                      |
/// | begin_part           | a task of the region                                        |
/// | any_note_call_inside | the same                                                    |
/// | tree_of              | the task that began the part, when all of it has ended      |
/// | tree                 | the task that began the recording, when all of it has ended |
///
/// Sequence numbers come from one counter. So the publication of a work item has a lower number
/// than its beginning, and everything that a join waits for has begun before the task resumes.
///
/// Cost: for each work item that is published, taken back or begins, an atomic addition, 40 bytes
/// until the tree is created, and a lock that is contended only when a part begins or ends. A part
/// reads everything that was recorded during it.
class recorder final : public core::observer {
 public:
  /// The calling worker begins with the region, at `root`. Throws std::bad_alloc.
  recorder(const core::worker& self, detail::pedigree root);

  void published(const core::worker& by, const detail::work_id& what) noexcept override;
  void took_back(const core::worker& by, const detail::work_id& what) noexcept override;
  void began(const core::worker& by, const detail::work_id& what) noexcept override;

  /// May be called only once. Throws std::bad_alloc.
  [[nodiscard]] steal_tree tree();

  /// Notes that a task of the region has requested a recording, a replay or the like inside of it.
  void any_note_call_inside() noexcept {
    has_calls_inside_.store(/*value=*/true, detail::memory_order_relaxed);
  }

  /// Returns whether one has. For the end of the region.
  [[nodiscard]] bool has_calls_inside() const noexcept {
    return has_calls_inside_.load(detail::memory_order_relaxed);
  }

  /// A part of the region.
  struct part {
    detail::pedigree root;  ///< its pedigree, which contains the part
    std::uint32_t finishes_around;
    unsigned worker;
    std::uint64_t sequence_number;
    std::vector<std::size_t> noted;  ///< the number of earlier entries, by worker
  };

  /// The task of the calling worker begins a part. Throws std::bad_alloc.
  [[nodiscard]] part begin_part(core::worker& self);

  /// Returns the tree as if the region had been that part alone. `inside` tells for this part, and
  /// for all parts with higher numbers, whether they are in it. Throws std::bad_alloc.
  [[nodiscard]] steal_tree tree_of(const part& one, const std::vector<bool>& inside);

 private:
  enum class happened : std::uint8_t { published, took_back, began };

  struct entry {
    detail::work_id what;
    happened how;
    std::uint64_t sequence_number;
  };

  class reading;

  /// The entries of one worker, in order.
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
  const std::uint32_t finishes_around_;  // around the region
  std::vector<std::unique_ptr<log>> logs_;
  detail::atomic<std::uint64_t> next_sequence_number_{0};
  detail::atomic<bool> has_calls_inside_{/*value=*/false};
};

}  // namespace nuthatch::schedules
