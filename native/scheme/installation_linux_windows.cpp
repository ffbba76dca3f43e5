#include "scheme/installation.h"

#include "base/files.h"
#include "scheme/places.h"
#include "scheme/registration_file.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

Error no_program(const fs::path& program, const Error& why) {
  if (why.code != "missing") return why;
  return {"no_opener", "The program " + program.string() + " is missing from the package."};
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
    if (!program) return no_program(shipped.value(), program.error());
    if (auto copied = write_file(installation.opener(), program.value(), fs::perms::owner_all); !copied) return copied;
  }
  return write_registration(installation.directory, registration);
}

bool is_current(const Installation& installation) {
  const auto shipped = shipped_opener();
  if (!shipped) return false;
  const auto installed = read_file(installation.opener());
  const auto current = read_file(shipped.value());
  return installed && current && installed.value() == current.value();
}

void uninstall(const Installation& installation) {
  remove_if_empty(installation.opener());
  remove_registration(installation.directory);
  remove_if_empty(installation.directory);
  remove_if_empty(installation.directory.parent_path());
}

}  // namespace slashpass
