// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/finish_state.hpp>

#include "core/worker.hpp"

namespace nuthatch::core {

/// While it lives, the running task is under a finish that does not enclose it: the finish of work
/// that runs on top of it. Task side.
class finish_override {
 public:
  finish_override(worker& self, detail::finish_state* around) noexcept : before_(self.finish) {
    self.frames.link(before_, detail::frame_tag::linked(detail::frame_kind::finish));
    self.finish = around;
  }

  finish_override(const finish_override&) = delete;
  finish_override& operator=(const finish_override&) = delete;

  ~finish_override() {
    worker& now = worker::current();
    if (now.finish != nullptr && now.asyncs.newest().join == now.finish) {
      now.publish_list(now.asyncs);  // A3
    }
    now.frames.unlink_object(before_);
    now.finish = before_.outer;
  }

 private:
  detail::finish_boundary before_;
};

}  // namespace nuthatch::core
