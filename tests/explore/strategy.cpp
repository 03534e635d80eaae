#include "explore/strategy.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/random.hpp"

namespace nuthatch::exploring {

namespace {

class random_walk_strategy final : public strategy {
 public:
  explicit random_walk_strategy(std::uint64_t seed) : seed_(seed), random_(seed) {}

  bool begin(std::uint64_t number) override {
    random_ = base::random_source(seed_, number);
    stay_of_ = 2U << random_.below(6);  // runs differ in how often they switch
    return true;
  }

  unsigned choose(const choice& at) override {
    if (at.preemption && random_.below(stay_of_) != 0) {
      return at.plain;
    }
    return at.able[random_.below(static_cast<std::uint32_t>(at.able.size()))];
  }

 private:
  std::uint64_t seed_;
  base::random_source random_;
  std::uint32_t stay_of_ = 2;
};

class priorities_strategy final : public strategy {
 public:
  priorities_strategy(std::uint64_t seed, unsigned depth, std::uint32_t length)
      : seed_(seed),
        depth_(depth),
        length_(length),
        random_(seed) {}

  bool begin(std::uint64_t number) override {
    random_ = base::random_source(seed_, number);
    priority_.clear();
    decision_ = 0;
    lowest_ = 0;
    changes_.clear();
    for (unsigned i = 1; i < depth_; ++i) {
      changes_.push_back(random_.below(length_));
    }
    return true;
  }

  unsigned choose(const choice& at) override {
    // Who spins for something would keep the others from it for ever: now and then it has to let
    // them.
    constexpr std::uint32_t fairness = 256;
    const bool changes = std::ranges::find(changes_, decision_++) != changes_.end();
    if (changes || decision_ % fairness == 0) {
      priority_of(highest(at)) = --lowest_;
    }
    return highest(at);
  }

 private:
  unsigned highest(const choice& at) {
    return *std::ranges::max_element(
        at.able, {}, [this](unsigned actor) { return priority_of(actor); });
  }

  std::int64_t& priority_of(unsigned actor) {
    while (priority_.size() <= actor) {
      priority_.push_back(1 + random_.below(1U << 20U));
    }
    return priority_[actor];
  }

  std::uint64_t seed_;
  unsigned depth_;
  std::uint32_t length_;
  base::random_source random_;
  std::vector<std::int64_t> priority_;
  std::vector<std::uint32_t> changes_;
  std::uint32_t decision_ = 0;
  std::int64_t lowest_ = 0;
};

class bounded_strategy final : public strategy {
 public:
  explicit bounded_strategy(unsigned preemptions) : bound_(preemptions) {}

  bool begin(std::uint64_t number) override {
    at_ = 0;
    return number == 0 || advance();
  }

  unsigned choose(const choice& at) override {
    if (at_ == path_.size()) {
      path_.push_back({{at.able.begin(), at.able.end()}, at.preemption, 0, used_before(at_)});
      std::vector<unsigned>& able = path_.back().able;
      std::ranges::iter_swap(able.begin(), std::ranges::find(able, at.plain));
    }
    const decision& here = path_[at_++];
    return here.able[here.chosen];
  }

 private:
  struct decision {
    std::vector<unsigned> able;  // the plain choice first
    bool preemption;
    std::size_t chosen;
    unsigned used;  // preemptions before it
  };

  [[nodiscard]] static unsigned cost(const decision& d) {
    return d.preemption && d.chosen != 0 ? 1 : 0;
  }

  [[nodiscard]] unsigned used_before(std::size_t index) const {
    return index == 0 ? 0 : path_[index - 1].used + cost(path_[index - 1]);
  }

  /// To the next path in depth-first order. False when there is none.
  bool advance() {
    while (!path_.empty()) {
      decision& last = path_.back();
      while (++last.chosen < last.able.size()) {
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
};

class replay_strategy final : public strategy {
 public:
  explicit replay_strategy(schedule s) : schedule_(std::move(s)) {}

  bool begin(std::uint64_t number) override {
    decision_ = 0;
    next_ = 0;
    return number == 0;
  }

  unsigned choose(const choice& at) override {
    if (next_ == schedule_.size() || schedule_[next_].decision != decision_) {
      ++decision_;
      return at.plain;
    }
    ++decision_;
    const unsigned wanted = schedule_[next_++].actor;
    // A schedule that was cut may come to another place where that one cannot run.
    return std::ranges::find(at.able, wanted) != at.able.end() ? wanted : at.plain;
  }

 private:
  schedule schedule_;
  std::uint32_t decision_ = 0;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<strategy> random_walk(std::uint64_t seed) {
  return std::make_unique<random_walk_strategy>(seed);
}

std::unique_ptr<strategy> priorities(std::uint64_t seed, unsigned depth, std::uint32_t length) {
  return std::make_unique<priorities_strategy>(seed, depth, length);
}

std::unique_ptr<strategy> bounded(unsigned preemptions) {
  return std::make_unique<bounded_strategy>(preemptions);
}

std::unique_ptr<strategy> replay(schedule s) {
  return std::make_unique<replay_strategy>(std::move(s));
}

}  // namespace nuthatch::exploring
