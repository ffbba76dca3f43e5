#include "faults.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <utility>

#include "stand_in.h"

namespace stand_in {
namespace {

const char* const names[] = {"null-result",       "never-answer", "huge-string", "late-callback",
                             "repeated-callback", "empty-null",   "reject-http"};

struct Settings {
  std::mutex mutex;
  std::map<std::string, int> counts;
  int error_type = 0;
  bool is_random = false;
  bool is_environment_read = false;
  std::mt19937 random;
};

Settings& settings() {
  static Settings* all = new Settings;
  return *all;
}

}  // namespace

bool take_fault(const std::string& name) {
  const std::lock_guard lock(settings().mutex);
  int& left = settings().counts[name];
  if (left == 0) return false;
  if (left > 0) left--;
  return true;
}

int take_error_type() {
  if (take_fault("reject-http")) return 1;
  const std::lock_guard lock(settings().mutex);
  return std::exchange(settings().error_type, 0);
}

bool set_fault(const std::string& name, int value) {
  const std::lock_guard lock(settings().mutex);
  if (name == "error-type") {
    settings().error_type = value;
    return true;
  }
  if (name == "random") {
    settings().is_random = true;
    settings().random.seed(static_cast<unsigned>(value));
    return true;
  }
  for (const char* known : names) {
    if (name != known) continue;
    settings().counts[name] = value;
    return true;
  }
  return false;
}

void apply_settings(const std::string& list) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find(',', at), list.size());
    const size_t equals = std::min(list.find('=', at), end);
    StandIn_Set(list.substr(at, equals - at).c_str(), equals < end ? std::atoi(list.c_str() + equals + 1) : 1);
    at = end + 1;
  }
}

void read_fault_environment() {
  {
    const std::lock_guard lock(settings().mutex);
    if (std::exchange(settings().is_environment_read, true)) return;
  }
  const char* given = std::getenv("STAND_IN_FAULTS");
  apply_settings(given ? given : "");
}

void choose_random_faults() {
  const std::lock_guard lock(settings().mutex);
  if (!settings().is_random) return;
  // Unlike std::uniform_int_distribution, the remainder is the same in every standard library.
  const unsigned chosen = settings().random() % 20;
  for (const char* name : names) settings().counts[name] = 0;
  if (chosen < std::size(names)) {
    settings().counts[names[chosen]] = 1;
  } else if (chosen < 10) {
    settings().error_type = static_cast<int>(1 + settings().random() % 9);
  }
}

void clear_faults() {
  const std::lock_guard lock(settings().mutex);
  settings().counts.clear();
  settings().error_type = 0;
  settings().is_random = false;
  settings().is_environment_read = false;
}

}  // namespace stand_in
