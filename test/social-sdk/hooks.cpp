// Functions that exist only in the stand-in.
#include <cstdio>
#include <cstdlib>

#include "faults.h"
#include "operations.h"
#include "requests.h"

namespace stand_in {
namespace {

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Reports the objects that still exist when the library is unloaded or the process exits.
const struct ReportAtExit {
  ~ReportAtExit() { write_report_file(); }
} report_at_exit;

}  // namespace

void write_report_file() {
  const std::string path = variable("STAND_IN_REPORT");
  const std::string unfinished = path + ".unfinished";
  std::FILE* file = path.empty() ? nullptr : std::fopen(unfinished.c_str(), "w");
  if (!file) return;
  const std::string text = "{\"report\":" + report() + ",\"activity\":" + last_activity() +
                           ",\"launch\":" + last_launch() + ",\"openedUrl\":" + quote(last_opened_url()) + "}\n";
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
#ifdef _WIN32
  std::remove(path.c_str());
#endif
  std::rename(unfinished.c_str(), path.c_str());
}

void run_command_file() {
  const char* path = variable("STAND_IN_COMMANDS");
  std::FILE* file = *path ? std::fopen(path, "r") : nullptr;
  if (!file) return;
  char list[1000] = "";
  const size_t size = std::fread(list, 1, sizeof list, file);
  std::fclose(file);
  std::remove(path);
  apply_settings(std::string(list, size));
  write_report_file();
}

}  // namespace stand_in

using namespace stand_in;

STAND_IN_EXPORT size_t StandIn_Report(char* out, size_t size) { return write_out(report(), out, size); }
STAND_IN_EXPORT size_t StandIn_Activity(char* out, size_t size) { return write_out(last_activity(), out, size); }
STAND_IN_EXPORT size_t StandIn_Launch(char* out, size_t size) { return write_out(last_launch(), out, size); }
STAND_IN_EXPORT size_t StandIn_OpenedUrl(char* out, size_t size) { return write_out(last_opened_url(), out, size); }

STAND_IN_EXPORT bool StandIn_Set(const char* what, int value) {
  const std::string name = what ? what : "";
  return set_fault(name, value) || set_event(name, value);
}

STAND_IN_EXPORT void StandIn_Reset() {
  forget_clients();
  forget_everything();
  forget_presence();
  clear_faults();
}
