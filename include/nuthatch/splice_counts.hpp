#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>

namespace nuthatch {

/// What splicing came to.
struct splice_counts {
  std::uint64_t invocations = 0;          ///< calls that ran interleaved with others
  std::uint64_t steps = 0;                ///< steps, and parts of steps over an interval
  std::uint64_t switches = 0;             ///< times another invocation went on
  std::uint64_t interference_checks = 0;  ///< comparisons of two effects
  std::uint64_t delayed_steps = 0;        ///< steps and parts that had to wait for others
  std::uint64_t dependences = 0;          ///< for what they waited, one after the other
  std::size_t peak_delayed_bytes = 0;     ///< memory of delayed steps, at most
  std::uint64_t unspliced = 0;            ///< times a group went on one after the other, for memory
};

}  // namespace nuthatch
