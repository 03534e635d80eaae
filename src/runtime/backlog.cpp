// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <nuthatch/detail/backlog.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/runtime.hpp>
#include <nuthatch/stopping.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"

namespace nuthatch::detail {

/// First in, first out.
struct backlog::call_queue {
  std::unique_ptr<queued_call> first;
  queued_call* last = nullptr;

  void push(std::unique_ptr<queued_call> added) noexcept {
    queued_call* const now_last = added.get();
    (first == nullptr ? first : last->next) = std::move(added);
    last = now_last;
  }

  [[nodiscard]] std::unique_ptr<queued_call> pop() noexcept {
    std::unique_ptr<queued_call> taken = std::move(first);
    first = std::move(taken->next);
    return taken;
  }

  /// Removes one, if it is here.
  [[nodiscard]] std::unique_ptr<queued_call> remove(const queued_call* wanted) noexcept {
    queued_call* before = nullptr;
    for (std::unique_ptr<queued_call>* at = &first; *at != nullptr; at = &before->next) {
      if (at->get() == wanted) {
        std::unique_ptr<queued_call> taken = std::move(*at);
        *at = std::move(taken->next);
        last = *at == nullptr ? before : last;
        return taken;
      }
      before = at->get();
    }
    return nullptr;
  }

  /// One by one, since a chain of destructors could overflow the stack.
  ~call_queue() {
    while (first != nullptr) {
      static_cast<void>(pop());
    }
  }

  call_queue() noexcept = default;
  call_queue(const call_queue&) = delete;
  call_queue& operator=(const call_queue&) = delete;

  call_queue(call_queue&& other) noexcept
      : first(std::move(other.first)),
        last(std::exchange(other.last, nullptr)) {}

  call_queue& operator=(call_queue&&) = delete;
};

struct backlog::waiting {
  const std::size_t limit;
  mutex guard;
  std::size_t runners NUTHATCH_GUARDED_BY(guard) = 0;
  call_queue high NUTHATCH_GUARDED_BY(guard);
  call_queue normal NUTHATCH_GUARDED_BY(guard);

  explicit waiting(std::size_t most) : limit(most) {}

  [[nodiscard]] call_queue& queue(priority how) NUTHATCH_REQUIRES(guard) {
    return how == priority::high ? high : normal;
  }

  /// Takes all tasks away from the runners.
  [[nodiscard]] std::array<call_queue, 2> take_all() NUTHATCH_REQUIRES(guard) {
    return {std::move(high), std::move(normal)};
  }

  [[nodiscard]] bool has_any() const NUTHATCH_REQUIRES(guard) {
    return high.first != nullptr || normal.first != nullptr;
  }
};

backlog::backlog(std::size_t limit) : waiting_(std::make_unique<waiting>(limit)) {
  if (limit == 0) {
    throw std::invalid_argument("limited_group: at least one task has to be allowed at a time");
  }
}

backlog::~backlog() = default;

bool backlog::any_add(std::unique_ptr<queued_call> made, priority how) noexcept {
  const mutex_lock lock(waiting_->guard);
  waiting_->queue(how).push(std::move(made));
  if (waiting_->runners == waiting_->limit) {
    return false;
  }
  ++waiting_->runners;
  return true;
}

bool backlog::any_lacks_runner() noexcept {
  const mutex_lock lock(waiting_->guard);
  if (waiting_->runners != 0 || !waiting_->has_any()) {
    return false;
  }
  ++waiting_->runners;
  return true;
}

bool backlog::any_take_back(const queued_call* made, priority how) noexcept {
  std::unique_ptr<queued_call> taken;  // ends behind the lock
  const mutex_lock lock(waiting_->guard);
  taken = waiting_->queue(how).remove(made);
  return taken != nullptr;
}

void backlog::end_unstarted_runner(bool is_stopped) noexcept {
  std::optional<std::array<call_queue, 2>> left_out;  // ends behind the lock
  const mutex_lock lock(waiting_->guard);
  if (--waiting_->runners == 0 && is_stopped) {
    left_out.emplace(waiting_->take_all());
  }
}

std::unique_ptr<queued_call> backlog::take() noexcept {
  const bool is_stopped = stop_requested();
  std::optional<std::array<call_queue, 2>> left_out;  // ends behind the lock
  const mutex_lock lock(waiting_->guard);
  if (is_stopped) {
    left_out.emplace(waiting_->take_all());
  }
  for (call_queue* const each : {&waiting_->high, &waiting_->normal}) {
    if (each->first != nullptr) {
      return each->pop();
    }
  }
  --waiting_->runners;
  return nullptr;
}

void backlog::run() {
  std::exception_ptr thrown;
  while (const std::unique_ptr<queued_call> next = take()) {
    try {
      next->call();
    } catch (...) {
      add_error(thrown, std::current_exception());
    }
    nuthatch::poll();
  }
  if (thrown) {
    std::rethrow_exception(std::move(thrown));
  }
}

}  // namespace nuthatch::detail
