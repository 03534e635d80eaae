// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include <nuthatch/detail/phase_ledger.hpp>

namespace nuthatch::detail {

namespace {

// The credit that each run adds; invariant 1 of phase_ledger.
constexpr double credit_of_run = 0.125;

constexpr double max_loss_of_run = 8;
constexpr double min_credit = -32;

// The cost of an attempt at another schedule.
constexpr double credit_to_record = 2;

constexpr std::uint32_t longest_until_look = 256;
constexpr double first_look_if_idle = 16;
constexpr double later_look_if_idle = 32;
constexpr double much_idle = 0.25;

constexpr double much_slower = 1.25;
constexpr double hardly_parallel = 1.25;  // average number of busy workers

constexpr std::uint32_t max_stretch = 1024;
constexpr std::uint32_t looks_to_believe = 2;

}  // namespace

void last_three::add(double seconds) noexcept {
  all_[count_++ % all_.size()] = seconds;
}

double last_three::middle() const noexcept {
  std::array<double, 3> sorted = all_;
  auto* const end = sorted.begin() + std::min<std::uint64_t>(count_, sorted.size());
  std::sort(sorted.begin(), end);
  return count_ == 0 ? 0 : sorted[has_three() ? 1 : 0];
}

void phase_ledger::note_replay(double seconds) noexcept {
  if (plain_ == 0) {
    plain_ = seconds;
  }
  replays_.add(seconds);
  replay_seconds_ += std::min(seconds, plain_ * (1 + max_loss_of_run));
  ++replay_runs_;
}

void phase_ledger::note_replaying(double busy, double idle) noexcept {
  ++followed_;
  busy_ += busy;
  idle_ += idle;
}

void phase_ledger::note_stolen(double seconds) noexcept {
  stolen_.add(seconds);
  left_of_stretch_ -= std::min(left_of_stretch_, 1U);
  if (stolen_.has_three()) {
    plain_ = stolen_.middle();
    has_plain_ = true;
  }
  credit_ = std::min(credit_ + credit_of_run, max_credit);
}

bool phase_ledger::is_used_up() const noexcept {
  return replay_seconds_ > plain_ * (replay_runs_ * (1 + credit_of_run) + credit_);
}

bool phase_ledger::looks_now() const noexcept {
  return followed_ >= std::min<double>(look_after_, max_until_look()) || is_used_up();
}

/// If workers are idle, they could have done what the schedule leaves to few of them. So the
/// schedule is followed for no more runs than all workers could do in the time of a certain number.
double phase_ledger::max_until_look() const noexcept {
  const double idle = idle_ / std::max(followed_, 1U);
  if (idle <= much_idle) {
    return look_after_;
  }
  return look_after_ == first_look ? first_look_if_idle * (1 - idle)
                                   : std::max<double>(first_look, later_look_if_idle * (1 - idle));
}

/// Settles the present account, and begins the next one.
void phase_ledger::settle_account() noexcept {
  const double lost = plain_ == 0 ? 0 : replay_seconds_ / plain_ - replay_runs_;
  credit_ = std::clamp(credit_ + replay_runs_ * credit_of_run - lost, min_credit, max_credit);
  replay_seconds_ = 0;
  replay_runs_ = 0;
  followed_ = 0;
  busy_ = 0;
  idle_ = 0;
}

bool phase_ledger::judge_look(unsigned workers) noexcept {
  const bool is_slower = replays_.middle() > much_slower * plain_;
  const bool is_serial = workers > 1 && busy_ < hardly_parallel * followed_;
  settle_account();
  look_after_ = std::min(2 * look_after_, longest_until_look);
  if (is_slower || is_serial || credit_ < 0) {
    return true;
  }
  if (++good_looks_ == looks_to_believe) {
    next_stretch_ = first_stretch;
  }
  return false;
}

void phase_ledger::begin_stretch() noexcept {
  settle_account();
  stolen_.forget();
  good_looks_ = 0;
  left_of_stretch_ = next_stretch_;
  next_stretch_ = std::min(2 * next_stretch_, max_stretch);
}

bool phase_ledger::has_stolen_enough() const noexcept {
  return left_of_stretch_ == 0 && credit_ >= credit_to_record;
}

void phase_ledger::begin_replaying() noexcept {
  look_after_ = first_look;
  followed_ = 0;
  busy_ = 0;
  idle_ = 0;
}

}  // namespace nuthatch::detail
