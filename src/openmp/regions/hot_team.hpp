// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/model/team.hpp"
#include "openmp/synchronization/futex_word.hpp"
#include "platform/thread.hpp"

namespace nuthatch::openmp {

/// The function that each thread of a team executes.
struct region_body {
  void (*function)(void*) = nullptr;
  void* data = nullptr;
};

/// A team that keeps its threads between the regions of one primary thread. Thread i is always
/// thread number i of the team, so threadprivate variables persist.
///
/// One word starts a region, and one count ends it:
///
///     primary   writes body and `region_word_` ─── runs thread 0 ─── waits for all to leave
///     thread i          sees the word, i < n ─────── runs thread i ─── leaves, waits for the word
///     thread j          sees the word, j >= n ──────────────────────── waits for its `park_word`
///
/// A thread that a region leaves out waits for a separate word, so that regions of few threads do
/// not wake it. The primary may unpark it before it waits there. So the thread reads `region_word_`
/// again after its own word.
///
/// A left-out thread that gets no CPU may read `region_word_` many regions later. Region numbers
/// repeat after 32768 regions. So the primary waits twice in that period until all left-out threads
/// are parked.
class hot_team {
 public:
  static constexpr std::uint32_t max_team_size = settings::max_threads;

  hot_team() = default;
  hot_team(const hot_team&) = delete;
  hot_team& operator=(const hot_team&) = delete;

  /// Ends and joins the threads. Primary.
  ~hot_team();

  [[nodiscard]] openmp::team& team() noexcept { return team_; }

  /// The POSIX handle of a thread. `number` is not 0, and the thread exists.
  [[nodiscard]] std::uint64_t os_thread_of(std::uint32_t number) const {
    return threads_[number - 1]->os_thread.handle();
  }

  /// The kernel's id of that thread. Waits until the thread has started.
  [[nodiscard]] std::uint64_t kernel_thread_of(std::uint32_t number) const;

  /// Creates threads until the team has `team_size` of them, or until the system refuses. Returns
  /// the number of threads. Primary, between regions. Throws std::bad_alloc.
  std::uint32_t reserve_threads(std::uint32_t team_size);

  /// Called in the child of a fork, which has none of these threads.
  void reset_after_fork() noexcept;

  /// Starts the other threads of the region. Primary, after team().begin().
  void start(const region_body& body) noexcept;

 private:
  struct alignas(base::interference_size) pooled_thread {
    futex_word park_word;
    detail::atomic<bool> is_parked{/*value=*/true};
    // 0 until the thread has started. Relaxed: it publishes nothing.
    detail::atomic<std::int32_t> kernel_id{0};
    platform::thread os_thread;
  };

  static constexpr std::uint32_t ends = 1;  // in place of a team size

  // The layout of `region_word_`, from the lowest bit: the sleep bit of the word; whether the
  // region has created tasks; the number of the region; the team size.
  static constexpr futex_word::value found_tasks = 2;
  static constexpr futex_word::value one_region = 4;
  static constexpr auto team_size_shift = base::capacity<unsigned>(17, 4);
  static_assert(max_team_size <= ~futex_word::value{0} >> team_size_shift);
  static constexpr futex_word::value regions = (1U << team_size_shift) - one_region;
  static constexpr futex_word::value half_of_regions = (regions + one_region) / 2;

  static std::uint32_t team_size_in(futex_word::value region) noexcept {
    return region >> team_size_shift;
  }

  static void announce_tasks(void* whole) noexcept;

  void make_threads(std::uint32_t team_size);
  void signal_region(std::uint32_t team_size) noexcept;
  void wait_until_parked() noexcept;
  void unpark(std::uint32_t team_size) noexcept;
  void run_thread(std::uint32_t number, pooled_thread& own) noexcept;
  [[nodiscard]] futex_word::value park(std::uint32_t number, pooled_thread& own) noexcept;

  // The word and the body, which start a region, are in one cache line.
  alignas(base::interference_size) futex_word region_word_;
  region_body body_;

  alignas(base::interference_size) openmp::team team_{announce_tasks, this};
  std::uint32_t watching_ = 1;  // threads 0 to watching_ - 1 wait for region_word_
  std::vector<std::unique_ptr<pooled_thread>> threads_;  // of the threads 1, 2, …
};

}  // namespace nuthatch::openmp
