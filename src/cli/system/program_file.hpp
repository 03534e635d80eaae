// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace nuthatch::cli {

/// The file that a shell would run for that name: the name itself if it has a slash, else the first
/// executable in the folders of PATH. Empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& name);

/// The file that the system runs for a script: its interpreter, the program that env finds, or the
/// interpreter of these if they are scripts. Empty if the program is no script.
[[nodiscard]] std::filesystem::path interpreter_of_script(const std::filesystem::path& program);

/// Why the dynamic loader cannot preload a library into this program: it is linked statically, is
/// for another kind of machine, is truncated, or gets other rights when it runs. Empty if it can.
/// For a script, the interpreter counts, also if env finds it.
[[nodiscard]] std::string why_not_preloaded(const std::filesystem::path& program);

}  // namespace nuthatch::cli
