// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/gang.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <unistd.h>

#include "base/kept_errno.hpp"
#include "base/os_error.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/threads/await_soon.hpp"
#include "openmp/threads/patience.hpp"
#include "openmp/threads/thread.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

/// Once: the program goes on, with fewer threads than it asked for.
void warn_of_few_threads(std::uint32_t wanted, std::size_t there, const char* why) noexcept {
  static constinit detail::atomic<bool> warned{/*value=*/false};
  if (!warned.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    const platform::no_cancellation guard;
    std::fprintf(stderr, "nuthatch omp: a region of %u threads gets %zu: %s\n", wanted, there, why);
  }
}

}  // namespace

gang::~gang() {
  announce(ends);
  recall(static_cast<std::uint32_t>(threads_.size()) + 1);
  for (const auto& each : threads_) {
    each->os_thread.join();
  }
}

std::uint32_t gang::grow(std::uint32_t members) {
  const auto there = static_cast<std::uint32_t>(threads_.size() + 1);
  if (members > there) {
    make_threads(members);
  }
  const std::uint32_t found = std::min(members, static_cast<std::uint32_t>(threads_.size() + 1));
  team_.reserve(found);
  return found;
}

void gang::make_threads(std::uint32_t members) {
  const base::kept_errno kept;
  try {
    threads_.reserve(members - 1);
    while (threads_.size() + 1 < members) {
      const auto number = static_cast<std::uint32_t>(threads_.size() + 1);
      auto made = std::make_unique<waiting_thread>();
      waiting_thread& own = *made;
      made->os_thread = platform::thread({.name = "openmp/" + std::to_string(number),
                                          .cpu = {},
                                          .stack_bytes = chosen().stack_bytes},
                                         [this, number, &own] { run_thread(number, own); });
      threads_.push_back(std::move(made));
    }
  } catch (const base::os_error& refused) {
    warn_of_few_threads(members, threads_.size() + 1, refused.what());
  }
}

std::uint64_t gang::kernel_thread_of(std::uint32_t number) const {
  const detail::atomic<std::int32_t>& id = threads_[number - 1]->kernel_id;
  await_soon([&] { return id.load(detail::memory_order_relaxed) != 0; });
  return static_cast<std::uint64_t>(id.load(detail::memory_order_relaxed));
}

void gang::forget_threads() noexcept {
  for (auto& each : threads_) {
    static_cast<void>(each.release());  // it cannot be waited for
  }
  threads_.clear();
  called_ = 1;
  begun_.set(0);  // no region of new threads
  team_.be_alone();
}

void gang::announce(std::uint32_t members) noexcept {
  const phase_word::phase number = (begun_.now() + one_region) & regions;
  if (number % half_of_regions == 0) [[unlikely]] {
    await_left_out();
  }
  begun_.set(number | members << members_shift);
}

/// Until they wait for their own words.
void gang::await_left_out() noexcept {
  for (std::size_t i = called_ - 1; i < threads_.size(); ++i) {
    const detail::atomic<bool>& knows_none = threads_[i]->knows_no_region;
    await_soon([&] { return knows_none.load(detail::memory_order_acquire); });
  }
}

void gang::tell_of_tasks(void* whole) noexcept {
  static_cast<gang*>(whole)->begun_.add_bits(has_tasks);
}

void gang::recall(std::uint32_t members) noexcept {
  for (; called_ < members; ++called_) {
    threads_[called_ - 1]->recalled.advance();
  }
}

void gang::start(const region_body& body) noexcept {
  const std::uint32_t members = team_.size();
  if (members == 1) {
    return;
  }
  body_ = body;
  announce(members);
  recall(members);
  called_ = members;
  begin_executing(members);
}

/// The present region, or the next one that a thread is in which is in none.
phase_word::phase gang::await_recall(std::uint32_t number, waiting_thread& own) noexcept {
  own.knows_no_region.store(/*value=*/true, detail::memory_order_release);
  const phase_word::phase recalled = own.recalled.now();
  const phase_word::phase begun = begun_.now();
  if (members_in(begun) > number || members_in(begun) == ends) {
    return begun;
  }
  own.recalled.await_other(recalled, most_members);
  return begun_.now();
}

void gang::run_thread(std::uint32_t number, waiting_thread& own) noexcept {
  thread self;
  this_thread_or_null = &self;
  own.kernel_id.store(gettid(), detail::memory_order_relaxed);
  bool was_in = false;
  phase_word::phase begun = 0;
  const auto is_still_it = [&] {
    return begun_.now() == begun;
  };
  for (;;) {
    if (was_in) {
      const phase_word::phase next = begun_.await_other(begun, members_in(begun));
      const bool has_tasks_now = next == (begun | has_tasks);
      begun = next;
      if (has_tasks_now) {
        team_.help(self, is_still_it);
        continue;
      }
    } else {
      begun = await_recall(number, own);
    }
    if (members_in(begun) == ends) {
      break;
    }
    was_in = number < members_in(begun);
    if (was_in) {
      own.knows_no_region.store(/*value=*/false, detail::memory_order_relaxed);
      team_.enter(self, number);
      body_.function(body_.data);
      team_.leave(self);
    }
  }
  this_thread_or_null = nullptr;
}

}  // namespace nuthatch::openmp
