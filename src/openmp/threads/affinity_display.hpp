// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::openmp {

class hot_team;
class team;
struct thread;

/// As the environment says, until the program says another one. Any thread.
[[nodiscard]] std::string affinity_format();
void set_affinity_format(std::string_view format);

/// What the format says of the calling thread; an empty one is affinity_format().
[[nodiscard]] std::string own_affinity(thread& self, std::string_view format);

/// One line for each member, unless the region is as the thread's last one was, its level included.
/// For programs that were made for libgomp, only regions outside of all others are compared, and
/// those inside are always shown. A team of one has no hot team. Primary, after start().
void print_affinity(thread& self, const team& members, const hot_team* hot_team);

/// A line as the runtimes write it that programs were made for: libgomp on the standard error
/// output, LLVM's on the standard output.
void print_affinity_line(std::string text);

}  // namespace nuthatch::openmp
