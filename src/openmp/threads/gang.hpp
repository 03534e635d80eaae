// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "openmp/environment/settings.hpp"
#include "openmp/threads/phase_word.hpp"
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
///     primary   writes body, sets `begun_` ─── runs member 0 ─── waits for all to leave
///     thread i           sees begun_, i < n ── runs member i ─── leaves, waits for begun_
///     thread j           sees begun_, j >= n ─────────────────── waits for its `recalled`
///
/// A thread that was left out of a region waits for a word of its own, so that regions of few
/// members do not wake it. Who it was left out by may have called it back before it waits there: so
/// it looks at `begun_` again once it knows what its own word says.
///
/// One that is kept off the processor as it is left out may look at `begun_` many regions later.
/// The number of a region comes again after 32768 others. So twice in that time the primary waits
/// until those who are left out know that they are.
class gang {
 public:
  static constexpr std::uint32_t most_members = settings::most_threads;

  gang() = default;
  gang(const gang&) = delete;
  gang& operator=(const gang&) = delete;

  /// Ends the threads, which wait. Primary.
  ~gang();

  [[nodiscard]] team& members() noexcept { return team_; }

  /// As POSIX names the thread of that member, which is not 0 and has come.
  [[nodiscard]] std::uint64_t os_thread_of(std::uint32_t number) const {
    return threads_[number - 1]->os_thread.handle();
  }

  /// The same as the kernel numbers it. Waits until that thread has started.
  [[nodiscard]] std::uint64_t kernel_thread_of(std::uint32_t number) const;

  /// Has so many members if there can be so many threads. Returns how many there are. Primary,
  /// between regions. Throws std::bad_alloc.
  std::uint32_t grow(std::uint32_t members);

  /// In the child of a fork, which has none of the threads.
  void forget_threads() noexcept;

  /// After members().begin(): the others run their parts. Primary.
  void start(const region_body& body) noexcept;

 private:
  struct alignas(base::interference_size) waiting_thread {
    phase_word recalled;
    detail::atomic<bool> knows_no_region{/*value=*/true};
    detail::atomic<std::int32_t> kernel_id{0};  // 0 until it has started; relaxed: a value alone
    platform::thread os_thread;
  };

  static constexpr std::uint32_t ends = 1;  // in place of a number of members

  // Of `begun_`, from the right: the bit of the word; whether the region has tasks; the number of
  // the region; how many members it has.
  static constexpr phase_word::phase has_tasks = 2;
  static constexpr phase_word::phase one_region = 4;
  static constexpr auto members_shift = base::capacity<unsigned>(17, 4);
  static_assert(most_members <= ~phase_word::phase{0} >> members_shift);
  static constexpr phase_word::phase regions = (1U << members_shift) - one_region;
  static constexpr phase_word::phase half_of_regions = (regions + one_region) / 2;

  static std::uint32_t members_in(phase_word::phase begun) noexcept {
    return begun >> members_shift;
  }

  static void tell_of_tasks(void* whole) noexcept;

  void make_threads(std::uint32_t members);
  void announce(std::uint32_t members) noexcept;
  void await_left_out() noexcept;
  void recall(std::uint32_t members) noexcept;
  void run_thread(std::uint32_t number, waiting_thread& own) noexcept;
  [[nodiscard]] phase_word::phase await_recall(std::uint32_t number, waiting_thread& own) noexcept;

  // What a region begins with, in one line: its number and that of its members, and what they run.
  alignas(base::interference_size) phase_word begun_;
  region_body body_;

  alignas(base::interference_size) team team_{tell_of_tasks, this};
  std::uint32_t called_ = 1;                              // of the members, so many wait for begun_
  std::vector<std::unique_ptr<waiting_thread>> threads_;  // of members 1, 2 …
};

}  // namespace nuthatch::openmp
