// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "explore/strategy.hpp"

namespace nuthatch::exploring {

namespace {

class replay_strategy final : public strategy {
 public:
  explicit replay_strategy(schedule s) : schedule_(std::move(s)) {}

  bool begin(std::uint64_t number) override { return number == 0; }

  unsigned choose(const choice& among) override {
    const deviation* const wanted = find(among.at);
    // A reduced schedule may reach a place at which the chosen actor cannot run.
    return wanted != nullptr && std::ranges::find(among.able, wanted->chosen) != among.able.end()
               ? wanted->chosen
               : among.plain;
  }

  std::size_t choose_store(place at, std::size_t count) override {
    const deviation* const wanted = find(at);
    return wanted != nullptr && wanted->chosen < count ? wanted->chosen : 0;
  }

 private:
  [[nodiscard]] const deviation* find(place at) const {
    const auto found = std::ranges::find(schedule_, at, &deviation::at);
    return found == schedule_.end() ? nullptr : &*found;
  }

  schedule schedule_;
};

}  // namespace

std::unique_ptr<strategy> replay(schedule s) {
  return std::make_unique<replay_strategy>(std::move(s));
}

}  // namespace nuthatch::exploring
