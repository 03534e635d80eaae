// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/replay/pedigrees.hpp"
#include "core/spawning/finish_override.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

/// While it lives, hides the context of a waiting task from the task that runs on top of it: its
/// finishes, its isolated blocks, and exceptions that it handles or that are in flight. So a task
/// behaves the same wherever it runs. Lies on the waiting task's stack, and may be destroyed on
/// another worker. Called on the task's stack.
class hidden_context {
 public:
  /// `origin` names the task on top.
  hidden_context(worker& self, const char* origin)
      : none_(self, nullptr),
        frame_(self),
        exceptions_(std::exchange(*self.exceptions, {})),
        mine_(self.running()),
        block_(std::exchange(mine_.isolated, nullptr)),
        origin_(std::exchange(mine_.origin, origin)) {}

  hidden_context(const hidden_context&) = delete;
  hidden_context& operator=(const hidden_context&) = delete;

  ~hidden_context() {
    *worker::current().exceptions = exceptions_;
    mine_.isolated = block_;
    mine_.origin = origin_;
  }

 private:
  finish_override none_;
  inline_task_outside frame_;
  detail::thread_exceptions exceptions_;
  detail::fiber& mine_;
  detail::isolation_block* block_;
  const char* origin_;
};

}  // namespace nuthatch::core
