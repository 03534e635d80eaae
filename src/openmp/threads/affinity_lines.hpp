#pragma once

#include <string>
#include <string_view>

namespace nuthatch::openmp {

class gang;
struct thread;

/// As the environment says, until the program says another one. Any thread.
[[nodiscard]] std::string affinity_format();
void set_affinity_format(std::string_view format);

/// What the format says of the calling thread; an empty one is affinity_format().
[[nodiscard]] std::string own_affinity(thread& self, std::string_view format);

/// One line for each member, unless it is as it was in the thread's last region: in regions inside
/// of others always. Primary, after start().
void show_affinity(thread& self, gang& of);

}  // namespace nuthatch::openmp
