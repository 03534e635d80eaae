// SPDX-License-Identifier: Apache-2.0
#include "cli/system/output_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/options/bad_input.hpp"
#include "cli/system/interruption.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int error, const std::string& path) {
  throw std::system_error(error, std::generic_category(), "cannot write " + path);
}

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) {
      fail(errno, path);
    }
    text.remove_prefix(static_cast<std::size_t>(count < 0 ? 0 : count));
  }
}

/// A new, hidden file beside the target, which takes the target's place or is removed.
class replacement {
 public:
  explicit replacement(const std::string& target) : target_(target) {
    const fs::path beside(target);
    // Names may have 255 bytes. A killed process with the same id may have left such a file.
    temporary_ = beside.parent_path() /
                 fmt::format(".{}.{}.tmp", beside.filename().string().substr(0, 200), ::getpid());
    ::unlink(temporary_.c_str());
    const interruption::held until_noted;
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0) {
      fail(errno, target_);
    }
    interruption::temporary_file_is(temporary_);
  }

  replacement(const replacement&) = delete;
  replacement& operator=(const replacement&) = delete;

  ~replacement() {
    ::close(file_);
    ::unlink(temporary_.c_str());  // has no effect after take_place()
    interruption::temporary_file_is("");
  }

  /// Returns false if the target has an owner that this file cannot have.
  [[nodiscard]] bool take_owner_and_mode() const {
    struct stat old = {};

    struct stat own = {};

    if (::stat(target_.c_str(), &old) != 0) {
      return true;  // there is no target
    }
    ::fstat(file_, &own);
    const bool same = old.st_uid == own.st_uid && old.st_gid == own.st_gid;
    return (same || ::fchown(file_, old.st_uid, old.st_gid) == 0) &&
           ::fchmod(file_, old.st_mode & 07777U) == 0;
  }

  void take_place(std::string_view text) const {
    write_all(file_, text, target_);
    if (::fsync(file_) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
      fail(errno, target_);
    }
  }

 private:
  std::string target_;
  std::string temporary_;
  int file_ = -1;
};

/// Follows symbolic links to a path that does not exist yet.
std::string end_of_links(fs::path path) {
  constexpr int max_links = 40;  // as in the kernel
  for (int links = 0; fs::is_symlink(path); ++links) {
    if (links == max_links) {
      fail(ELOOP, path);
    }
    path = path.parent_path() / fs::read_symlink(path);
  }
  return path;
}

/// Whether an existing file can be replaced so that only its content changes.
bool is_replaceable(const std::string& path) {
  try {
    return fs::is_regular_file(path) && fs::hard_link_count(path) == 1 &&
           replacement(path).take_owner_and_mode();
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

output_file::output_file(std::string_view option, std::string path) : path_(std::move(path)) {
  if (path_.empty() || is_standard_output()) {
    return;
  }
  try {
    prepare();
  } catch (const std::system_error& error) {
    throw usage_error(fmt::format(
        "{}: cannot write {}: {}; it takes the name of a file that can be written, or -",
        option,
        path_,
        error.code().message()));
  }
}

void output_file::require_other_than(std::string_view option,
                                     const std::string& path,
                                     std::string_view other) const {
  std::error_code ignored;  // then they are compared as written
  const auto is_file = [&ignored](const std::string& of) {
    return of != "-" && (!fs::exists(of, ignored) || fs::is_regular_file(of, ignored));
  };
  const bool same = path_ == path ||
                    (is_file(path_) && is_file(path) &&
                     (fs::weakly_canonical(path_, ignored) == fs::weakly_canonical(path, ignored) ||
                      fs::equivalent(path_, path, ignored)));  // a second name of one file
  if (wanted() && same && (is_standard_output() || is_file(path_))) {
    throw usage_error(
        fmt::format("{}: {} is that of {} as well; take two files", option, path_, other));
  }
}

output_file::~output_file() {
  if (direct_ >= 0) {
    ::close(direct_);
  }
}

void output_file::prepare() {
  if (!fs::exists(path_)) {
    path_ = end_of_links(path_);
    const replacement trial(path_);
    return;
  }
  std::error_code none;
  if (fs::is_regular_file(path_) && fs::equivalent(path_, "/dev/stdout", none)) {
    path_ = "-";  // the summary goes to the same file and would be lost
    return;
  }
  if (const fs::path real = fs::canonical(path_, none); !none) {
    path_ = real;  // otherwise it is a link of /proc to something without a name
  }
  direct_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (direct_ < 0) {
    fail(errno, path_);
  }
  if (is_replaceable(path_)) {
    ::close(std::exchange(direct_, -1));
  }
}

void output_file::write(std::string_view text) const {
  if (is_standard_output()) {
    print(stdout, text);
  } else if (direct_ < 0) {
    const replacement made(path_);
    static_cast<void>(made.take_owner_and_mode());  // as in is_replaceable()
    made.take_place(text);
  } else {
    static_cast<void>(::ftruncate(direct_, 0));  // for files
    write_all(direct_, text, path_);
  }
}

}  // namespace nuthatch::cli
