// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/threads/futex_word.hpp"
#include "openmp/threads/team.hpp"
#include "platform/thread.hpp"

namespace nuthatch::openmp {

/// What each member of a team runs.
struct region_body {
  void (*function)(void*) = nullptr;
  void* data = nullptr;
};

/// A team with threads of its own, which wait for the next region of the same primary: thread i is
/// always member i, so what is threadprivate persists.
///
/// A region begins by one word and ends by one count:
///
///     primary   writes body and `region_word_` ─── runs member 0 ─── waits for all to leave
///     thread i          sees the word, i < n ─────── runs member i ─── leaves, waits for the word
///     thread j          sees the word, j >= n ──────────────────────── waits for its `park_word`
///
/// A thread that was left out of a region waits for a word of its own, so that regions of few
/// members do not wake it. Who it was left out by may have called it back before it waits there: so
/// it looks at `region_word_` again once it knows what its own word says.
///
/// One that is kept off the processor as it is left out may look at `region_word_` many regions
/// later. The number of a region comes again after 32768 others. So twice in that time the primary
/// waits until those who are left out know that they are.
class hot_team {
 public:
  static constexpr std::uint32_t max_team_size = settings::most_threads;

  hot_team() = default;
  hot_team(const hot_team&) = delete;
  hot_team& operator=(const hot_team&) = delete;

  /// Ends the threads, which wait. Primary.
  ~hot_team();

  [[nodiscard]] openmp::team& team() noexcept { return team_; }

  /// As POSIX names the thread of that member, which is not 0 and has come.
  [[nodiscard]] std::uint64_t os_thread_of(std::uint32_t number) const {
    return threads_[number - 1]->os_thread.handle();
  }

  /// The same as the kernel numbers it. Waits until that thread has started.
  [[nodiscard]] std::uint64_t kernel_thread_of(std::uint32_t number) const;

  /// Has so many members if there can be so many threads. Returns how many there are. Primary,
  /// between regions. Throws std::bad_alloc.
  std::uint32_t reserve_threads(std::uint32_t team_size);

  /// In the child of a fork, which has none of the threads.
  void reset_after_fork() noexcept;

  /// After members().begin(): the others run their parts. Primary.
  void start(const region_body& body) noexcept;

 private:
  struct alignas(base::interference_size) pooled_thread {
    futex_word park_word;
    detail::atomic<bool> is_parked{/*value=*/true};
    detail::atomic<std::int32_t> kernel_id{0};  // 0 until it has started; relaxed: a value alone
    platform::thread os_thread;
  };

  static constexpr std::uint32_t ends = 1;  // in place of a number of members

  // Of `region_word_`, from the right: the bit of the word; whether the region has tasks; the
  // number of the region; how many members it has.
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

  // What a region begins with, in one line: its number and that of its members, and what they run.
  alignas(base::interference_size) futex_word region_word_;
  region_body body_;

  alignas(base::interference_size) openmp::team team_{announce_tasks, this};
  std::uint32_t watching_ = 1;  // of the members, so many wait for region_word_
  std::vector<std::unique_ptr<pooled_thread>> threads_;  // of members 1, 2 …
};

}  // namespace nuthatch::openmp
