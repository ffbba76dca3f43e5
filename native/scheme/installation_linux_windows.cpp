#include "scheme/installation.h"

#include "base/files.h"
#include "scheme/platform.h"
#include "scheme/registration_file.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

// Rejects links, whose targets must not be changed, and files that are not executable.
bool is_program(const fs::path& path) {
  std::error_code failed;
  const auto status = fs::symlink_status(path, failed);
  return fs::is_regular_file(status) && (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
}

}  // namespace

fs::path Installation::opener() const { return directory / opener_name; }

Result<Installation> installation_of(const std::string& scheme) {
  const auto registrations = registrations_directory();
  if (!registrations) return registrations.error();
  return Installation{registrations.value() / scheme};
}

Status install(const Installation& installation, std::string_view opener, const Registration& registration) {
  const auto path = installation.opener();
  if (!is_current(installation, opener)) {
    if (!is_program(path)) remove_if_empty(path);
    if (auto written = write_file(path, opener, fs::perms::owner_all); !written) return written;
  }
  return write_registration(installation.directory, registration);
}

bool is_current(const Installation& installation, std::string_view opener) {
  const auto path = installation.opener();
  if (!is_program(path)) return false;
  const auto installed = read_file(path);
  return installed && installed.value() == opener;
}

void uninstall(const Installation& installation) {
  remove_if_empty(installation.opener());
  remove_registration(installation.directory);
  remove_if_empty(installation.directory);
  remove_if_empty(installation.directory.parent_path());
}

}  // namespace slashpass
