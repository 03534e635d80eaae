#pragma once

#include <filesystem>
#include <string>

namespace nuthatch::cli {

/// The file that a shell would run for that name: itself if it has a slash, else the first that can
/// be run in the folders of PATH; empty if there is none.
[[nodiscard]] std::filesystem::path find_program(const std::string& name);

/// Why the dynamic loader cannot put a library before those of this program; empty if it can: the
/// program is linked statically, is for another kind of machine, has been cut off, or gets other
/// rights when it runs. Of a script its interpreter is what counts, also where env looks for it.
[[nodiscard]] std::string why_not_preloaded(const std::filesystem::path& program);

}  // namespace nuthatch::cli
