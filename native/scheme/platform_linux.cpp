#include <unistd.h>

#include <cstdlib>

#include "scheme/platform.h"
#include "system/base_directories_linux.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

// The AppImage file persists; its mount point disappears when the process exits.
std::string own_image() {
  const char* image = std::getenv("APPIMAGE");
  return image != nullptr && *image == '/' ? image : "";
}

std::string own_program() {
  if (auto image = own_image(); !image.empty()) return image;
  std::error_code failed;
  auto program = fs::read_symlink("/proc/self/exe", failed).string();
  // The Steam Runtime mounts the host system's files here.
  constexpr std::string_view host = "/run/host";
  if (program.starts_with(std::string(host) + "/")) program.erase(0, host.size());
  return program;
}

}  // namespace

const char* const opener_name = "redirect-opener";

Result<fs::path> registrations_directory() {
  // Browsers do not read files in a sandbox's home directory.
  if (access("/.flatpak-info", F_OK) == 0 || std::getenv("SNAP") != nullptr) {
    return Error{"sandboxed", "A program inside Flatpak or Snap cannot register a scheme at run time."};
  }
  auto data = data_home();
  if (!data) return data;
  return data.value() / "slashpass";
}

Result<std::vector<std::string>> own_command() {
  auto program = own_program();
  if (program.empty()) return Error{"no_program", "The running program's path is unknown."};
  return std::vector{program};
}

std::string installed_file(const std::string& script) {
  // Paths inside a container are not valid outside it.
  if (!sees_whole_machine()) return "";
  return script.empty() || !own_image().empty() ? own_program() : script;
}

fs::path path_of(const std::string& text) { return text; }

// Steam and desktop tools create this directory in their containers.
bool sees_whole_machine() { return access("/run/host", F_OK) != 0; }

}  // namespace slashpass
