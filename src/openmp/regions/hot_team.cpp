// SPDX-License-Identifier: Apache-2.0
#include "openmp/regions/hot_team.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <unistd.h>

#include <nuthatch/detail/saturated.hpp>

#include "base/kept_errno.hpp"
#include "base/os_error.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/synchronization/spin_limit.hpp"
#include "openmp/synchronization/spin_until.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

/// Warns once that the program continues with fewer threads than it requested.
void warn_of_few_threads(std::uint32_t wanted, std::size_t there, const char* why) noexcept {
  static constinit detail::atomic<bool> warned{/*value=*/false};
  if (!warned.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    const platform::no_cancellation guard;
    std::fprintf(stderr, "nuthatch omp: a region of %u threads gets %zu: %s\n", wanted, there, why);
  }
}

/// Returns the bytes of a thread's stack; 0: the system's default. The program has what it asked
/// for in addition to the runtime's record of the thread.
std::uint64_t stack_of_thread() noexcept {
  const std::uint64_t wanted = env_settings().stack_bytes;
  return wanted == 0 ? 0 : detail::saturated_sum<std::uint64_t>(wanted, sizeof(thread));
}

}  // namespace

hot_team::~hot_team() {
  signal_region(ends);
  unpark(static_cast<std::uint32_t>(threads_.size()) + 1);
  for (const auto& each : threads_) {
    each->os_thread.join();
  }
}

std::uint32_t hot_team::reserve_threads(std::uint32_t team_size) {
  const auto there = static_cast<std::uint32_t>(threads_.size() + 1);
  if (team_size > there) {
    make_threads(team_size);
  }
  const std::uint32_t found = std::min(team_size, static_cast<std::uint32_t>(threads_.size() + 1));
  team_.reserve(found);
  return found;
}

void hot_team::make_threads(std::uint32_t team_size) {
  const base::kept_errno kept;
  try {
    threads_.reserve(team_size - 1);
    while (threads_.size() + 1 < team_size) {
      const auto number = static_cast<std::uint32_t>(threads_.size() + 1);
      auto pooled = std::make_unique<pooled_thread>();
      pooled_thread& own = *pooled;
      pooled->os_thread = platform::thread(
          {.name = "openmp/" + std::to_string(number), .cpu = {}, .stack_bytes = stack_of_thread()},
          [this, number, &own] { run_thread(number, own); });
      threads_.push_back(std::move(pooled));
    }
  } catch (const base::os_error& refused) {
    warn_of_few_threads(team_size, threads_.size() + 1, refused.what());
  }
}

std::uint64_t hot_team::kernel_thread_of(std::uint32_t number) const {
  const detail::atomic<std::int32_t>& id = threads_[number - 1]->kernel_id;
  spin_until([&] { return id.load(detail::memory_order_relaxed) != 0; });
  return static_cast<std::uint64_t>(id.load(detail::memory_order_relaxed));
}

void hot_team::reset_after_fork() noexcept {
  for (auto& each : threads_) {
    static_cast<void>(each.release());  // it cannot be joined
  }
  threads_.clear();
  watching_ = 1;
  region_word_.store(0);  // new threads are in no region
  team_.reset_after_fork();
}

void hot_team::signal_region(std::uint32_t team_size) noexcept {
  const futex_word::value number = (region_word_.load() + one_region) & regions;
  if (number % half_of_regions == 0) [[unlikely]] {
    wait_until_parked();
  }
  region_word_.store(number | team_size << team_size_shift);
}

/// Waits until the threads that the last region left out are parked.
void hot_team::wait_until_parked() noexcept {
  for (std::size_t i = watching_ - 1; i < threads_.size(); ++i) {
    const detail::atomic<bool>& knows_none = threads_[i]->is_parked;
    spin_until([&] { return knows_none.load(detail::memory_order_acquire); });
  }
}

void hot_team::announce_tasks(void* whole) noexcept {
  static_cast<hot_team*>(whole)->region_word_.fetch_or(found_tasks);
}

void hot_team::unpark(std::uint32_t team_size) noexcept {
  for (; watching_ < team_size; ++watching_) {
    threads_[watching_ - 1]->park_word.fetch_add();
  }
}

void hot_team::start(const region_body& body) noexcept {
  const std::uint32_t team_size = team_.size();
  if (team_size == 1) {
    return;
  }
  body_ = body;
  signal_region(team_size);
  unpark(team_size);
  watching_ = team_size;
  add_running(team_size);
}

/// Waits until a region includes the thread, and returns the word of that region. The thread is in
/// no region when it is called.
futex_word::value hot_team::park(std::uint32_t number, pooled_thread& own) noexcept {
  own.is_parked.store(/*value=*/true, detail::memory_order_release);
  const futex_word::value parked = own.park_word.load();
  const futex_word::value region = region_word_.load();
  if (team_size_in(region) > number || team_size_in(region) == ends) {
    return region;
  }
  own.park_word.wait_while(parked, max_team_size);
  return region_word_.load();
}

void hot_team::run_thread(std::uint32_t number, pooled_thread& own) noexcept {
  thread self;
  this_thread_or_null = &self;
  own.kernel_id.store(gettid(), detail::memory_order_relaxed);
  bool was_in = false;
  futex_word::value region = 0;
  const auto is_still_it = [&] {
    return region_word_.load() == region;
  };
  for (;;) {
    if (was_in) {
      const futex_word::value next = region_word_.wait_while(region, team_size_in(region));
      const bool found_tasks_now = next == (region | found_tasks);
      region = next;
      if (found_tasks_now) {
        team_.run_tasks(self, is_still_it);
        continue;
      }
    } else {
      region = park(number, own);
    }
    if (team_size_in(region) == ends) {
      break;
    }
    was_in = number < team_size_in(region);
    if (was_in) {
      own.is_parked.store(/*value=*/false, detail::memory_order_relaxed);
      team_.enter(self, number);
      body_.function(body_.data);
      team_.leave(self);
    }
  }
  this_thread_or_null = nullptr;
}

}  // namespace nuthatch::openmp
