// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/detail/finish_state.hpp>
#include <nuthatch/detail/frame_list.hpp>

namespace nuthatch::detail {

void frame_list::unlink_anywhere(frame& ended) noexcept {
  frame* newer = newest_;
  if (newer == &ended) {
    newest_ = ended.published() ? nullptr : ended.older;
    return;
  }
  while (newer != nullptr && !newer->published() && newer->older != &ended) {
    newer = newer->older;
  }
  if (newer == nullptr || newer->published()) {
    return;  // it is no longer in the list
  }
  newer->older = ended.published() ? nullptr : ended.older;
  if (newer->older != nullptr && !newer->older->published()) {
    newer->older->newer = newer;
  }
  if (oldest_ == &ended) {
    oldest_ = newer;  // if it is not walked yet, the next walk finds the end again
  }
}

void frame_list::walk(finish_state* around) noexcept {
  frame* newer = nullptr;
  for (frame* f = newest_; f != nullptr && !f->published(); f = f->older) {
    f->newer = newer;
    if (f->tag.walked()) {
      return;
    }
    f->tag.walk();
    if (!f->tag.is(frame_kind::children)) {
      f->finish = around;
    }
    if (f->tag.is(frame_kind::finish)) {
      around = static_cast<finish_boundary*>(f)->outer;
    }
    newer = f;
  }
  oldest_ = newer;  // no frame was walked before; otherwise the oldest is known and still linked
}

void frame_list::pop_oldest() noexcept {
  frame& gone = *oldest_;
  gone.tag.publish();
  if (&gone == newest_) {
    newest_ = nullptr;
    oldest_ = nullptr;
  } else {
    oldest_ = gone.newer;
  }
}

}  // namespace nuthatch::detail
