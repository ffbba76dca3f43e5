#include "base/too_many_files.h"

#include <cerrno>

namespace slashpass {

std::optional<Error> too_many_files(const std::string& what, int reason) {
  if (reason == EMFILE) return Error{"too_many_files", what + ": this process has too many open files."};
  if (reason == ENFILE) return Error{"too_many_files", what + ": the system has too many open files."};
  return std::nullopt;
}

}  // namespace slashpass
