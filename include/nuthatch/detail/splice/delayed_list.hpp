#pragma once

#include <cstddef>
#include <cstring>
#include <new>

#include <nuthatch/detail/splice/item.hpp>

namespace nuthatch::detail {

/// The delayed steps of one spliced thread, in program order.
template <class E>
class delayed_list {
 public:
  delayed_list() = default;
  delayed_list(const delayed_list&) = delete;
  delayed_list& operator=(const delayed_list&) = delete;

  ~delayed_list() {
    while (oldest_ != nullptr) {
      drop(*oldest_);
    }
  }

  [[nodiscard]] bool empty() const noexcept { return oldest_ == nullptr; }

  [[nodiscard]] delayed_step<E>* oldest() const noexcept { return oldest_; }

  /// Room for `more` bytes lies behind its payload. Mostly it is the newest of them all; but steps
  /// over an interval are cut into several with one number.
  delayed_step<E>& add(const spliced_item<E>& step,
                       const step_position& at,
                       unsigned cleared,
                       std::size_t more) {
    const std::size_t bytes = sizeof(delayed_step<E>) + step.what->size + more;
    auto* const made = new (::operator new(bytes)) delayed_step<E>{.effect = step.effect,
                                                                   .what = step.what,
                                                                   .left = step.left,
                                                                   .thread = at.thread,
                                                                   .number = at.number,
                                                                   .watchers = {},
                                                                   .cleared = cleared,
                                                                   .bytes = bytes,
                                                                   .payload = {}};
    std::memcpy(made->payload, step.payload, step.what->size);
    delayed_step<E>* before = newest_;
    while (before != nullptr && made->at() < before->at()) {
      before = before->older;
    }
    made->older = before;
    made->newer = before == nullptr ? oldest_ : before->newer;
    (before == nullptr ? oldest_ : before->newer) = made;
    (made->newer == nullptr ? newest_ : made->newer->older) = made;
    return *made;
  }

  void drop(delayed_step<E>& done) noexcept {
    (done.older == nullptr ? oldest_ : done.older->newer) = done.newer;
    (done.newer == nullptr ? newest_ : done.newer->older) = done.older;
    done.~delayed_step<E>();
    ::operator delete(&done);
  }

 private:
  delayed_step<E>* oldest_ = nullptr;
  delayed_step<E>* newest_ = nullptr;
};

}  // namespace nuthatch::detail
