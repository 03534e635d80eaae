// SPDX-License-Identifier: Apache-2.0
#include "cli/present/progress.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "atomic/mutex_lock.hpp"
#include "cli/present/quantity.hpp"
#include "cli/system/interruption.hpp"

namespace nuthatch::cli {

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(250);
constexpr double worth_showing = 2;     // seconds in total
constexpr double before_showing = 0.5;  // seconds: long enough for a first estimate
constexpr std::size_t widest_bar = 30;
constexpr std::size_t narrowest_bar = 8;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void write_to_terminal(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

time_estimate::time_estimate(const std::vector<unsigned>& runs) {
  for (const unsigned count : runs) {
    kinds_.push_back({.left = count});
  }
}

void time_estimate::finished(std::size_t kind, double seconds) {
  kind_record& record = kinds_.at(kind);
  record.left -= record.left > 0 ? 1 : 0;
  record.done += 1;
  record.seconds += seconds;
}

std::optional<double> time_estimate::remaining(std::size_t running, double running_for) const {
  double known = 0;
  unsigned kinds_known = 0;
  for (const kind_record& record : kinds_) {
    if (record.done > 0) {
      known += record.seconds / record.done;
      ++kinds_known;
    }
  }
  if (kinds_known == 0) {
    return std::nullopt;
  }
  double total = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const kind_record& record = kinds_[kind];
    const double mean = record.done > 0 ? record.seconds / record.done : known / kinds_known;
    total += mean * record.left;
    if (kind == running && record.left > 0) {
      total -= std::min(running_for, mean);
    }
  }
  return total;
}

std::string progress_line(const progress_state& state, std::size_t width) {
  std::string front = fmt::format("{}  {}", state.title, state.label);
  if (!state.remaining) {
    return (front + fmt::format("  {}", format_time_left(state.elapsed))).substr(0, width);
  }
  const double total = state.elapsed + *state.remaining;
  const double done = total > 0 ? state.elapsed / total : 0;
  const std::string back =
      fmt::format("  {:3.0f}%  {} left", 100 * done, format_time_left(*state.remaining));
  const std::size_t taken = front.size() + back.size() + 4;  // two spaces and the brackets
  std::string bar;
  if (taken + narrowest_bar <= width) {
    const std::size_t length = std::min(widest_bar, width - taken);
    const auto filled = static_cast<std::size_t>(done * static_cast<double>(length));
    bar = fmt::format("  [{:-<{}}]", std::string(filled, '#'), length);
  } else if (front.size() + back.size() > width) {
    front.resize(width > back.size() ? width - back.size() : 0);
  }
  return (front + bar + back).substr(0, width);
}

progress::progress(const terminal& screen, std::string title, const std::vector<unsigned>& runs)
    : screen_(screen),
      title_(std::move(title)),
      estimate_(runs) {
  if (screen_.interactive()) {
    helper_ = std::jthread([this](const std::stop_token& done) { redraw_until(done); });
  }
}

progress::~progress() {
  helper_ = {};  // requests the stop and joins the thread
  if (drawn_) {
    write_to_terminal("\r\033[K");
    interruption::line_is_drawn(/*drawn=*/false);
  }
}

void progress::run_starts(std::size_t kind, std::string label) {
  const detail::mutex_lock lock(mutex_);
  if (running_) {
    estimate_.finished(*running_, seconds_since(running_since_));
  }
  running_ = kind;
  running_since_ = clock::now();
  label_ = std::move(label);
}

void progress::drop(std::size_t kind) {
  const detail::mutex_lock lock(mutex_);
  estimate_.dropped(kind);
}

void progress::redraw_until(const std::stop_token& done) {
  const interruption::held signals;
  const detail::mutex_lock lock(mutex_);
  while (!done_changed_.wait_for(
      mutex_, done, redraw_interval, [&] { return done.stop_requested(); })) {
    draw();
  }
}

void progress::draw() {
  progress_state state{title_, label_, seconds_since(start_), std::nullopt};
  if (running_) {
    state.remaining = estimate_.remaining(*running_, seconds_since(running_since_));
  }
  const double expected = state.elapsed + state.remaining.value_or(0);
  if (state.elapsed < before_showing || (!drawn_ && expected < worth_showing)) {
    return;
  }
  drawn_ = true;
  interruption::line_is_drawn(/*drawn=*/true);
  // Leave one column free: some terminals wrap when the last one is written.
  write_to_terminal(fmt::format("\r{}\033[K", progress_line(state, screen_.width() - 1)));
}

}  // namespace nuthatch::cli
