// SPDX-License-Identifier: Apache-2.0
#include "openmp/openacc/profiling.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex_lock.hpp"
#include "openmp/openacc/acc_device.hpp"
#include "platform/forking.hpp"

namespace nuthatch::openmp {

namespace {

constexpr std::size_t events = static_cast<std::size_t>(profile_event::last);

struct wanted_callback {
  profile_callback call;
  int times = 1;
  bool paused = false;
};

struct wanted_event {
  std::vector<wanted_callback> calls;  // in the order of their first registration
  bool paused = false;                 // in the entry of event none: for all events
};

using wanted_events = std::array<wanted_event, events>;

/// The registrations. They are locked while this object exists.
class all_wanted {
 public:
  wanted_event& operator[](std::size_t event) const noexcept {
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): a hundred bytes
    static auto& all = *new wanted_events;  // threads may run until the process ends
    return all[event];
  }

 private:
  const detail::mutex_lock lock_{platform::lock_of(platform::first_use::openmp_profiling)};
};

constinit detail::atomic<bool> any_tool{/*value=*/false};

constinit thread_local bool paused_on_thread [[gnu::tls_model("initial-exec")]] = false;

wanted_callback* find(wanted_event& entry, profile_callback call) noexcept {
  const auto found = std::find_if(entry.calls.begin(), entry.calls.end(), [call](const auto& each) {
    return each.call == call;
  });
  return found != entry.calls.end() ? &*found : nullptr;
}

void want(wanted_event& entry, profile_callback call) {
  if (wanted_callback* const known = find(entry, call)) {
    ++known->times;
  } else {
    entry.calls.push_back({.call = call});
    any_tool.store(/*value=*/true, detail::memory_order_relaxed);
  }
}

void want_no_more(wanted_event& entry, profile_callback call) noexcept {
  wanted_callback* const known = find(entry, call);
  if (known != nullptr && --known->times == 0) {
    entry.calls.erase(entry.calls.begin() + (known - entry.calls.data()));
  }
}

void pause(wanted_event& entry, profile_callback call, bool paused) noexcept {
  if (call == nullptr) {
    entry.paused = paused;
  } else if (wanted_callback* const known = find(entry, call)) {
    known->paused = paused;
  }
}

/// Registers a callback, or unregisters it.
void change(int event, profile_callback call, int how, bool wanted) noexcept {
  if (event < 0 || static_cast<std::size_t>(event) >= events) {
    return;
  }
  const bool is_event = event != static_cast<int>(profile_event::none);
  if (how == static_cast<int>(profile_registering::toggle_on_thread)) {
    if (!is_event && call == nullptr) {
      paused_on_thread = !wanted;
    }
    return;
  }
  const all_wanted all;
  wanted_event& entry = all[static_cast<std::size_t>(event)];
  if (how == static_cast<int>(profile_registering::toggle)) {
    pause(entry, call, !wanted);
  } else if (how == static_cast<int>(profile_registering::call) && is_event && call != nullptr) {
    wanted ? want(entry, call) : want_no_more(entry, call);
  }
}

/// The callbacks of the event, in order of registration.
std::vector<profile_callback> callbacks_of(int event, bool is_end) {
  std::vector<profile_callback> found;
  if (paused_on_thread) {
    return found;
  }
  const all_wanted all;
  const wanted_event& entry = all[static_cast<std::size_t>(event)];
  if (all[0].paused || entry.paused) {
    return found;
  }
  for (const wanted_callback& each : entry.calls) {
    if (!each.paused) {
      found.push_back(each.call);
    }
  }
  if (is_end) {
    std::reverse(found.begin(), found.end());
  }
  return found;
}

}  // namespace

void register_callback(int event, profile_callback call, int how) noexcept {
  change(event, call, how, /*wanted=*/true);
}

void unregister_callback(int event, profile_callback call, int how) noexcept {
  change(event, call, how, /*wanted=*/false);
}

bool event_scope::are_callbacks() noexcept {
  return any_tool.load(detail::memory_order_relaxed);
}

void event_scope::begin(profile_construct construct, bool implicit, int async, int device) {
  constexpr int interface = 201711;
  constexpr int event_bytes = offsetof(profile_event_info, of_devices);
  constexpr int unknown = -1;
  told_ = true;
  info_ = {.event = start_,
           .valid_bytes = sizeof(profile_info),
           .version = interface,
           .device_type = device,
           .device_number = 0,
           .thread = unknown,
           .async = async,
           .async_queue = async,
           .source = nullptr,
           .function = nullptr,
           .line = unknown,
           .end_line = unknown,
           .function_line = unknown,
           .function_end_line = unknown};
  event_ = {.event = start_,
            .valid_bytes = event_bytes,
            .construct = static_cast<int>(construct),
            .implicit = implicit ? 1 : 0,
            .tool_info = nullptr,
            .of_devices = {}};
  api_ = {.api = 0,
          .valid_bytes = sizeof(profile_api_info),
          .device_type = device,
          .vendor = unknown,
          .device = nullptr,
          .context = nullptr,
          .async = nullptr};
  for (const profile_callback each : callbacks_of(start_, /*is_end=*/false)) {
    each(&info_, &event_, &api_);
  }
}

void event_scope::end() {
  info_.event = start_ + 1;
  event_.event = start_ + 1;
  for (const profile_callback each : callbacks_of(start_ + 1, /*is_end=*/true)) {
    each(&info_, &event_, &api_);
  }
}

}  // namespace nuthatch::openmp
