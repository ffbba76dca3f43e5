#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/open_file.h"
#include "testing/descriptor_limit_posix.h"
#include "testing/temporary_directory.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

std::string code_of(const fs::path& path, Opening opening) {
  const auto opened = open_file(path, opening);
  return opened ? "" : opened.error().code;
}

}  // namespace

TEST_CASE("opens files that close on exec and are accessible only to the user") {
  const TemporaryDirectory home;
  const auto path = home.path() / "file";
  for (const auto opening : {Opening::empty, Opening::read}) {
    const auto opened = open_file(path, opening);
    REQUIRE(opened.ok());
    CHECK((fcntl(fileno(opened.value().get()), F_GETFD) & FD_CLOEXEC) != 0);
  }
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("rejects a path with a NUL byte") {
  const TemporaryDirectory home;
  const auto before = home.path() / "file";
  REQUIRE(std::fputs("kept", open_file(before, Opening::empty).value().get()) >= 0);
  const fs::path longer(before.string() + std::string("\0/discord.log", 13));
  for (const auto opening : {Opening::read, Opening::create, Opening::empty}) {
    CHECK(code_of(longer, opening) == "invalid_path");
  }
  CHECK(fs::file_size(before) == 4);
}

TEST_CASE("rejects pipes, devices, folders and, for writing, symbolic links without blocking") {
  const TemporaryDirectory home;
  const auto pipe = home.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const auto opening : {Opening::read, Opening::empty}) {
    CHECK(code_of(pipe, opening) == "not_a_file");
    CHECK(code_of("/dev/null", opening) == "not_a_file");
    CHECK(code_of(home.path(), opening) == "not_a_file");
  }
  const auto target = home.path() / "target";
  REQUIRE(std::fputs("kept", open_file(target, Opening::create).value().get()) >= 0);
  fs::create_symlink(target, home.path() / "link");
  CHECK(code_of(home.path() / "link", Opening::empty) == "not_a_file");
  CHECK(code_of(home.path() / "link", Opening::create) == "not_writable");
  CHECK(code_of(home.path() / "link", Opening::read) == "");
  CHECK(fs::file_size(target) == 4);
}

TEST_CASE("reports that too many files are open") {
  const TemporaryDirectory home;
  const auto opened = [&] {
    const DescriptorLimit none;
    return open_file(home.path() / "file", Opening::create);
  }();
  REQUIRE(!opened.ok());
  CHECK(opened.error().code == "too_many_files");
  CHECK(opened.error().message.find("too many open files") != std::string::npos);
}
