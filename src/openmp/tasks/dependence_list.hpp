// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nuthatch::openmp {

/// How a task depends on an address. Sibling tasks that name the same address are ordered, except
/// within a set: consecutive tasks that all read it, or that all have the type inoutset. Tasks with
/// the type mutexinoutset are executed one after the other, in the order of their creation.
enum class dependence_type : std::uint8_t { in, out, inoutset };

struct dependence {
  const void* address;
  openmp::dependence_type type;

  /// omp_all_memory: orders the task with all siblings that name an address.
  [[nodiscard]] static constexpr dependence all_memory() noexcept {
    return {nullptr, openmp::dependence_type::out};
  }

  [[nodiscard]] bool is_all_memory() const noexcept {
    return address == nullptr && type == openmp::dependence_type::out;
  }
};

/// The dependences of one construct. A few of them need no allocation.
class dependence_list {
 public:
  dependence_list() noexcept {}  // NOLINT(modernize-use-equals-default): few_ costs nothing then

  void add(const dependence& more) {
    if (count_ < few_.size()) {
      few_[count_++] = more;
      return;
    }
    if (many_.empty()) {
      many_.assign(few_.begin(), few_.end());
    }
    many_.push_back(more);
  }

  [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }

  // NOLINTNEXTLINE(google-explicit-constructor): it is that.
  operator std::span<const dependence>() const noexcept {
    return many_.empty() ? std::span<const dependence>(few_.data(), count_)
                         : std::span<const dependence>(many_);
  }

 private:
  std::array<dependence, 32> few_;
  std::size_t count_ = 0;
  std::vector<dependence> many_;  // all of them, if they do not fit in few_
};

/// Decodes GCC's depend argument: {n, outs, addresses...}, those that write first; or {0, n, outs,
/// mutexinoutsets, ins, addresses..., depend objects...}. A null pointer and {0, 0} both mean no
/// dependence: GCC passes the latter if all iterator ranges are empty.
[[nodiscard]] dependence_list parse_gomp_depend(void* const* words);

}  // namespace nuthatch::openmp
