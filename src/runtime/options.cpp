#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

#include <nuthatch/errors.hpp>
#include <nuthatch/options.hpp>

namespace nuthatch {

namespace {

[[noreturn]] void reject(std::string_view what, std::string_view text, std::string_view right) {
  throw option_error(std::string(what) + ": \"" + std::string(text) +
                     "\" is not valid; it must be " + std::string(right));
}

std::optional<std::string_view> variable(const char* name) {
  const char* const text =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here changes it
  if (text == nullptr || *text == '\0') {
    return std::nullopt;
  }
  return text;
}

/// A number with an optional suffix K, M or G when `scaled`.
std::uint64_t number(std::string_view what,
                     std::string_view text,
                     std::string_view right,
                     bool scaled) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  auto [stop, failure] = std::from_chars(text.data(), end, value);
  std::uint64_t unit = 1;
  if (scaled && failure == std::errc() && stop + 1 == end) {
    unit = *stop == 'K' || *stop == 'k'   ? std::uint64_t{1} << 10
           : *stop == 'M' || *stop == 'm' ? std::uint64_t{1} << 20
           : *stop == 'G' || *stop == 'g' ? std::uint64_t{1} << 30
                                          : 0;
    ++stop;
  }
  if (failure != std::errc() || stop != end || unit == 0 ||
      value > std::numeric_limits<std::uint64_t>::max() / unit) {
    reject(what, text, right);
  }
  return value * unit;
}

/// Leaves `into` as it is when the variable is not set.
void read_threshold(const char* name, std::uint32_t& into) {
  const auto text = variable(name);
  if (!text) {
    return;
  }
  constexpr const char* right = "a number from 1 to 1000000000";
  const std::uint64_t n = number(name, *text, right, /*scaled=*/false);
  if (n < 1 || n > most_threshold) {
    reject(name, *text, right);
  }
  into = static_cast<std::uint32_t>(n);
}

bool yes_or_no(std::string_view what, std::string_view text) {
  if (text != "0" && text != "1") {
    reject(what, text, "0 or 1");
  }
  return text == "1";
}

}  // namespace

std::string_view to_string(spawn_policy policy) noexcept {
  switch (policy) {
    case spawn_policy::work_first:
      return "work_first";
    case spawn_policy::help_first:
      return "help_first";
    case spawn_policy::adaptive:
      break;
  }
  return "adaptive";
}

spawn_policy spawn_policy_from(std::string_view text, std::string_view what) {
  for (const spawn_policy p :
       {spawn_policy::adaptive, spawn_policy::work_first, spawn_policy::help_first}) {
    if (text == to_string(p)) {
      return p;
    }
  }
  reject(what, text, "adaptive, work_first or help_first");
}

std::string_view to_string(steal_amount amount) noexcept {
  switch (amount) {
    case steal_amount::one:
      return "one";
    case steal_amount::half:
      return "half";
    case steal_amount::adaptive:
      break;
  }
  return "adaptive";
}

steal_amount steal_amount_from(std::string_view text, std::string_view what) {
  for (const steal_amount a : {steal_amount::adaptive, steal_amount::one, steal_amount::half}) {
    if (text == to_string(a)) {
      return a;
    }
  }
  reject(what, text, "adaptive, one or half");
}

options options::from_environment() {
  options out;
  if (const auto text = variable("NUTHATCH_SCHEDULER")) {
    out.scheduler = *text;
  }
  if (const auto text = variable("NUTHATCH_WORKERS")) {
    constexpr const char* right = "a number of workers from 0 (automatic) to 4096";
    const std::uint64_t n = number("NUTHATCH_WORKERS", *text, right, /*scaled=*/false);
    if (n > max_workers) {
      reject("NUTHATCH_WORKERS", *text, right);
    }
    out.workers = static_cast<unsigned>(n);
  }
  if (const auto text = variable("NUTHATCH_POLICY")) {
    out.policy = spawn_policy_from(*text, "NUTHATCH_POLICY");
  }
  if (const auto text = variable("NUTHATCH_STEAL")) {
    out.steal = steal_amount_from(*text, "NUTHATCH_STEAL");
  }
  read_threshold("NUTHATCH_STACK_THRESHOLD", out.stack_threshold);
  read_threshold("NUTHATCH_FRESH_THRESHOLD", out.fresh_threshold);
  read_threshold("NUTHATCH_POLICY_INTERVAL", out.policy_interval);
  if (const auto text = variable("NUTHATCH_STACK_SIZE")) {
    out.stack_size = number("NUTHATCH_STACK_SIZE",
                            *text,
                            "a number of bytes, perhaps with K, M or G behind it",
                            /*scaled=*/true);
  }
  if (const auto text = variable("NUTHATCH_MAX_STACKS")) {
    out.max_stacks = number(
        "NUTHATCH_MAX_STACKS", *text, "a number of stacks, 0 for automatic", /*scaled=*/false);
  }
  if (const auto text = variable("NUTHATCH_PIN")) {
    out.pin = yes_or_no("NUTHATCH_PIN", *text);
  }
  if (const auto text = variable("NUTHATCH_PLACES")) {
    out.places = *text;
  }
  if (const auto text = variable("NUTHATCH_CROSS_PLACE_STEALS")) {
    out.cross_place_steals = yes_or_no("NUTHATCH_CROSS_PLACE_STEALS", *text);
  }
  if (const auto text = variable("NUTHATCH_SEED")) {
    out.seed = number("NUTHATCH_SEED",
                      *text,
                      "a number below 2^64, 0 for a different one each time",
                      /*scaled=*/false);
  }
  if (const auto text = variable("NUTHATCH_REPRODUCIBLE")) {
    out.reproducible = yes_or_no("NUTHATCH_REPRODUCIBLE", *text);
  }
  return out;
}

}  // namespace nuthatch
