// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/fourier_transform.hpp"

#include <cmath>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

[[gnu::noinline]] void fourier_transform::transform_serial(spectrum& of,
                                                           const spectrum::part& what) {
  if (what.length == 1) {
    of.take_over(what);
    return;
  }
  transform_serial(of, what.even());
  transform_serial(of, what.odd());
  of.combine(what, 0, what.length / 2);
}

std::string fourier_transform::verify() {
  if (!expected_) {
    expected_ = find_expected();
    serial_ = std::make_unique<spectrum>(all_.points());
    transform_serial(*serial_, serial_->whole());
  }
  for (const checked_frequency& each : *expected_) {
    const complex found = all_.made(each.frequency);
    const complex difference = found - each.expected;
    if (std::hypot(difference.real, difference.imaginary) > all_.tolerance()) {
      return message("frequency ",
                     each.frequency,
                     ": expected ",
                     each.expected.real,
                     " + ",
                     each.expected.imaginary,
                     "i, found ",
                     found.real,
                     " + ",
                     found.imaginary,
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

fourier_transform::some_frequencies fourier_transform::find_expected() const {
  some_frequencies found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t frequency = mix(i) % all_.points();
    found.at(i) = {frequency, all_.defined(frequency)};
  }
  return found;
}

}  // namespace nuthatch::workloads
