// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <nuthatch/detail/check/coverage.hpp>
#include <nuthatch/detail/check/findings.hpp>
#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/detail/check/words.hpp>

namespace nuthatch::detail {

/// Code that declares calls and steps; `Words` describes it. It must not access data.
template <class Words>
class declaring_code final : public running {
 public:
  declaring_code(findings& found, Words who) : found_(&found), who_(std::move(who)) {}

  void check(const accessed& what) const override {
    found_->fail(who_() + ": " + words(what) +
                 " while it declares, when steps may not have written that yet");
  }

 private:
  findings* found_;
  Words who_;
};

/// Memory that a step has accessed and may access up to the end of each stretch. Loops return to
/// the same stretches in every iteration, mostly in the same order. Used by the worker that runs
/// the step.
class known_stretches {
 public:
  [[nodiscard]] bool holds(const accessed& what) noexcept {
    const unsigned way = number_of(what.how);
    const unsigned expected = stretches_[last_].next;
    return has(expected, what, way) ? (last_ = expected, true) : find(what, way);
  }

  void keep(const effects::extent& bytes, std::optional<effects::access> how) noexcept {
    const auto made = static_cast<unsigned>(kept_++ % stretches_.size());
    stretches_[made] = {bytes, number_of(how), 0};
    stretches_[last_].next = made;
    last_ = made;
  }

 private:
  struct stretch {
    effects::extent bytes;
    unsigned way;
    unsigned next;  // the stretch that was accessed after it
  };

  [[nodiscard]] static unsigned number_of(std::optional<effects::access> how) noexcept {
    return how ? 1U + static_cast<unsigned>(*how) : 0U;
  }

  [[nodiscard]] bool has(unsigned at, const accessed& what, unsigned way) const noexcept {
    const stretch& one = stretches_[at];
    return one.bytes.first <= what.bytes.first && what.bytes.last <= one.bytes.last &&
           one.way == way;
  }

  [[gnu::noinline]] bool find(const accessed& what, unsigned way) noexcept {
    for (unsigned at = 0; at < stretches_.size(); ++at) {
      if (has(at, what, way)) {
        stretches_[last_].next = at;
        last_ = at;
        return true;
      }
    }
    return false;
  }

  std::array<stretch, 8> stretches_{};  // as many as the rows of most stencils
  unsigned kept_ = 0;
  unsigned last_ = 0;
};

/// A step, or a part of one. It may touch only what it, and every step outside of it, has declared.
template <class Effect, class Words>
class running_step final : public running {
 public:
  running_step(findings& found, const Effect& declared, Words who)
      : found_(&found),
        declared_(&declared),
        who_(std::move(who)) {}

  /// Runs the body. Nothing is checked here before: the splicer runs unchecked.
  template <class Body>
  void run(Body& body) {
    const now_running here(*this, nullptr);
    body();
    if (!here.is_here()) {
      found_->fail(who_() +
                   ": waited for tasks and resumed on another worker, where it cannot be checked");
    }
  }

  void check(const accessed& what) const override {
    if (!known_.holds(what) && !find_known(what)) {
      check_declared(what);
    }
    check_outer(what);
  }

  void check_inner(const accessed& what) const override {
    check_declared(what);
    check_outer(what);
  }

 private:
  void check_declared(const accessed& what) const {
    if (!admits(*declared_, what.how, what.bytes)) {
      found_->fail(who_() + ": " + words(what) + ", which is outside of what it declared (" +
                   effects::describe(*declared_) + ")");
    }
  }

  void check_outer(const accessed& what) const {
    if (found_->outer() != nullptr) {
      found_->outer()->check_inner(what);
    }
  }

  /// Returns whether the step may access a single stretch of memory that contains all of the bytes,
  /// and remembers that stretch.
  [[gnu::noinline]] bool find_known(const accessed& what) const {
    const std::uintptr_t end = held_until(*declared_, what.how, what.bytes.first);
    if (end < what.bytes.last) {
      return false;
    }
    known_.keep({what.bytes.first, end}, what.how);
    return true;
  }

  findings* found_;
  const Effect* declared_;
  Words who_;
  mutable known_stretches known_;
};

/// Calls make(), which may only declare or compute effects.
template <class Words, class Make>
auto decide(findings& found, Words who, Make make) {
  const declaring_code<Words> code(found, std::move(who));
  const now_running here(code);
  return make();
}

/// Calls make() without checking what it does.
template <class Make>
auto unlooked(Make make) {
  const nothing_running here;
  return make();
}

/// Requires that something, which `who` describes, is within the effect of what contains it.
template <class Effect, class Words, class Holder>
void expect_within(
    findings& found, const Effect& larger, const Effect& smaller, Words who, Holder holder) {
  if (const auto outside = outside_of(larger, smaller)) {
    found.fail(who() + ": " + *outside + ", which is outside of what " + holder() + " declared (" +
               effects::describe(larger) + ")");
  }
}

}  // namespace nuthatch::detail
