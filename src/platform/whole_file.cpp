// SPDX-License-Identifier: Apache-2.0
#include "platform/whole_file.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <nuthatch/detail/atomic.hpp>

#include "base/os_error.hpp"

namespace nuthatch::platform {

namespace {

class open_file {
 public:
  explicit open_file(int descriptor) noexcept : descriptor_(descriptor) {}

  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;

  ~open_file() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }

  [[nodiscard]] bool works() const noexcept { return descriptor_ >= 0; }

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

/// Returns false with the reason in errno.
bool write_all(const open_file& to, std::string_view rest) noexcept {
  while (!rest.empty()) {
    const ssize_t count = ::write(to.descriptor(), rest.data(), rest.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(count < 0 ? 0 : count));
  }
  return true;
}

/// Returns the target of symbolic links, if it exists.
std::string end_of_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  return real == nullptr ? path : std::string(real.get());
}

/// Returns a name that no other thread or process uses at the same time.
std::string hidden_beside(const std::string& path) {
  static detail::atomic<std::uint64_t> names{0};
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  constexpr std::size_t most = 200;  // bytes, of the 255 that a name may have
  return path.substr(0, name) + "." + path.substr(name, most) + "." + std::to_string(::getpid()) +
         "." + std::to_string(names.fetch_add(1, detail::memory_order_relaxed)) + ".tmp";
}

}  // namespace

std::string read_whole_file(const std::string& path) {
  const open_file from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.works()) {
    throw base::os_error(errno, "open " + path);
  }
  std::string content;
  std::array<char, 65536> part;
  for (;;) {
    const ssize_t count = ::read(from.descriptor(), part.data(), part.size());
    if (count == 0) {
      return content;
    }
    if (count < 0 && errno != EINTR) {
      throw base::os_error(errno, "read " + path);
    }
    try {
      content.append(part.data(), static_cast<std::size_t>(count < 0 ? 0 : count));
    } catch (const std::bad_alloc&) {
      content = {};
      throw base::os_error(ENOMEM, "read " + path);
    }
  }
}

void replace_whole_file(const std::string& path, std::string_view content) {
  const std::string attempt = "write " + path;
  const std::string target = end_of_links(path);

  struct stat before = {};

  const bool exists = ::stat(target.c_str(), &before) == 0;
  if (exists && !S_ISREG(before.st_mode)) {
    const open_file direct(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!direct.works() || !write_all(direct, content)) {
      throw base::os_error(errno, attempt);
    }
    return;
  }
  const std::string hidden = hidden_beside(target);
  ::unlink(hidden.c_str());  // a killed process with the same number may have left one
  int why = 0;
  {
    const open_file made(
        ::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));  // minus the umask
    if (!made.works()) {
      throw base::os_error(errno, attempt);
    }
    if ((exists && ::fchmod(made.descriptor(), before.st_mode & 07777U) != 0) ||
        !write_all(made, content) || ::fsync(made.descriptor()) != 0) {
      why = errno;
    }
  }
  if (why == 0 && ::rename(hidden.c_str(), target.c_str()) != 0) {
    why = errno;
  }
  if (why != 0) {
    ::unlink(hidden.c_str());
    throw base::os_error(why, attempt);
  }
}

}  // namespace nuthatch::platform
