// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/finish_state.hpp>

#include "core/worker.hpp"

namespace nuthatch::core {

/// As long as it lives, the running task is under another finish, in which it does not lie itself:
/// that of work which runs on top of it. Task side.
class under_finish {
 public:
  under_finish(worker& self, detail::finish_state* around) noexcept : before_(self.finish) {
    self.frames.link(before_, detail::frame_tag::linked(detail::frame_kind::finish));
    self.finish = around;
  }

  under_finish(const under_finish&) = delete;
  under_finish& operator=(const under_finish&) = delete;

  ~under_finish() {
    worker& now = worker::current();
    if (now.finish != nullptr && now.asyncs.newest().home == now.finish) {
      now.publish_asyncs();  // A3
    }
    now.frames.unlink_object(before_);
    now.finish = before_.outer;
  }

 private:
  detail::finish_boundary before_;
};

}  // namespace nuthatch::core
