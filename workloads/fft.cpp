// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstddef>
#include <memory>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/fourier_transform.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

class fft_instance final : public instance {
 public:
  fft_instance(std::size_t points, std::size_t cutoff) : all_(points, cutoff) {}

  void reset() override { all_.start(); }

  void run_serial() override { all_.run_serial(); }

  void run_parallel(spawn_policy policy) override {
    with_policy(policy, [this](auto tag) { all_.run(tag); });
  }

  std::string verify() override { return all_.verify(); }

  [[nodiscard]] std::string answer() const override { return all_.answer(); }

 private:
  fourier_transform all_;
};

}  // namespace

workload fft_workload() {
  return {"fft",
          "the Fourier transform of a random signal, by halves that are combined in halves",
          {{"n",
            "points, a power of two",
            {"16384", "1048576", "33554432"},
            integer_range{1, fourier_transform::max_points}},
           {"cutoff",
            "up to so many points nothing is spawned",
            {"256", "1024", "1024"},
            integer_range{1, fourier_transform::max_points}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t points = chosen.get_size("n");
            if (!std::has_single_bit(points)) {
              chosen.reject("n", "a power of two");
            }
            return std::make_unique<fft_instance>(points, chosen.get_size("cutoff"));
          }};
}

}  // namespace nuthatch::workloads
