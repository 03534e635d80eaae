#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <nuthatch/detail/splice/spliced_thread.hpp>
#include <nuthatch/splice_counts.hpp>

namespace nuthatch::detail {

/// What keeps steps from running, over all spliced threads, in program order; and the steps that
/// were delayed for it.
///
/// A step may run when nothing interferes with it that comes before it in the program and is not
/// done: what a thread before its own will still do (P1), and delayed steps of these and of its own
/// thread. What stands in its way is watched. A delayed step watches one thing, and looks for the
/// next when that is done or has less left.
template <class E>
class dependences {
 public:
  dependences(std::deque<spliced_thread<E>>& threads, splice_counts& counts)
      : threads_(threads),
        counts_(counts) {}

  /// How many threads there are from now on. Forgets what was refined.
  void begin(std::size_t threads) { refined_.assign(threads, {}); }

  /// Notes for the newest frame of a thread from where on frames of those before it may interfere
  /// with anything in it. Whatever is declared there is within `all`.
  void refine(unsigned thread, const E& all) {
    std::vector<std::uint32_t>& mine = refined_[thread];
    const std::size_t at = threads_[thread].depth() - 1;
    mine.resize(at * thread + thread);
    for (unsigned p = 0; p < thread; ++p) {
      const std::uint32_t above = at == 0 ? 0 : mine[(at - 1) * thread + p];
      mine[at * thread + p] = first_in_the_way(p, all, above);
    }
  }

  /// 0 where nothing keeps a step of a thread from running, which the frame `frame` has declared.
  /// Else threads from this one on to its own are not in its way, and will not be.
  [[nodiscard]] unsigned cleared(const E& of, const step_position& at, std::size_t frame) {
    const std::uint32_t* const from = refined_[at.thread].data() + frame * at.thread;
    unsigned threads = nothing_cleared(at);
    while (threads != 0) {
      const unsigned p = threads - 1;
      if (in_the_way(p, of, at, p == at.thread ? 0 : from[p]) != nullptr) {
        break;
      }
      threads = p;
    }
    return threads;
  }

  /// What cleared() says of a step that nothing is known of.
  [[nodiscard]] static unsigned nothing_cleared(const step_position& at) noexcept {
    return at.thread + 1;
  }

  /// Calls visit(effect) for all that comes before the part of the step that a thread has begun,
  /// but for steps that others have begun. The nearest first: it mostly asks for the most.
  template <class Visit>
  void for_each_before(unsigned thread, std::ptrdiff_t part, Visit visit) {
    const spliced_thread<E>& own = threads_[thread];
    const step_position position{thread, own.current_number, part};
    const std::uint32_t* const from = refined_[thread].data() + own.current_frame * thread;
    for (unsigned p = thread + 1; p-- > 0;) {
      for (std::size_t at = p == thread ? own.depth() : from[p]; at < threads_[p].depth(); ++at) {
        for (const spliced_item<E>& item : threads_[p].left_of(at)) {
          visit(item.effect);
        }
      }
      for (const delayed_step<E>* each = threads_[p].delayed.oldest();
           each != nullptr && each->at() < position;
           each = each->newer) {
        visit(each->effect);
      }
    }
  }

  [[nodiscard]] bool interferes_with_current(unsigned thread, const E& of) {
    const spliced_thread<E>& other = threads_[thread];
    return other.current && interferes(other.current->effect, of);
  }

  /// It will be looked at by the next settle(). `cleared`: as above.
  void delay(const spliced_item<E>& step,
             const step_position& at,
             std::size_t frame,
             unsigned cleared) {
    delayed_step<E>& made = threads_[at.thread].delayed.add(step, at, cleared, at.thread);
    const std::uint32_t* const from = refined_[at.thread].data() + frame * at.thread;
    for (unsigned p = 0; p < at.thread; ++p) {
      made.from()[p] = static_cast<std::byte>(std::min(from[p], std::uint32_t{255}));
    }
    ++counts_.delayed_steps;
    bytes_ += made.bytes;
    counts_.peak_delayed_bytes = std::max(counts_.peak_delayed_bytes, bytes_);
    look_again(made);
  }

  [[nodiscard]] std::size_t delayed_bytes() const noexcept { return bytes_; }

  /// What they watched is done.
  void release(watched<E>& watchers) {
    while (delayed_step<E>* const one = watchers.first) {
      watchers.first = one->next_watcher;
      look_again(*one);
    }
  }

  /// A frame has less left than before: releases those with which that does not interfere.
  void has_less(unsigned thread, std::size_t frame) {
    delayed_step<E>** link = &threads_[thread].watchers_of(frame).first;
    while (delayed_step<E>* const one = *link) {
      if (interferes_with_any(threads_[thread].left_of(frame), one->effect)) {
        link = &one->next_watcher;
      } else {
        *link = one->next_watcher;
        look_again(*one);
      }
    }
  }

  /// Runs what is ready, in program order, and what that makes ready. `run(step)` runs one.
  template <class Run>
  void settle(Run run) {
    while (!ready_.empty()) {
      std::pop_heap(ready_.begin(), ready_.end(), later);
      delayed_step<E>& one = *ready_.back();
      ready_.pop_back();
      if (watched<E>* const blocker = in_the_way(one)) {
        watch(one, *blocker);
        continue;
      }
      run(one);
      watched<E> watchers = one.watchers;
      bytes_ -= one.bytes;
      threads_[one.thread].delayed.drop(one);
      release(watchers);
    }
  }

 private:
  static bool later(const delayed_step<E>* a, const delayed_step<E>* b) noexcept {
    return b->at() < a->at();
  }

  void look_again(delayed_step<E>& one) {
    ready_.push_back(&one);
    std::push_heap(ready_.begin(), ready_.end(), later);
  }

  [[nodiscard]] bool interferes_with_any(std::span<const spliced_item<E>> items, const E& of) {
    return std::any_of(items.begin(), items.end(), [this, &of](const spliced_item<E>& item) {
      return interferes(item.effect, of);
    });
  }

  void watch(delayed_step<E>& waiting, watched<E>& blocker) {
    waiting.next_watcher = blocker.first;
    blocker.first = &waiting;
    ++counts_.dependences;
  }

  [[nodiscard]] bool interferes(const E& one, const E& other) {
    ++counts_.interference_checks;
    return one.interferes_with(other);
  }

  /// The first frame of a thread from there on that has something left that interferes, or how many
  /// frames it has.
  [[nodiscard]] std::uint32_t first_in_the_way(unsigned thread, const E& of, std::uint32_t from) {
    const spliced_thread<E>& other = threads_[thread];
    for (std::uint32_t at = from; at < other.depth(); ++at) {
      if (interferes_with_any(other.left_of(at), of)) {
        return at;
      }
    }
    return std::max(from, static_cast<std::uint32_t>(other.depth()));
  }

  /// The next that is in the way of a delayed step. Once a thread is not, it never is again: what
  /// it will do was in what it had left (P2).
  [[nodiscard]] watched<E>* in_the_way(delayed_step<E>& of) {
    for (; of.cleared != 0; --of.cleared) {
      const unsigned p = of.cleared - 1;
      const auto from = p == of.thread ? 0 : static_cast<std::uint32_t>(of.from()[p]);
      if (watched<E>* const found = in_the_way(p, of.effect, of.at(), from)) {
        return found;
      }
    }
    return nullptr;
  }

  /// What a thread has left, from a frame on, and what it has delayed, that is in the way of a
  /// step. If that is its own, only what comes before.
  [[nodiscard]] watched<E>* in_the_way(unsigned thread,
                                       const E& of,
                                       const step_position& at,
                                       std::uint32_t from) {
    spliced_thread<E>& other = threads_[thread];
    if (thread != at.thread) {
      const std::uint32_t frame = first_in_the_way(thread, of, from);
      if (frame < other.depth()) {
        return &other.watchers_of(frame);
      }
    }
    const bool begun_before =
        thread != at.thread || (other.current_number == at.number && other.current &&
                                other.current->left.first() < at.part);
    if (begun_before && interferes_with_current(thread, of)) {
      return &other.current_watchers;
    }
    for (delayed_step<E>* each = other.delayed.oldest(); each != nullptr && each->at() < at;
         each = each->newer) {
      if (interferes(each->effect, of)) {
        return &each->watchers;
      }
    }
    return nullptr;
  }

  std::deque<spliced_thread<E>>& threads_;
  splice_counts& counts_;
  std::vector<std::vector<std::uint32_t>>
      refined_;                          // of a thread: frame by frame, thread by thread
  std::vector<delayed_step<E>*> ready_;  // a heap
  std::size_t bytes_ = 0;
};

}  // namespace nuthatch::detail
