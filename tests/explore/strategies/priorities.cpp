// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "explore/strategy.hpp"

namespace nuthatch::exploring {

namespace {

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

  unsigned choose(const choice& among) override {
    // Now and then a spinning actor has to let others run. Otherwise it would keep the actor that
    // it waits for from running.
    constexpr std::uint32_t fairness = 256;
    const bool changes = std::ranges::find(changes_, decision_++) != changes_.end();
    if (changes || decision_ % fairness == 0) {
      priority_of(highest(among)) = --lowest_;
    }
    return highest(among);
  }

  std::size_t choose_store(place /*at*/, std::size_t count) override {
    constexpr std::uint32_t newest_of = 8;
    return random_.below(newest_of) != 0 ? 0 : random_.below(static_cast<std::uint32_t>(count));
  }

 private:
  unsigned highest(const choice& among) {
    return *std::ranges::max_element(
        among.able, {}, [this](unsigned actor) { return priority_of(actor); });
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

}  // namespace

std::unique_ptr<strategy> priorities(std::uint64_t seed, unsigned depth, std::uint32_t length) {
  return std::make_unique<priorities_strategy>(seed, depth, length);
}

}  // namespace nuthatch::exploring
