// SPDX-License-Identifier: Apache-2.0

// The generated proteins of protein_list.hpp.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "workloads/kernels/mix.hpp"
#include "workloads/kernels/protein_list.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::size_t members_of_family = 4;

/// The number of each amino acid in 9993 residues of known proteins: the composition of
/// UniProtKB/Swiss-Prot, in the order of amino_acid_letters.
constexpr std::array<std::uint32_t, 20> occurrences{825, 553, 406, 546, 138, 393, 672,
                                                    707, 227, 591, 965, 580, 241, 386,
                                                    474, 665, 536, 110, 292, 686};
constexpr std::uint32_t all_occurrences = 9993;

/// The lengths below which a given share of all proteins is, in percent of the average. From a
/// hundred proteins of men and mice.
struct quantile {
  double share;
  double percent;
};

constexpr std::array quantiles{quantile{0, 14},
                               quantile{0.1, 32},
                               quantile{0.25, 50},
                               quantile{0.5, 82},
                               quantile{0.75, 128},
                               quantile{0.9, 191},
                               quantile{0.97, 255},
                               quantile{1, 320}};

class generator {
 public:
  explicit generator(std::uint64_t seed) : next_(seed) {}

  std::size_t below(std::size_t limit) { return mix(next_++) % limit; }

  bool happens(std::size_t percent) { return below(100) < percent; }

  residue any_residue() {
    std::uint64_t left = below(all_occurrences);
    residue chosen = 0;
    while (left >= occurrences.at(chosen)) {
      left -= occurrences.at(chosen++);
    }
    return chosen;
  }

  protein any_protein(std::size_t length) {
    protein made(length);
    std::ranges::generate(made, [this] { return any_residue(); });
    return made;
  }

  /// A copy of a protein with `percent` percent of its residues replaced, and some inserted or
  /// removed.
  protein descendant(const protein& of, std::size_t percent) {
    constexpr std::size_t longest_gap = 12;
    constexpr std::size_t percent_with_gap = 2;
    protein made;
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (happens(percent_with_gap)) {
        const std::size_t gap = 1 + below(longest_gap);
        if (happens(50)) {
          i += gap;
          continue;
        }
        std::ranges::generate_n(std::back_inserter(made), static_cast<std::ptrdiff_t>(gap), [this] {
          return any_residue();
        });
      }
      made.push_back(happens(percent) ? any_residue() : of[i]);
    }
    return made.empty() ? of : made;
  }

 private:
  std::uint64_t next_;
};

double percent_of_average(double share) {
  std::size_t next = 1;
  while (share > quantiles.at(next).share) {
    ++next;
  }
  const quantile& from = quantiles.at(next - 1);
  const quantile& to = quantiles.at(next);
  return from.percent +
         (share - from.share) / (to.share - from.share) * (to.percent - from.percent);
}

}  // namespace

std::vector<protein> generate_proteins(std::size_t count, std::size_t length) {
  constexpr std::uint64_t seed = 1992;
  constexpr std::array<std::size_t, members_of_family> percent_replaced{0, 15, 40, 65};
  generator random(seed);
  const std::size_t families = (count + members_of_family - 1) / members_of_family;
  // Consecutive families differ in length; all together have the distribution above.
  std::size_t stride = families * 5 / 8;
  while (std::gcd(stride, families) != 1) {
    ++stride;
  }
  std::vector<protein> list;
  for (std::size_t family = 0; family < families; ++family) {
    constexpr double middle = 0.5;
    const double share =
        (static_cast<double>(family * stride % families) + middle) / static_cast<double>(families);
    const auto residues =
        static_cast<std::size_t>(static_cast<double>(length) * percent_of_average(share) / 100);
    const protein first = random.any_protein(std::max<std::size_t>(residues, 1));
    for (const std::size_t percent : percent_replaced) {
      if (list.size() < count) {
        list.push_back(percent == 0 ? first : random.descendant(first, percent));
      }
    }
  }
  return list;
}

}  // namespace nuthatch::workloads
