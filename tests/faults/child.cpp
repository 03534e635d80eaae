// SPDX-License-Identifier: Apache-2.0
#include "child.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nuthatch::testing {

namespace {

using std::chrono::steady_clock;

/// Expectations of the running test that failed so far, in whichever process.
int failures_so_far() {
  const ::testing::TestResult& result =
      *::testing::UnitTest::GetInstance()->current_test_info()->result();
  int failed = 0;
  for (int i = 0; i < result.total_part_count(); ++i) {
    failed += result.GetTestPartResult(i).failed() ? 1 : 0;
  }
  return failed;
}

[[noreturn]] void be_child(const std::function<void()>& body, int output) {
  ::setpgid(0, 0);  // so that whatever it starts ends with it
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  const int failed_before = failures_so_far();
  body();
  std::fflush(nullptr);
  ::_exit(failures_so_far() == failed_before ? 0 : 1);
}

void read_available(int from, std::string& into, int patience_ms) {
  pollfd ready{.fd = from, .events = POLLIN, .revents = 0};
  if (::poll(&ready, 1, patience_ms) <= 0) {
    return;
  }
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(from, buffer.data(), buffer.size())) > 0;) {
    into.append(buffer.data(), static_cast<std::size_t>(n));
  }
  if ((ready.revents & POLLIN) == 0) {
    ::usleep(1'000);  // closed at the other end, whose process may still be running
  }
}

}  // namespace

bool child_end::exited_with(int code) const noexcept {
  return in_time && WIFEXITED(status) && WEXITSTATUS(status) == code;
}

std::string child_end::describe() const {
  const std::string text = !in_time ? "killed, for it took too long"
                           : WIFEXITED(status)
                               ? "exited with " + std::to_string(WEXITSTATUS(status))
                               : "ended by signal " + std::to_string(WTERMSIG(status));
  return text + "; its output:\n" + output;
}

child_end in_child(const std::function<void()>& body, std::chrono::seconds limit) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  const pid_t child = ::fork();
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (child == 0) {
    ::close(ends[0]);
    be_child(body, ends[1]);
  }
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child_end seen;
  const auto deadline = steady_clock::now() + limit;
  while (!seen.in_time && steady_clock::now() < deadline) {
    read_available(ends[0], seen.output, 20);
    seen.in_time = ::waitpid(child, &seen.status, WNOHANG) == child;
  }
  ::kill(-child, SIGKILL);
  if (!seen.in_time) {
    ::waitpid(child, &seen.status, 0);
  }
  read_available(ends[0], seen.output, 0);
  ::close(ends[0]);
  return seen;
}

child_end expect_in_child(const std::function<void()>& body, int code, std::chrono::seconds limit) {
  child_end seen = in_child(body, limit);
  EXPECT_TRUE(seen.exited_with(code)) << "the child " << seen.describe();
  return seen;
}

unsigned threads_now() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<unsigned>(std::distance(begin(tasks), end(tasks)));
}

}  // namespace nuthatch::testing
