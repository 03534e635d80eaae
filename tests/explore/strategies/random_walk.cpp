// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"
#include "explore/strategy.hpp"

namespace nuthatch::exploring {

namespace {

class random_walk_strategy final : public strategy {
 public:
  explicit random_walk_strategy(std::uint64_t seed) : seed_(seed), random_(seed) {}

  bool begin(std::uint64_t number) override {
    random_ = base::random_source(seed_, number);
    stay_of_ = 2U << random_.below(6);  // so runs differ in how often they switch
    return true;
  }

  unsigned choose(const choice& among) override {
    if (among.preemption && random_.below(stay_of_) != 0) {
      return among.plain;
    }
    return among.able[random_.below(static_cast<std::uint32_t>(among.able.size()))];
  }

  std::size_t choose_store(place /*at*/, std::size_t count) override {
    return random_.below(stay_of_) != 0 ? 0 : random_.below(static_cast<std::uint32_t>(count));
  }

 private:
  std::uint64_t seed_;
  base::random_source random_;
  std::uint32_t stay_of_ = 2;
};

}  // namespace

std::unique_ptr<strategy> random_walk(std::uint64_t seed) {
  return std::make_unique<random_walk_strategy>(seed);
}

}  // namespace nuthatch::exploring
