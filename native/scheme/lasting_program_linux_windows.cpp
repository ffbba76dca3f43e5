#include "scheme/lasting_program.h"

#include <algorithm>
#include <filesystem>

#include "scheme/platform.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

// A registration stores the path on a single line.
bool fits_line(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

std::string lasting_program(const std::string& script) {
  auto program = installed_file(script);
  std::error_code failed;
  const auto path = path_of(program);
  // A script embedded in the interpreter's executable does not exist as a file.
  return fits_line(program) && path.is_absolute() && fs::exists(path, failed) ? program : "";
}

bool is_missing(const std::string& program) {
  std::error_code failed;
  const auto path = path_of(program);
  return path.is_absolute() && sees_whole_machine() && fs::status(path, failed).type() == fs::file_type::not_found;
}

}  // namespace slashpass
