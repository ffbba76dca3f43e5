#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "system/channel_directory.h"
#include "testing/temporary_directory.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

std::string directory_with_runtime(const std::string& runtime) {
  setenv("XDG_RUNTIME_DIR", runtime.c_str(), 1);
  return channel_directory().value();
}

}  // namespace

TEST_CASE("uses the runtime directory's canonical path if it is private to this user") {
  TemporaryDirectory home;
  const auto root = fs::canonical(home.path());
  setenv("XDG_STATE_HOME", (root / "state").c_str(), 1);
  const auto otherwise = (root / "state" / "slashpass").string();
  const auto given = root / "given";
  fs::create_directory(given);
  fs::permissions(given, fs::perms::owner_all);
  fs::create_directory_symlink(given, root / "link");
  const auto used = (given / "slashpass").string();
  CHECK(directory_with_runtime(given) == used);
  CHECK(directory_with_runtime(root / "link") == used);

  std::ofstream(root / "file").put('x');
  fs::permissions(root / "file", fs::perms::owner_read);
  for (const auto& unusable :
       {std::string(), std::string("given"), (root / "missing").string(), (root / "file").string()}) {
    CHECK(directory_with_runtime(unusable) == otherwise);
  }
  fs::permissions(given, fs::perms::owner_all | fs::perms::group_read);
  CHECK(directory_with_runtime(given) == otherwise);
  CHECK(directory_with_runtime(root / "link") == otherwise);
  fs::permissions(given, fs::perms::owner_all);
  if (geteuid() == 0) {  // Only root can change the owner.
    REQUIRE(chown(given.c_str(), 65534, 65534) == 0);
    CHECK(directory_with_runtime(given) == otherwise);
  }
}
