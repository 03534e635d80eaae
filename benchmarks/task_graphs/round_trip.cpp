// SPDX-License-Identifier: Apache-2.0
// Prints how many nanoseconds a cache line takes from one thread to another and back. On virtual
// machines this changes when the host moves a virtual CPU, and with it the cost of every task that
// another thread executes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

constexpr int trips = 50'000;
constexpr int rounds = 5;

alignas(128) std::atomic<int> line{0};

/// Waits for `expected` and answers with its successor, for each second number from it on.
void answer(int expected) {
  for (int i = 0; i < trips; ++i, expected += 2) {
    while (line.load(std::memory_order_acquire) != expected) {
    }
    line.store(expected + 1, std::memory_order_release);
  }
}

double round_trip_ns() {
  line = 0;
  std::thread other(answer, 1);
  const auto began = std::chrono::steady_clock::now();
  answer(0);
  other.join();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
  return took.count() / trips;
}

}  // namespace

int main() {
  double fastest = round_trip_ns();
  for (int i = 1; i < rounds; ++i) {
    fastest = std::min(fastest, round_trip_ns());
  }
  std::printf("%.0f\n", fastest);
}
