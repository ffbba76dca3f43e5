#include <mach-o/dyld.h>
#include <sys/param.h>

#include "redirect-opener/open_uri.h"

int main(int count, char** arguments) {
  char program[MAXPATHLEN] = "";
  uint32_t size = sizeof(program);
  _NSGetExecutablePath(program, &size);
  const auto directory = std::filesystem::path(program).parent_path();
  return static_cast<int>(slashpass::open_uri({arguments + 1, arguments + count}, directory));
}
