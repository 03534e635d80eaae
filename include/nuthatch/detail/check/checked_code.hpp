#pragma once

#include <nuthatch/detail/language.hpp>

#include <string>
#include <utility>

#include <nuthatch/detail/check/coverage.hpp>
#include <nuthatch/detail/check/findings.hpp>
#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/detail/check/words.hpp>

namespace nuthatch::detail {

/// Code that declares, `Words` says which. It may not look at data.
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

/// A step, or a part of one. It may touch what it has declared, and those outside of it, too.
template <class E, class Words>
class running_step final : public running {
 public:
  running_step(findings& found, const E& declared, Words who)
      : found_(&found),
        declared_(&declared),
        who_(std::move(who)) {}

  /// Runs it. The splicer has nothing running here.
  template <class Body>
  void run(Body& body) {
    const now_running here(*this, nullptr);
    body();
    if (!here.is_here()) {
      found_->fail(
          who_() +
          ": waited for tasks and went on with another worker, where it cannot be checked");
    }
  }

  void check(const accessed& what) const override {
    if (!admits(*declared_, what.how, what.bytes)) {
      found_->fail(who_() + ": " + words(what) + ", which is outside of what it declared (" +
                   effects::describe(*declared_) + ")");
    }
    if (found_->outer() != nullptr) {
      found_->outer()->check(what);
    }
  }

 private:
  findings* found_;
  const E* declared_;
  Words who_;
};

/// Calls make(), which is to decide only.
template <class Words, class Make>
auto decide(findings& found, Words who, Make make) {
  const declaring_code<Words> code(found, std::move(who));
  const now_running here(code);
  return make();
}

/// Calls make() without looking at what it does.
template <class Make>
auto unlooked(Make make) {
  const nothing_running here;
  return make();
}

/// Of something that `who` says, compared with what holds it.
template <class E, class Words, class Holder>
void expect_within(findings& found, const E& larger, const E& smaller, Words who, Holder holder) {
  if (const auto outside = outside_of(larger, smaller)) {
    found.fail(who() + ": " + *outside + ", which is outside of what " + holder() + " declared (" +
               effects::describe(larger) + ")");
  }
}

}  // namespace nuthatch::detail
