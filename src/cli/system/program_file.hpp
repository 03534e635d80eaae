// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace nuthatch::cli {

/// The file that a shell would run for that name: itself if it has a slash, else the first that can
/// be run in the folders of PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& name);

/// The file that the system runs for a script: its interpreter, the program that env looks for, or
/// the interpreter of these if they are scripts. Empty if the program is no script.
[[nodiscard]] std::filesystem::path interpreter_of_script(const std::filesystem::path& program);

/// Why the dynamic loader cannot put a library before those of this program; empty if it can: the
/// program is linked statically, is for another kind of machine, has been cut off, or gets other
/// rights when it runs. Of a script its interpreter is what counts, also where env looks for it.
[[nodiscard]] std::string why_not_preloaded(const std::filesystem::path& program);

}  // namespace nuthatch::cli
