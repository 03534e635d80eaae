// SPDX-License-Identifier: Apache-2.0
#include "platform/thread.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "base/os_error.hpp"
#include "platform/affinity.hpp"
#include "platform/kernel_cpu_set.hpp"

namespace nuthatch::platform {

namespace {

// The kernel's limit, without the final zero.
constexpr std::size_t longest_name = 15;

struct start_record {
  std::string name;
  std::function<void()> body;
};

// noexcept: an exception from the body terminates the program here, while the thread's stack can
// still be inspected.
void* run(void* argument) noexcept {
  const std::unique_ptr<start_record> record(static_cast<start_record*>(argument));
  static_cast<void>(pthread_setname_np(pthread_self(), record->name.c_str()));  // only a label
  record->body();
  return nullptr;
}

class attributes {
 public:
  attributes() {
    if (const int code = pthread_attr_init(&value_); code != 0) {
      throw base::os_error(code, "prepare a thread");
    }
  }

  attributes(const attributes&) = delete;
  attributes& operator=(const attributes&) = delete;

  ~attributes() { pthread_attr_destroy(&value_); }

  void bind_to(unsigned cpu) {
    cpu_set one;
    one.insert(cpu);
    const kernel_cpu_set mask(one);
    if (const int code = pthread_attr_setaffinity_np(&value_, mask.bytes(), mask.get());
        code != 0) {
      throw base::os_error(code, "bind a new thread to cpu " + std::to_string(cpu));
    }
  }

  /// Rounded up to pages, and to the minimum that the system permits for a thread.
  void give_stack(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t least = std::max(bytes, static_cast<std::size_t>(PTHREAD_STACK_MIN));
    const std::size_t whole = (least + page - 1) / page * page;
    if (const int code = pthread_attr_setstacksize(&value_, whole); code != 0) {
      throw base::os_error(code, "give a new thread " + std::to_string(bytes) + " bytes of stack");
    }
  }

  [[nodiscard]] const pthread_attr_t* get() const noexcept { return &value_; }

 private:
  pthread_attr_t value_{};
};

[[noreturn]] void fail(int code, const thread_options& options) {
  std::string attempt = "start thread '" + options.name + "'";
  if (options.cpu) {
    attempt += " on cpu " + std::to_string(*options.cpu);
  }
  std::string remedy;
  if (code == EAGAIN || code == ENOMEM) {
    remedy =
        "Ask for fewer threads or smaller stacks, or raise the limit on threads (ulimit -u, "
        "pids.max of the cgroup, sysctl kernel.threads-max and vm.max_map_count) or on address "
        "space (ulimit -v)";
  } else if (options.cpu) {
    remedy = "Pin to cpus that exist and that the process may use, or do not pin";
  }
  throw base::os_error(code, attempt, remedy);
}

}  // namespace

stack_bounds this_thread_stack() {
  pthread_attr_t of_this_thread;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (const int code = pthread_getattr_np(pthread_self(), &of_this_thread); code != 0) {
    throw base::os_error(code, "find the stack of the calling thread");
  }
  pthread_attr_getstack(&of_this_thread, &lowest, &size);
  pthread_attr_destroy(&of_this_thread);
  return {static_cast<std::byte*>(lowest), static_cast<std::byte*>(lowest) + size};
}

thread::thread(const thread_options& options, std::function<void()> body) {
  attributes wanted;
  if (options.cpu) {
    wanted.bind_to(*options.cpu);
  }
  if (options.stack_bytes != 0) {
    wanted.give_stack(options.stack_bytes);
  }
  auto record = std::make_unique<start_record>(
      start_record{.name = options.name.substr(0, longest_name), .body = std::move(body)});
  pthread_t made{};
  if (const int code = pthread_create(&made, wanted.get(), run, record.get()); code != 0) {
    fail(code, options);
  }
  [[maybe_unused]] const auto* const theirs = record.release();  // the new thread deletes it
  handle_ = made;
}

thread::thread(thread&& other) noexcept : handle_(std::exchange(other.handle_, std::nullopt)) {}

thread& thread::operator=(thread&& other) noexcept {
  NUTHATCH_CHECK(!joinable(), "a running thread is overwritten");
  handle_ = std::exchange(other.handle_, std::nullopt);
  return *this;
}

thread::~thread() {
  NUTHATCH_CHECK(!joinable(), "a thread is destroyed before it was joined");
}

void thread::join() {
  NUTHATCH_CHECK(handle_.has_value(), "no thread to join");
  const int code = pthread_join(*handle_, nullptr);
  NUTHATCH_CHECK(code == 0, "a thread joins itself, or was joined behind our back");
  handle_.reset();
}

}  // namespace nuthatch::platform
