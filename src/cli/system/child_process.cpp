// SPDX-License-Identifier: Apache-2.0
#include "cli/system/child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/system/interruption.hpp"

namespace nuthatch::cli {

namespace {

/// An open file that other children do not inherit. Closed by the destructor.
class descriptor {
 public:
  explicit descriptor(int number) : number_(number) {}

  ~descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }

  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }

  /// Everything that was written to a file in memory.
  [[nodiscard]] std::string text() const {
    std::string all(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(number_, 0, SEEK_END))), 0);
    const ssize_t count = ::pread(number_, all.data(), all.size(), 0);
    all.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    return all;
  }

 private:
  int number_;
};

/// Starts the child. Returns 0 or an errno. Notes the child as the one to end if this process is
/// interrupted.
int start(const std::vector<std::string>& command,
          const descriptor& out,
          const descriptor& err,
          pid_t& child) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));  // exec's interface; it does not write
  }
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.number(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t nothing_blocked;
  sigemptyset(&nothing_blocked);
  posix_spawnattr_setsigmask(&attributes, &nothing_blocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);

  const interruption::held signals;
  const int error =
      ::posix_spawn(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  if (error == 0) {
    interruption::child_is(child);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Returns false if the time limit passed before the child ended.
bool ends_within(pid_t child, double time_limit) {
  using milliseconds = std::chrono::duration<double, std::milli>;
  const descriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  if (ended.number() < 0) {
    return true;  // kernels before 5.3 do not support the limit
  }
  pollfd end{ended.number(), POLLIN, 0};
  const auto limit = std::chrono::steady_clock::now() + std::chrono::duration<double>(time_limit);
  for (;;) {
    const milliseconds left = limit - std::chrono::steady_clock::now();
    if (left.count() <= 0) {
      return false;
    }
    if (::poll(&end, 1, static_cast<int>(std::min(left.count() + 1, 1e6))) > 0) {
      return true;
    }
  }
}

std::string_view last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
    text.remove_suffix(1);
  }
  const std::size_t newline = text.rfind('\n');
  return newline == std::string_view::npos ? text : text.substr(newline + 1);
}

}  // namespace

child_result run_child(const std::vector<std::string>& command, double time_limit) {
  child_result result;
  const descriptor out(::memfd_create("output", MFD_CLOEXEC));
  const descriptor err(::memfd_create("error output", MFD_CLOEXEC));
  pid_t child = 0;
  const int error = out.number() < 0 || err.number() < 0 ? errno : start(command, out, err, child);
  if (error != 0) {
    result.start_error =
        fmt::format("cannot run {}: {}", command[0], std::generic_category().message(error));
    return result;
  }
  if (time_limit > 0 && !ends_within(child, time_limit)) {
    result.timed_out = true;
    ::kill(child, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  interruption::child_is(0);
  result.output = out.text();
  result.error_output = err.text();
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

std::string own_path() {
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

std::string describe_failure(const child_result& result) {
  if (!result.start_error.empty()) {
    return result.start_error;
  }
  if (result.timed_out) {
    return "ended because it took longer than the time limit";
  }
  const std::string_view said = last_line(result.error_output);
  if (result.signal != 0) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the text is the calling thread's
    const char* const name = strsignal(result.signal);
    const std::string killed = fmt::format("ended by signal {} ({})", result.signal, name);
    return said.empty() ? killed : fmt::format("{}: {}", killed, said);
  }
  return said.empty() ? fmt::format("exit status {}", result.exit_status) : std::string{said};
}

}  // namespace nuthatch::cli
