#include "scheme/registration_file.h"

#include "base/files.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

constexpr const char* name = "registration";

}  // namespace

Result<Registration> read_registration(const fs::path& directory) {
  const auto text = read_file(directory / name);
  if (!text) return text.error();
  return parse_registration(text.value());
}

Status write_registration(const fs::path& directory, const Registration& registration) {
  constexpr auto for_owner = fs::perms::owner_read | fs::perms::owner_write;
  return write_file(directory / name, format_registration(registration), for_owner);
}

void remove_registration(const fs::path& directory) { remove_if_empty(directory / name); }

}  // namespace slashpass
