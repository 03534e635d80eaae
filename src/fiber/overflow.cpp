// SPDX-License-Identifier: Apache-2.0
#include "fiber/overflow.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>

#include <dlfcn.h>
#include <signal.h>
#include <sys/ucontext.h>
#include <unistd.h>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/sanitizer.hpp>
#include <nuthatch/detail/worker.hpp>

#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "platform/forking.hpp"
#include "platform/memory.hpp"

namespace nuthatch::fiber {

namespace {

// Rows of stacks. The handler searches them without a lock, and so does the child process of a
// fork, in which a thread that no longer exists could hold the lock. A row that finds no free entry
// is only not diagnosed. 1024 rows of up to 256 stacks are more than the kernel's default limit on
// mappings allows.
constexpr std::uintptr_t nobodys = 0;
constexpr std::uintptr_t being_filled = 1;

struct row_entry {
  detail::atomic<std::uintptr_t> first{nobodys};
  detail::atomic<std::size_t> bytes{0};
  detail::atomic<std::size_t> stack_size{0};
};

std::array<row_entry, 1024> rows;  // read by a signal handler
struct sigaction previous_segv;
struct sigaction previous_bus;
constinit detail::atomic<bool> installed{/*value=*/false};  // the handler

/// Text that is built in an async-signal-safe way and written to stderr in one piece.
class message {
 public:
  message& text(const char* s) {
    while (*s != '\0' && used_ < buffer_.size()) {
      buffer_[used_++] = *s++;
    }
    return *this;
  }

  message& number(std::uintptr_t value, unsigned base) {
    std::array<char, 24> digits{};
    std::size_t n = digits.size() - 1;
    do {
      digits[--n] = "0123456789abcdef"[value % base];
      value /= base;
    } while (value != 0);
    return text(&digits[n]);
  }

  /// Appends a code address in a form that a user can look up: file, offset for addr2line, and the
  /// symbol if there is one.
  message& code(const void* address) {
    Dl_info info{};
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
      return text("0x").number(reinterpret_cast<std::uintptr_t>(address), 16);
    }
    const auto offset = reinterpret_cast<std::uintptr_t>(address) -
                        reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    text(info.dli_fname).text("+0x").number(offset, 16);
    return info.dli_sname != nullptr ? text(" (").text(info.dli_sname).text(")") : *this;
  }

  void write_out() const {
    std::size_t done = 0;
    while (done < used_) {
      const ssize_t n = ::write(STDERR_FILENO, buffer_.data() + done, used_ - done);
      if (n <= 0) {
        return;
      }
      done += static_cast<std::size_t>(n);
    }
  }

 private:
  std::array<char, 1024> buffer_{};
  std::size_t used_ = 0;
};

/// The state of the thread when it was interrupted.
struct machine_state {
  const void* program_counter;
  std::uintptr_t stack_pointer;

  explicit machine_state(const void* machine_context) {
    const auto* at = static_cast<const ucontext_t*>(machine_context);
#if defined(__x86_64__)
    program_counter = reinterpret_cast<const void*>(at->uc_mcontext.gregs[REG_RIP]);
    stack_pointer = static_cast<std::uintptr_t>(at->uc_mcontext.gregs[REG_RSP]);
#else
    program_counter = reinterpret_cast<const void*>(at->uc_mcontext.pc);
    stack_pointer = at->uc_mcontext.sp;
#endif
  }

  /// Returns whether the address is in the innermost frame, if that is a large one.
  [[nodiscard]] bool in_frame(std::uintptr_t address) const noexcept {
    constexpr std::uintptr_t red_zone = 256;
    constexpr std::uintptr_t largest = std::uintptr_t{1} << 30;
    return address + red_zone - stack_pointer < largest;
  }
};

void report(const detail::fiber& full, std::size_t stack_size, const void* pc) {
  message m;
  m.text("nuthatch: stack overflow: a task needs more than its stack of ").number(stack_size, 10);
  m.text(" bytes.\n  running at ").code(pc);
  if (full.origin != nullptr) {
    m.text("\n  in the task ").text(full.origin);
  } else {
    m.text("\n  in the task spawned at ").code(spawned_at(full));
  }
  m.text(
      "\n  Remedy: set options::stack_size or NUTHATCH_STACK_SIZE to more bytes, or let deep "
      "recursion in "
      "the task spawn, which gives each child a stack of its own.\n");
  m.write_out();
}

/// The stack pointer is more than a stack away, so the task of the frame cannot be determined any
/// more.
void report_large_frame(std::size_t stack_size, const void* pc) {
  message m;
  m.text("nuthatch: stack overflow: a function's local variables need more than a task's whole ");
  m.text("stack of ").number(stack_size, 10).text(" bytes.\n  running at ").code(pc);
  m.text(
      "\n  Remedy: set options::stack_size or NUTHATCH_STACK_SIZE to more bytes, or keep large "
      "variables on the heap, in a std::vector for instance.\n");
  m.write_out();
}

/// Returns whether `fault` is in a frame that extends over a whole stack from within the row or
/// below it.
bool in_large_frame(std::uintptr_t fault, const row_entry& row, const machine_state& at) {
  const std::uintptr_t first = row.first.load(detail::memory_order_relaxed);
  const std::uintptr_t bytes = row.bytes.load(detail::memory_order_relaxed);
  return nuthatch_this_worker->runs_tasks && at.in_frame(fault) && fault < first + bytes &&
         at.in_frame(first + bytes);
}

/// Returns true, after a report, if `fault` is in the guard page of a watched stack, or in a frame
/// that extends over one.
bool diagnose(std::uintptr_t fault, const machine_state& at) {
  for (const row_entry& row : rows) {
    const std::uintptr_t first = row.first.load(detail::memory_order_acquire);
    if (first == nobodys || first == being_filled ||
        fault - first >= row.bytes.load(detail::memory_order_relaxed)) {
      continue;
    }
    const std::size_t stack_size = row.stack_size.load(detail::memory_order_relaxed);
    const std::uintptr_t lowest = fault & ~(stack_size - 1);
    const bool near = at.stack_pointer - (lowest - stack_size) < 2 * stack_size;
    if (near && fault - lowest < platform::page_size()) {
      report(*fiber_at(reinterpret_cast<const void*>(fault), stack_size),
             stack_size,
             at.program_counter);
      return true;
    }
    if (near) {
      return false;
    }
  }
  for (const row_entry& row : rows) {
    if (row.first.load(detail::memory_order_acquire) > being_filled &&
        in_large_frame(fault, row, at)) {
      report_large_frame(row.stack_size.load(detail::memory_order_relaxed), at.program_counter);
      return true;
    }
  }
  return false;
}

void on_fault(int signal, siginfo_t* info, void* machine_context) {
  const struct sigaction& previous = signal == SIGSEGV ? previous_segv : previous_bus;
  const bool ours =
      diagnose(reinterpret_cast<std::uintptr_t>(info->si_addr), machine_state(machine_context));
  if (!ours && (previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, machine_context);
    return;
  }
  if (!ours && previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
    return;
  }
  // Returning repeats the fault, which now ends the process as it would have without this handler.
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) {
    ::raise(signal);  // sent by a process: nothing would repeat it
  }
}

void install_handler() NUTHATCH_REQUIRES(platform::lock_of(platform::first_use::overflow_handler)) {
  struct sigaction ours = {};

  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGSEGV, &ours, &previous_segv);
  sigaction(SIGBUS, &ours, &previous_bus);
}

void require_handler() {
  if (installed.load(detail::memory_order_acquire)) {
    return;
  }
  const detail::mutex_lock lock(platform::lock_of(platform::first_use::overflow_handler));
  if (!installed.load(detail::memory_order_relaxed)) {
    install_handler();
    installed.store(/*value=*/true, detail::memory_order_release);
  }
}

}  // namespace

void watch_stacks(const watched_stacks& row) {
  require_handler();
  for (row_entry& entry : rows) {
    std::uintptr_t free = nobodys;
    if (entry.first.compare_exchange_strong(
            free, being_filled, detail::memory_order_acquire, detail::memory_order_relaxed)) {
      entry.bytes.store(row.bytes, detail::memory_order_relaxed);
      entry.stack_size.store(row.stack_size, detail::memory_order_relaxed);
      // Release: a handler that sees `first` sees the two sizes.
      entry.first.store(reinterpret_cast<std::uintptr_t>(row.first), detail::memory_order_release);
      return;
    }
  }
}

void unwatch_stacks(const std::byte* first) noexcept {
  for (row_entry& entry : rows) {
    if (entry.first.load(detail::memory_order_relaxed) == reinterpret_cast<std::uintptr_t>(first)) {
      entry.first.store(nobodys, detail::memory_order_release);
    }
  }
}

signal_stack::signal_stack() noexcept : bytes_(std::size_t{64} << 10) {
  stack_t now{};
  if (sigaltstack(nullptr, &now) == 0 && (now.ss_flags & SS_DISABLE) == 0) {
    return;  // the thread already has one, from a sanitizer or the application
  }
  try {
    memory_ = platform::reserve(bytes_);
    platform::commit(memory_, bytes_);
  } catch (const std::exception&) {  // os_error, or no memory for its text
    give_back();
    return;
  }
  stack_t ours{};
  ours.ss_sp = memory_;
  ours.ss_size = bytes_;
  sigaltstack(&ours, nullptr);
}

signal_stack::~signal_stack() {
  if (memory_ != nullptr) {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  give_back();
}

void signal_stack::give_back() noexcept {
  if (memory_ != nullptr) {
    platform::release(std::exchange(memory_, nullptr), bytes_);
  }
}

}  // namespace nuthatch::fiber
