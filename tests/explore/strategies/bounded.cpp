// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "explore/strategy.hpp"

namespace nuthatch::exploring {

namespace {

/// Depth-first search over the decisions of a run.
///
/// Sleep sets (Godefroid 1996) leave out runs, for preemptions only. Once all runs have been tried
/// in which the running actor continues with an access, the remaining ones run other actors first.
/// These differ from the former only if another actor accesses the same memory before the first
/// actor continues. Otherwise, the run equals one in which the actor was interrupted right after
/// the access, with as many preemptions. So the actor sleeps: it does not continue before another
/// actor's access has woken it. A switch at another point has no such equal run of the same cost,
/// and puts no actor to sleep.
class bounded_strategy final : public strategy {
 public:
  explicit bounded_strategy(unsigned deviations) : bound_(deviations) {}

  bool begin(std::uint64_t number) override {
    at_ = 0;
    asleep_.clear();
    repeats_ = false;
    return number == 0 || advance();
  }

  unsigned choose(const choice& among) override {
    if (repeats_ || (among.preemption && among.about == nullptr)) {
      return among.plain;
    }
    if (at_ == path_.size()) {
      std::vector<unsigned> options = awake_of(among);
      if (options.empty()) {
        repeats_ = true;
        return among.plain;
      }
      path_.push_back({std::move(options), among.preemption, 0, used_before(at_)});
    }
    const decision& here = path_[at_++];
    const unsigned chosen = here.options[here.chosen];
    if (among.preemption && chosen != among.plain) {
      sleep_of(among.plain) = *among.about;
    }
    return chosen;
  }

  std::size_t choose_store(place /*at*/, std::size_t count) override {
    if (repeats_) {
      return 0;
    }
    if (at_ == path_.size()) {
      std::vector<unsigned> options;
      for (unsigned older = 0; older < count; ++older) {
        options.push_back(older);
      }
      path_.push_back({std::move(options), true, 0, used_before(at_)});
    }
    const decision& here = path_[at_++];
    return here.options[here.chosen];
  }

  void goes_on_alone(unsigned actor) override {
    repeats_ = repeats_ || sleep_of(actor).has_value();
  }

  void performs(unsigned actor, const access& what) override {
    for (unsigned other = 0; other < asleep_.size(); ++other) {
      std::optional<access>& about = asleep_[other];
      if (other != actor && about && about->at == what.at && (about->writes || what.writes)) {
        about.reset();
      }
    }
  }

  [[nodiscard]] bool repeats() const override { return repeats_; }

 private:
  struct decision {
    std::vector<unsigned> options;  // the plain one comes first
    bool costs;                     // each of the others costs a deviation
    std::size_t chosen;
    unsigned used;  // deviations before this decision
  };

  [[nodiscard]] static unsigned cost(const decision& d) { return d.costs && d.chosen != 0 ? 1 : 0; }

  [[nodiscard]] unsigned used_before(std::size_t index) const {
    return index == 0 ? 0 : path_[index - 1].used + cost(path_[index - 1]);
  }

  std::optional<access>& sleep_of(unsigned actor) {
    if (asleep_.size() <= actor) {
      asleep_.resize(actor + std::size_t{1});
    }
    return asleep_[actor];
  }

  [[nodiscard]] std::vector<unsigned> awake_of(const choice& among) {
    std::vector<unsigned> options;
    std::ranges::copy_if(among.able, std::back_inserter(options), [this](unsigned actor) {
      return !sleep_of(actor).has_value();
    });
    const auto plain = std::ranges::find(options, among.plain);
    if (plain != options.end()) {
      std::iter_swap(options.begin(), plain);
    }
    return options;
  }

  /// Advances to the next path in depth-first order. Returns false if there is none.
  bool advance() {
    while (!path_.empty()) {
      decision& last = path_.back();
      while (++last.chosen < last.options.size()) {
        if (last.used + cost(last) <= bound_) {
          return true;
        }
      }
      path_.pop_back();
    }
    return false;
  }

  unsigned bound_;
  std::size_t at_ = 0;
  std::vector<decision> path_;
  std::vector<std::optional<access>> asleep_;  // by actor: the access that it is about to make
  bool repeats_ = false;
};

}  // namespace

std::unique_ptr<strategy> bounded(unsigned deviations) {
  return std::make_unique<bounded_strategy>(deviations);
}

}  // namespace nuthatch::exploring
