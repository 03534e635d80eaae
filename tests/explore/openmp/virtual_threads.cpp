// SPDX-License-Identifier: Apache-2.0
#include "explore/openmp/virtual_threads.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <sched.h>
#include <unistd.h>

#include "atomic/explorer.hpp"
#include "base/assert.hpp"
#include "base/os_error.hpp"
#include "platform/futex.hpp"
#include "platform/thread.hpp"
#include "twin/virtual_team.hpp"

namespace nuthatch::exploring {

namespace {

virtual_threads* there = nullptr;

/// A thread that sleeps in futex_wait(). The running worker creates it on its stack.
struct sleeper {
  const void* at;
  bool awake = false;
};

std::vector<sleeper*> sleepers;  // woken in the order of their arrival

void about_to_change(const void* word) noexcept {
  if (present != nullptr) {
    present->before({word, true});
  }
}

}  // namespace

virtual_threads::virtual_threads(platform::platform& on, unsigned workers)
    : workers_(
          on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "explored threads"})),
      slots_(std::make_unique<slot[]>(workers)) {
  there = this;
  sleepers.clear();
  twin::other_of_thread = [](void* next) noexcept -> void* {
    return std::exchange(openmp::this_thread_or_null, static_cast<openmp::thread*>(next));
  };
}

virtual_threads::~virtual_threads() {
  twin::other_of_thread = nullptr;
  there = nullptr;
}

virtual_threads& virtual_threads::present() noexcept {
  NUTHATCH_CHECK(there != nullptr, "nothing is in the place of the system's threads");
  return *there;
}

void virtual_threads::run(unsigned count,
                          const std::function<void(unsigned)>& body,
                          unsigned others) {
  next_ = count;
  end_ = workers_->size() - others;
  workers_->start([&](unsigned index) {
    if (index < count || index >= end_) {
      body(index);
    } else {
      run_started(slots_[index]);
    }
  });
  workers_->join_all();
}

unsigned virtual_threads::start(std::function<void()> body) {
  if (next_ == end_) {
    throw base::os_error(EAGAIN, "start one more thread");
  }
  slot& its = slots_[next_];
  its.body = std::move(body);
  advance(its, slot::started);
  return next_++;
}

void virtual_threads::join(unsigned index) noexcept {
  wait_for(slots_[index], slot::ended);
}

void virtual_threads::run_started(slot& own) noexcept {
  wait_for(own, slot::started);
  own.body();
  advance(own, slot::ended);
}

void virtual_threads::wait_for(slot& of, std::uint32_t phase) noexcept {
  for (std::uint32_t seen = 0; (seen = of.phase.load(detail::memory_order_acquire)) < phase;) {
    platform::futex_wait(of.phase, seen, nullptr);
  }
}

void virtual_threads::advance(slot& of, std::uint32_t phase) noexcept {
  of.phase.store(phase, detail::memory_order_release);
  platform::futex_wake(&of.phase, platform::wake_all);
}

}  // namespace nuthatch::exploring

namespace nuthatch::platform {

/// Reads the newest value: the kernel reads it after it has recorded the sleeper, and a waking
/// thread looks for sleepers after it has written the word.
void futex_wait(detail::atomic<std::uint32_t>& word,
                std::uint32_t expected,
                const timespec* deadline) noexcept {
  exploring::about_to_change(&word);
  std::uint32_t now = 0;
  std::memcpy(&now, &word, sizeof now);
  if (now != expected || deadline != nullptr) {
    return;
  }
  exploring::sleeper self{&word};
  exploring::sleepers.push_back(&self);
  while (!self.awake) {
    twin::virtual_team::of_this_thread()->block();
  }
}

void futex_wake(detail::atomic<std::uint32_t>* word, int most) noexcept {
  exploring::about_to_change(word);
  std::erase_if(exploring::sleepers, [&](exploring::sleeper* each) {
    each->awake = each->at == word && most-- > 0;
    return each->awake;
  });
  if (twin::virtual_team* const all = twin::virtual_team::of_this_thread()) {
    all->unblock();
  }
}

thread::thread(const thread_options& /*options*/, std::function<void()> body)
    : handle_(exploring::virtual_threads::present().start(std::move(body))) {}

thread::thread(thread&& other) noexcept : handle_(std::exchange(other.handle_, std::nullopt)) {}

thread& thread::operator=(thread&& other) noexcept {
  handle_ = std::exchange(other.handle_, std::nullopt);
  return *this;
}

thread::~thread() {
  NUTHATCH_CHECK(!joinable(), "a thread is destroyed before it was joined");
}

void thread::join() {
  exploring::virtual_threads::present().join(static_cast<unsigned>(*handle_));
  handle_.reset();
}

stack_bounds this_thread_stack() {
  const auto& workers = exploring::virtual_threads::present().workers();
  return workers.own_stack(twin::virtual_team::of_this_thread()->running());
}

}  // namespace nuthatch::platform

// Replaces the function of the C library.

extern "C" pid_t gettid() noexcept {
  const nuthatch::twin::virtual_team* const all = nuthatch::twin::virtual_team::of_this_thread();
  return all != nullptr ? static_cast<pid_t>(all->running() + 1) : 0;
}

extern "C" int sched_yield() noexcept {
  if (nuthatch::twin::virtual_team* const all = nuthatch::twin::virtual_team::of_this_thread()) {
    all->let_others(all->running(), 0);
  }
  return 0;
}
