#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"
#include "workloads/kernels/spectrum.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_combination = 2.6;

template <class Policy>
void combine(Policy policy,
             spectrum& of,
             const spectrum::part& what,
             std::size_t begin,
             std::size_t end,
             std::size_t cutoff) {
  if (end - begin <= cutoff) {
    state<Policy>(ns_per_combination, end - begin);
    of.combine(what, begin, end);
    return;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  fork_join(
      policy,
      [&, policy, begin, middle] { combine(policy, of, what, begin, middle, cutoff); },
      [&, policy, middle, end] { combine(policy, of, what, middle, end, cutoff); });
}

[[gnu::noinline]] void transform_serial(spectrum& of, const spectrum::part& what) {
  if (what.length == 1) {
    of.take_over(what);
    return;
  }
  transform_serial(of, what.even());
  transform_serial(of, what.odd());
  of.combine(what, 0, what.length / 2);
}

template <class Policy>
void transform(Policy policy, spectrum& of, const spectrum::part& what, std::size_t cutoff) {
  if (what.length <= cutoff) {
    state<Policy>(ns_per_combination,
                  what.length / 2 * static_cast<std::size_t>(std::bit_width(what.length) - 1));
    transform_serial(of, what);
    return;
  }
  fork_join(
      policy,
      [&, policy, cutoff] { transform(policy, of, what.even(), cutoff); },
      [&, policy, cutoff] { transform(policy, of, what.odd(), cutoff); });
  combine(policy, of, what, 0, what.length / 2, cutoff);
}

class fft_instance final : public instance {
 public:
  fft_instance(std::size_t points, std::size_t cutoff) : all_(points), cutoff_(cutoff) {}

  void reset() override { all_.start(); }

  void run_serial() override { transform_serial(all_, all_.whole()); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { transform(tag, all_, all_.whole(), cutoff_); });
  }

  std::string verify() override {
    if (!checked_) {
      find_expected();
    }
    for (const checked_frequency& each : *checked_) {
      const complex difference = all_.made(each.frequency) - each.expected;
      if (std::hypot(difference.real, difference.imaginary) > all_.tolerance()) {
        return message("frequency ",
                       each.frequency,
                       ": expected ",
                       each.expected.real,
                       " + ",
                       each.expected.imaginary,
                       "i, found ",
                       all_.made(each.frequency).real,
                       " + ",
                       all_.made(each.frequency).imaginary,
                       "i");
      }
    }
    for (std::size_t i = 0; i < serial_->points(); ++i) {
      if (all_.made(i) != serial_->made(i)) {
        return message("frequency ", i, " is not as the serial program has it");
      }
    }
    return "";
  }

  [[nodiscard]] std::string answer() const override { return all_.answer(); }

 private:
  struct checked_frequency {
    std::size_t frequency;
    complex expected;
  };

  static constexpr std::size_t frequencies = 3;

  void find_expected() {
    std::array<checked_frequency, frequencies> found{};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t frequency = mix(i) % all_.points();
      found.at(i) = {frequency, all_.defined(frequency)};
    }
    serial_ = std::make_unique<spectrum>(all_.points());
    transform_serial(*serial_, serial_->whole());
    checked_ = found;
  }

  spectrum all_;
  std::size_t cutoff_;
  std::optional<std::array<checked_frequency, frequencies>> checked_;
  std::unique_ptr<spectrum> serial_;
};

}  // namespace

workload fft_workload() {
  return {"fft",
          "the Fourier transform of a random signal, by halves that are combined in halves",
          {{"n", "points, a power of two, up to 2^26", {"16384", "1048576", "33554432"}},
           {"cutoff", "up to so many points nothing is spawned", {"256", "1024", "1024"}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            constexpr std::size_t most = std::size_t{1} << 26U;
            const std::size_t points = chosen.get_size("n", 1, most);
            if (!std::has_single_bit(points)) {
              chosen.reject("n", "a power of two");
            }
            return std::make_unique<fft_instance>(points, chosen.get_size("cutoff", 1, most));
          }};
}

}  // namespace nuthatch::workloads
