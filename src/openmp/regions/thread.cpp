// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/thread.hpp"

#include <memory>
#include <new>

#include <pthread.h>

#include "openmp/diagnostics/messages.hpp"
#include "openmp/environment/env_settings.hpp"
#include "openmp/model/threadprivate_copies.hpp"
#include "openmp/regions/hot_team.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "platform/first_value.hpp"
#include "platform/forking.hpp"

namespace nuthatch::openmp {

namespace {

/// A key whose destructor runs at the end of a thread that the runtime did not create.
class key_of_threads {
 public:
  key_of_threads() {
    const int code = pthread_key_create(&key_, [](void* ended) {
      this_thread_or_null = nullptr;
      delete static_cast<thread*>(ended);
    });
    if (code != 0) {
      abort_program("no key for thread records (pthread_key_create)");
    }
  }

  key_of_threads(const key_of_threads&) = delete;
  key_of_threads& operator=(const key_of_threads&) = delete;

  ~key_of_threads() { pthread_key_delete(key_); }

  /// Sets the value of the calling thread.
  void set(const thread& to) const noexcept {
    if (pthread_setspecific(key_, &to) != 0) {
      abort_program("no memory for a thread record");
    }
  }

 private:
  pthread_key_t key_{};
};

constinit platform::first_value<const key_of_threads> key;

/// Registers the handler before there is a thread that could fork.
[[gnu::constructor]] void watch_forks() {
  platform::on_fork_in_child([] {
    if (this_thread_or_null != nullptr) {
      this_thread_or_null->reset_after_fork();
    }
  });
}

}  // namespace

constinit thread_local thread* this_thread_or_null [[gnu::tls_model("initial-exec")]] = nullptr;

thread& make_this_thread() noexcept {
  auto* const created = new (std::nothrow) thread;
  if (created == nullptr) {
    abort_program("no memory for a thread record");
  }
  this_thread_or_null = created;
  key.any_get([] { return std::make_unique<const key_of_threads>(); }).set(*created);
  return *created;
}

thread::thread() {
  initial_team_.reserve(1);
  initial_team_.begin(1, nullptr);
  initial_team_.enter(*this, 0);
}

thread::~thread() = default;

hot_team& thread::acquire_hot_team() {
  if (hot_teams_in_use_ == hot_teams_.size()) {
    hot_teams_.push_back(std::make_unique<hot_team>());
  }
  return *hot_teams_[hot_teams_in_use_++];
}

team& thread::acquire_serial_team() {
  if (serial_teams_in_use_ == serial_teams_.size()) {
    serial_teams_.push_back(std::make_unique<team>());
    serial_teams_.back()->reserve(1);
  }
  return *serial_teams_[serial_teams_in_use_++];
}

void thread::release_team(const team& ended) noexcept {
  if (serial_teams_in_use_ > 0 && serial_teams_[serial_teams_in_use_ - 1].get() == &ended) {
    --serial_teams_in_use_;
  } else {
    --hot_teams_in_use_;
  }
}

void thread::end_idle_threads() noexcept {
  hot_teams_.resize(hot_teams_in_use_);
  displayed_affinity = {};  // new threads are displayed
}

void thread::reset_after_fork() noexcept {
  for (const auto& each : hot_teams_) {
    each->reset_after_fork();
  }
  for (const auto& each : serial_teams_) {
    each->reset_after_fork();
  }
  initial_team_.reset_after_fork();
  initial_team_.group().reset_after_fork();
  member->team->group().reset_after_fork();
}

}  // namespace nuthatch::openmp
