#include "system/tool_linux.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>

#include "testing/temporary_directory.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

void check_that_no_child_remains() {
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
}

}  // namespace

TEST_CASE("waits for a system tool and ignores failing and missing ones") {
  const TemporaryDirectory folder;
  run_tool({"mkdir", folder.path() / "made"});
  CHECK(fs::exists(folder.path() / "made"));
  run_tool({"false"});
  run_tool({"/nonexistent/tool"});
  check_that_no_child_remains();
}

TEST_CASE("kills a hanging tool after the time limit") {
  run_tool({"sleep", "600"}, std::chrono::milliseconds(5));
  check_that_no_child_remains();
}
