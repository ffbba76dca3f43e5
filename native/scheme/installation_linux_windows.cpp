#include "scheme/installation.h"

#include "base/files.h"
#include "scheme/places.h"
#include "scheme/registration_file.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

Error cannot_write(const fs::path& directory) {
  return Error{"not_writable", "The directory " + directory.string() + " cannot be written."};
}

}  // namespace

fs::path Installation::opener() const { return directory / opener_name; }

Result<Installation> installation_of(const std::string& scheme) {
  const auto registrations = registrations_directory();
  if (!registrations) return registrations.error();
  return Installation{registrations.value() / scheme};
}

Status install(const Installation& installation, const Registration& registration) {
  if (!is_current(installation)) {
    const auto shipped = shipped_opener();
    if (!shipped) return shipped.error();
    const auto program = read_file(shipped.value());
    if (!program) {
      return Error{"no_opener", "The program " + shipped.value().string() + " is missing from the package."};
    }
    if (!write_file(installation.opener(), *program, fs::perms::owner_all)) {
      return cannot_write(installation.directory);
    }
  }
  if (!write_registration(installation.directory, registration)) return cannot_write(installation.directory);
  return Done{};
}

bool is_current(const Installation& installation) {
  const auto shipped = shipped_opener();
  if (!shipped) return false;
  const auto installed = read_file(installation.opener());
  return installed && installed == read_file(shipped.value());
}

void uninstall(const Installation& installation) {
  remove_if_empty(installation.opener());
  remove_registration(installation.directory);
  remove_if_empty(installation.directory);
  remove_if_empty(installation.directory.parent_path());
}

}  // namespace slashpass
