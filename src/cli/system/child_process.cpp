#include "cli/system/child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/system/interruption.hpp"

namespace nuthatch::cli {

namespace {

using clock = std::chrono::steady_clock;

/// A pipe whose ends close by themselves and are not inherited by other children.
class pipe_pair {
 public:
  pipe_pair() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      ends_ = {-1, -1};
    }
  }

  ~pipe_pair() {
    close_end(0);
    close_end(1);
  }

  pipe_pair(const pipe_pair&) = delete;
  pipe_pair& operator=(const pipe_pair&) = delete;

  [[nodiscard]] int reader() const { return ends_[0]; }

  [[nodiscard]] int writer() const { return ends_[1]; }

  void close_reader() { close_end(0); }

  void close_writer() { close_end(1); }

 private:
  void close_end(std::size_t end) {
    if (ends_[end] >= 0) {
      ::close(ends_[end]);
      ends_[end] = -1;
    }
  }

  std::array<int, 2> ends_{-1, -1};
};

/// 0 or an errno; the child is noted as the one to end when we are interrupted.
int start(const std::vector<std::string>& command,
          const pipe_pair& out,
          const pipe_pair& err,
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
  posix_spawn_file_actions_adddup2(&actions, out.writer(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.writer(), STDERR_FILENO);
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

/// Appends what is there to read; closes the pipe at its end.
void drain(pipe_pair& pipe, short events, std::string& text) {
  if (events == 0) {
    return;
  }
  std::array<char, 4096> block{};
  const ssize_t count = ::read(pipe.reader(), block.data(), block.size());
  if (count > 0) {
    text.append(block.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    pipe.close_reader();
  }
}

/// False when the time was up before both pipes had ended.
bool collect(pipe_pair& out, pipe_pair& err, double time_limit, child_result& result) {
  const auto limit = std::chrono::duration<double>(time_limit);
  const auto start_time = clock::now();
  while (out.reader() >= 0 || err.reader() >= 0) {
    int patience = -1;
    if (time_limit > 0) {
      const std::chrono::duration<double, std::milli> left = limit - (clock::now() - start_time);
      if (left.count() <= 0) {
        return false;
      }
      patience = static_cast<int>(std::min(left.count() + 1, 1e6));
    }
    std::array<pollfd, 2> ends{{{out.reader(), POLLIN, 0}, {err.reader(), POLLIN, 0}}};
    if (::poll(ends.data(), ends.size(), patience) > 0) {
      drain(out, ends[0].revents, result.output);
      drain(err, ends[1].revents, result.error_output);
    }
  }
  return true;
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
  pipe_pair out;
  pipe_pair err;
  pid_t child = 0;
  const int error = out.reader() < 0 || err.reader() < 0 ? errno : start(command, out, err, child);
  if (error != 0) {
    result.start_error =
        fmt::format("cannot run {}: {}", command[0], std::generic_category().message(error));
    return result;
  }
  out.close_writer();
  err.close_writer();
  if (!collect(out, err, time_limit, result)) {
    result.timed_out = true;
    ::kill(child, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  interruption::child_is(0);
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return result;
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
