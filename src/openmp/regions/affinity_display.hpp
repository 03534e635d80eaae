// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nuthatch::openmp {

class hot_team;
class team;
struct thread;

/// The value of OMP_AFFINITY_FORMAT until the program sets another format. Any thread.
[[nodiscard]] std::string affinity_format();
void set_affinity_format(std::string_view format);

/// Formats the affinity of the calling thread. An empty format stands for affinity_format().
[[nodiscard]] std::string own_affinity(thread& self, std::string_view format);

/// Prints one line for each thread of the team, unless the thread's last region had the same level,
/// size and places. For programs built for libgomp, only outermost regions are compared, and nested
/// ones are always printed. A team of one thread has no hot team. Called by the primary thread,
/// after start().
void print_affinity(thread& self, const team& members, const hot_team* hot_team);

/// Prints a line where the runtime that the program was built for prints it: libgomp to standard
/// error, LLVM's runtime to standard output.
void print_affinity_line(std::string text);

}  // namespace nuthatch::openmp
