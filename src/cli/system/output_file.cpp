#include "cli/system/output_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/options/usage_error.hpp"
#include "cli/system/interruption.hpp"

namespace nuthatch::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int error, const std::string& path) {
  throw std::system_error(error, std::generic_category(), "cannot write " + path);
}

/// 0 or an errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) {
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(count < 0 ? 0 : count));
  }
  return 0;
}

/// As fail, for a file that is open; what was written of it goes.
void write_and_close(int file, std::string_view text, bool flush, const std::string& path) {
  int error = write_all(file, text);
  if (error == 0 && flush && ::fsync(file) != 0) {
    error = errno;
  }
  if (::close(file) != 0 && error == 0) {
    error = errno;
  }
  if (error != 0) {
    fail(error, path);
  }
}

void replace_file(const std::string& path, std::string_view text) {
  const fs::path target(path);
  const std::string temporary =
      target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), ::getpid());
  const auto discard = [&] {
    ::unlink(temporary.c_str());
    interruption::temporary_file_is("");
  };
  ::unlink(temporary.c_str());  // left by a killed process that had our number
  interruption::temporary_file_is(temporary);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) {
    const int error = errno;
    interruption::temporary_file_is("");
    fail(error, temporary);
  }
  try {
    write_and_close(file, text, /*flush=*/true, path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
      fail(errno, path);
    }
  } catch (...) {
    discard();
    throw;
  }
  interruption::temporary_file_is("");
}

}  // namespace

output_file::output_file(std::string option, std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_ == "-") {
    return;
  }
  std::error_code ignored;
  // Of a symbolic link, the file it points to is replaced and the link stays.
  const fs::path resolved = fs::weakly_canonical(fs::absolute(path_), ignored);
  if (!resolved.empty()) {
    path_ = resolved.string();
  }
  const fs::file_status status = fs::status(path_, ignored);
  replace_ = status.type() == fs::file_type::not_found || fs::is_regular_file(status);
  const std::string folder = fs::path(path_).parent_path().string();
  int error = 0;
  if (fs::is_directory(status)) {
    error = EISDIR;
  } else if (::access(replace_ ? folder.c_str() : path_.c_str(), W_OK) != 0) {
    error = errno;
  }
  if (error != 0) {
    throw usage_error(fmt::format(
        "{}: cannot write {}: {}; it takes a file name in a folder that can be written to, or -",
        option,
        path_,
        std::generic_category().message(error)));
  }
}

void output_file::write(std::string_view text) const {
  if (is_standard_output()) {
    if (const int error = write_all(STDOUT_FILENO, text); error != 0) {
      fail(error, "standard output");
    }
  } else if (replace_) {
    replace_file(path_, text);
  } else {
    const int file = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) {
      fail(errno, path_);
    }
    write_and_close(file, text, /*flush=*/false, path_);
  }
}

}  // namespace nuthatch::cli
