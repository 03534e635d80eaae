// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/thread.hpp"

#include <memory>
#include <new>

#include <pthread.h>

#include "base/assert.hpp"
#include "openmp/environment/start.hpp"
#include "openmp/threads/gang.hpp"
#include "openmp/threads/private_copies.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"

namespace nuthatch::openmp {

namespace {

/// Threads that were not made here tell when they end.
class key_of_threads {
 public:
  key_of_threads() {
    const int code = pthread_key_create(&key_, [](void* ended) {
      this_thread_or_null = nullptr;
      delete static_cast<thread*>(ended);
    });
    if (code != 0) {
      base::end_program("openmp: no key for what belongs to threads (pthread_key_create)");
    }
  }

  key_of_threads(const key_of_threads&) = delete;
  key_of_threads& operator=(const key_of_threads&) = delete;

  ~key_of_threads() { pthread_key_delete(key_); }

  /// For the calling thread.
  void set(const thread& to) const noexcept {
    if (pthread_setspecific(key_, &to) != 0) {
      base::end_program("openmp: no memory for what belongs to a thread");
    }
  }

 private:
  pthread_key_t key_{};
};

constinit platform::first_value<const key_of_threads> key;

/// Before there is a thread that could fork.
[[gnu::constructor]] void watch_forks() {
  platform::on_fork_in_child([] {
    if (this_thread_or_null != nullptr) {
      this_thread_or_null->be_alone();
    }
  });
}

}  // namespace

constinit thread_local thread* this_thread_or_null [[gnu::tls_model("initial-exec")]] = nullptr;

thread& make_this_thread() noexcept {
  auto* const made = new (std::nothrow) thread;
  if (made == nullptr) {
    base::end_program("openmp: no memory for what belongs to a thread");
  }
  this_thread_or_null = made;
  key.any_get([] { return std::make_unique<const key_of_threads>(); }).set(*made);
  return *made;
}

thread::thread() {
  outermost_.reserve(1);
  outermost_.begin(1, nullptr);
  outermost_.enter(*this, 0);
}

thread::~thread() = default;

gang& thread::take_gang() {
  if (gangs_in_use_ == gangs_.size()) {
    gangs_.push_back(std::make_unique<gang>());
  }
  return *gangs_[gangs_in_use_++];
}

team& thread::take_single() {
  if (singles_in_use_ == singles_.size()) {
    singles_.push_back(std::make_unique<team>());
    singles_.back()->reserve(1);
  }
  return *singles_[singles_in_use_++];
}

void thread::give_back(const team& ended) noexcept {
  if (singles_in_use_ > 0 && singles_[singles_in_use_ - 1].get() == &ended) {
    --singles_in_use_;
  } else {
    --gangs_in_use_;
  }
}

void thread::end_idle_threads() noexcept {
  gangs_.resize(gangs_in_use_);
  shown = {};  // new threads are displayed
}

void thread::be_alone() noexcept {
  for (const auto& each : gangs_) {
    each->forget_threads();
  }
  for (const auto& each : singles_) {
    each->be_alone();
  }
  outermost_.be_alone();
  outermost_.group().be_alone();
  now->of->group().be_alone();
}

}  // namespace nuthatch::openmp
