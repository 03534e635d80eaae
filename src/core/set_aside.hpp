// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/pedigrees.hpp"
#include "core/under_finish.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

/// As long as it lives, what the task is in that waits for another one is out of sight of that
/// other one, which runs on top of it: finishes, isolated blocks, exceptions that are handled or in
/// flight. So it makes no difference to a task who runs it. Lies on the waiting task's stack, and
/// may end on another worker. Task side.
class set_aside {
 public:
  /// `origin` names the other one.
  set_aside(worker& self, const char* origin)
      : none_(self, nullptr),
        frame_(self),
        exceptions_(std::exchange(*self.exceptions, {})),
        mine_(self.running()),
        block_(std::exchange(mine_.isolated, nullptr)),
        origin_(std::exchange(mine_.origin, origin)) {}

  set_aside(const set_aside&) = delete;
  set_aside& operator=(const set_aside&) = delete;

  ~set_aside() {
    *worker::current().exceptions = exceptions_;
    mine_.isolated = block_;
    mine_.origin = origin_;
  }

 private:
  under_finish none_;
  inline_task_outside frame_;
  detail::thread_exceptions exceptions_;
  detail::fiber& mine_;
  detail::isolation_block* block_;
  const char* origin_;
};

}  // namespace nuthatch::core
