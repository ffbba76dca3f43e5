#include "redirect-opener/open_uri.h"

#include <doctest/doctest.h>

#include <fstream>
#ifndef _WIN32
#include <sys/stat.h>
#endif

#include "hand_over/received_redirects.h"
#include "scheme/registration_file.h"
#include "testing/temporary_directory.h"

using namespace slashpass;

namespace {

const std::string redirect = "discord-77:/authorize/callback?code=a&state=b";
const std::string launch_url = "discord-77://join?secret=a";

struct Opener {
  TemporaryDirectory directory;
  TemporaryDirectory channel;
  Registration registration{"discord-77", "77", "", true, channel.path().string(), {}};
  ReceivedRedirects received;

  ExitCode open(const std::vector<std::string>& arguments) {
    REQUIRE(write_registration(directory.path(), registration));
    return open_uri(arguments, directory.path());
  }
};

}  // namespace

TEST_CASE("hands over a redirect with and without the separator") {
  Opener opener;
  const auto listener =
      listen_for_redirects({opener.registration.scheme, opener.registration.channel}, opener.received.events());
  REQUIRE(listener.ok());
  CHECK(opener.open({redirect}) == ExitCode::done);
  CHECK(opener.open({"--", redirect}) == ExitCode::done);
  CHECK(opener.received.redirects(2) == std::vector{redirect, redirect});
}

TEST_CASE("rejects anything but exactly one URI") {
  Opener opener;
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {}, {"--"}, {redirect, redirect}, {"--", redirect, "x"}, {"-x", redirect}, {"--", "--", redirect}}) {
    CHECK(opener.open(arguments) == ExitCode::usage);
  }
}

TEST_CASE("rejects an argument that is not a redirect") {
  Opener opener;
  const auto listener =
      listen_for_redirects({opener.registration.scheme, opener.registration.channel}, opener.received.events());
  REQUIRE(listener.ok());
  for (const char* other : {"", "-", "--help", "https://example.com/authorize/callback?code=a", "discord-77:/other?a=b",
                            "discord-77:/authorize/callback", "discord-78:/authorize/callback?code=a",
                            "discord-77:/authorize/callback?code=a b"}) {
    CHECK_MESSAGE(opener.open({other}) == ExitCode::refused, other);
  }
  CHECK(opener.open({launch_url}) == ExitCode::refused);
  CHECK(opener.received.redirects(0).empty());
  CHECK(opener.received.refused(0) == 0);
}

TEST_CASE("hands over nothing if no redirects are registered") {
  Opener opener;
  CHECK(open_uri({redirect}, opener.directory.path()) == ExitCode::refused);
  opener.registration.redirect = false;
  CHECK(opener.open({redirect}) == ExitCode::refused);
}

TEST_CASE("reports a launch command that does not start") {
  Opener opener;
  opener.registration.launch = {"/nonexistent/game"};
  CHECK(opener.open({redirect}) == ExitCode::not_started);
  CHECK(opener.open({launch_url}) == ExitCode::not_started);
}

#ifndef _WIN32
TEST_CASE("starts the game without another game's loader variables") {
  Opener opener;
  const auto pipe = opener.directory.path() / "preloaded";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  opener.registration.launch = {"/bin/sh", "-c", "echo \"${NODE_OPTIONS-unset}\" >" + pipe.string()};
  REQUIRE(setenv("NODE_OPTIONS", "--inspect", 1) == 0);
  CHECK(opener.open({launch_url}) == ExitCode::done);
  unsetenv("NODE_OPTIONS");
  std::string value;
  std::getline(std::ifstream(pipe), value);
  CHECK(value == "unset");
}

TEST_CASE("passes a launch URL as the last argument unless the launch command accepts none") {
  for (const bool takes_url : {true, false}) {
    Opener opener;
    const auto pipe = opener.directory.path() / "arguments";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    opener.registration.launch = {"/bin/sh", "-c", "echo \"$@\" >" + pipe.string(), "sh", "one"};
    opener.registration.launch_takes_url = takes_url;
    CHECK(opener.open({launch_url}) == ExitCode::done);
    std::string arguments;
    std::getline(std::ifstream(pipe), arguments);
    CHECK(arguments == (takes_url ? "one " + launch_url : "one"));
  }
}
#endif
