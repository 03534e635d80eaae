// SPDX-License-Identifier: Apache-2.0

// Moves money between accounts. A block on two objects excludes other blocks on either of them; a
// task that has to wait is suspended, and its worker runs other tasks.
//
//   isolated [transfers]

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include <nuthatch/nuthatch.hpp>

namespace {

constexpr long at_first = 1000;

struct bank {
  std::array<long, 16> accounts{};

  void transfer(std::size_t number) {
    long& from = accounts[number % accounts.size()];
    long& to = accounts[number * 7 / 3 % accounts.size()];
    nuthatch::isolated(nuthatch::on(from, to), [&] {
      const long amount = from / 2;
      from -= amount;
      to += amount;
    });
  }
};

}  // namespace

int main(int count, char** arguments) {
  const std::size_t transfers = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  bank all;
  all.accounts.fill(at_first);
  nuthatch::parallel_for(std::size_t{0}, transfers, [&](std::size_t i) { all.transfer(i); });

  const long sum = std::accumulate(all.accounts.begin(), all.accounts.end(), 0L);
  std::printf("%zu transfers, %ld in all accounts together\n", transfers, sum);
  return sum == at_first * static_cast<long>(all.accounts.size()) ? 0 : 1;
}
