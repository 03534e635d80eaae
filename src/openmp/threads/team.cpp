#include "openmp/threads/team.hpp"

#include <utility>

#include "openmp/environment/start.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {

namespace {

/// What a region's tasks begin with: what the encountering task says, but for what the environment
/// says of this level.
controls controls_at(std::uint32_t level, const controls& around) noexcept {
  controls found = around;
  const settings& all = chosen();
  if (all.threads.size() > 1 && level < all.threads.size()) {
    found.threads = static_cast<std::uint32_t>(all.threads[level]);
  }
  if (all.bindings.size() > 1 && level < all.bindings.size()) {
    found.bind = all.bindings[level];
  }
  return found;
}

}  // namespace

void team::reserve(std::uint32_t members) {
  if (members > capacity_) {
    members_ = std::make_unique<member[]>(members);
    capacity_ = members;
  }
}

void team::begin(std::uint32_t members, const thread* from) noexcept {
  size_ = members;
  if (from != nullptr) {
    around_ = from->now;
    encountering_ = from->runs;
    level_ = around_->of->level_ + 1;
    active_level_ = around_->of->active_level_ + (members > 1 ? 1 : 0);
    says_ = controls_at(level_, *encountering_->says);
  } else {
    says_ = initial_controls();
  }
  before_first_ = nullptr;
  first_share_ = &shares_.newest();
  singles_.store(0, detail::memory_order_relaxed);
  left_.store(0, detail::memory_order_relaxed);
  region_ = all_left_.now();
}

void team::enter(thread& self, std::uint32_t number) noexcept {
  member& own = members_[number];
  own.of = this;
  own.number = number;
  own.singles = 0;
  own.share = first_share_;
  own.before = before_first_;
  own.trips = 0;
  own.has_turn = false;
  own.implicit = {.parent = encountering_, .says = &says_};
  self.now = &own;
  self.runs = &own.implicit;
}

void team::end(thread& self) noexcept {
  if (size_ > 1) {
    all_left_.await_other(region_);
  }
  if (is_cancelled()) {
    cancelled_.store(/*value=*/false, detail::memory_order_relaxed);
    barrier_.reset();
    shares_.drop_all();
  }
  kept_.clear();
  self.now = around_;
  self.runs = encountering_;
}

controls& team::keep_controls(const controls& as) {
  auto made = std::make_unique<controls>(as);
  controls& found = *made;
  kept_lock_.lock();
  kept_.push_back(std::move(made));
  kept_lock_.unlock();
  return found;
}

}  // namespace nuthatch::openmp
