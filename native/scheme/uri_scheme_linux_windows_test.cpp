#include "scheme/uri_scheme.h"

#include <doctest/doctest.h>

#include "base/files.h"
#include "scheme/installation.h"
#include "scheme/registration_file.h"
#include "scheme/scheme_handler.h"
#include "scheme/scratch_home.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

const SchemeOwner game{"slashpass-test-77", "77", "a program"};
const SchemeOwner other{"slashpass-test-77", "78", "a program"};

Installation installation() { return installation_of(game.scheme).value(); }

// A home directory with no registration before or after the test.
struct Home {
  ScratchHome scratch;

  Home() { CHECK(redirect_scheme_status(game).value().owner.empty()); }
  ~Home() {
    if (const auto registration = read_registration(installation().directory)) {
      (void)write_registration(installation().directory, {game.scheme, game.application, "", true, "", {}});
      CHECK(unregister_redirect_scheme(game).ok());
    }
  }
};

}  // namespace

TEST_CASE("registers a scheme and removes it completely") {
  Home home;
  const auto before = home.scratch.entries();
  REQUIRE(register_redirect_scheme(game, "Example Game", false).ok());
  const auto status = redirect_scheme_status(game);
  REQUIRE(status.ok());
  CHECK(!status.value().owner.empty());
  CHECK(status.value().ours);
  CHECK(!status.value().stale);
  CHECK(unregister_redirect_scheme(game).value());
  CHECK(redirect_scheme_status(game).value().owner.empty());
  CHECK(home.scratch.entries() == before);
  CHECK(!unregister_redirect_scheme(game).value());
}

TEST_CASE("can register the same scheme twice") {
  Home home;
  REQUIRE(register_redirect_scheme(game, "Example Game", false).ok());
  CHECK(register_redirect_scheme(game, "Example Game", false).ok());
  CHECK(redirect_scheme_status(game).value().ours);
}

TEST_CASE("neither takes over nor removes another application's scheme") {
  Home home;
  REQUIRE(register_redirect_scheme(game, "Example Game", false).ok());
  const auto taken = register_redirect_scheme(other, "Other Game", false);
  REQUIRE(!taken.ok());
  CHECK(taken.error().code == "scheme_taken");
  CHECK(!redirect_scheme_status(other).value().ours);
  CHECK(!unregister_redirect_scheme(other).value());
  CHECK(redirect_scheme_status(game).value().ours);
}

TEST_CASE("takes over another application's scheme with replace") {
  Home home;
  REQUIRE(register_redirect_scheme(other, "Other Game", false).ok());
  CHECK(register_redirect_scheme(game, "Example Game", true).ok());
  CHECK(redirect_scheme_status(game).value().ours);
  CHECK(!redirect_scheme_status(other).value().ours);
}

TEST_CASE("repairs a stale registration with a missing or changed opener") {
  Home home;
  REQUIRE(register_redirect_scheme(game, "Example Game", false).ok());
  for (const bool vanished : {true, false}) {
    if (vanished)
      fs::remove(installation().opener());
    else
      REQUIRE(write_file(installation().opener(), "older", fs::perms::owner_all));
    CHECK(redirect_scheme_status(game).value().ours);
    CHECK(redirect_scheme_status(game).value().stale);
    CHECK(register_redirect_scheme(game, "Example Game", false).ok());
    CHECK(!redirect_scheme_status(game).value().stale);
  }
}

TEST_CASE("replaces a symlinked or non-executable opener without changing the link's target") {
  Home home;
  REQUIRE(register_redirect_scheme(game, "Example Game", false).ok());
  const auto opener = installation().opener();
  const auto elsewhere = home.scratch.path() / "elsewhere";
  REQUIRE(write_file(elsewhere, game.opener, fs::perms::owner_all).ok());
  std::error_code failed;
  fs::remove(opener);
  fs::create_symlink(elsewhere, opener, failed);
  CHECK(redirect_scheme_status(game).value().stale);
  REQUIRE(register_redirect_scheme({game.scheme, game.application, "a newer program"}, "", false).ok());
  CHECK(!fs::is_symlink(opener));
  CHECK(read_file(opener).value() == "a newer program");
  CHECK(read_file(elsewhere).value() == game.opener);
#ifndef _WIN32
  fs::permissions(opener, fs::perms::owner_read | fs::perms::owner_write);
  REQUIRE(register_redirect_scheme(game, "", false).ok());
  CHECK(!redirect_scheme_status(game).value().stale);
  CHECK((fs::status(opener).permissions() & fs::perms::owner_exec) != fs::perms::none);
#endif
}

TEST_CASE("supports both a launch command and redirects for the same scheme") {
  Home home;
  REQUIRE(register_launch(game, "/opt/game --fast").ok());
  CHECK(redirect_scheme_status(game).value().ours);
  CHECK(redirect_scheme_status(game).value().stale);
  REQUIRE(register_redirect_scheme(game, "Example\nGame", false).ok());
  REQUIRE(register_launch(game, "/opt/game --fast").ok());
  const auto both = read_registration(installation().directory).value();
  CHECK(both.redirect);
  CHECK(both.name == "Example Game");
  CHECK(both.launch == std::vector<std::string>{"/opt/game", "--fast"});
  CHECK(unregister_redirect_scheme(game).value());
  const auto launch = read_registration(installation().directory).value();
  CHECK(!launch.redirect);
  CHECK(launch.launch == both.launch);
  CHECK(!unregister_redirect_scheme(game).value());
}

TEST_CASE("removes a launch command completely and keeps the registration for redirects") {
  Home home;
  const auto before = home.scratch.entries();
  CHECK(launch_status(game).value().command.empty());
  CHECK(!unregister_launch(game).value());
  REQUIRE(register_launch(game, "/opt/game --fast").ok());
  CHECK(launch_status(game).value().command == std::vector<std::string>{"/opt/game", "--fast"});
  CHECK(launch_status(game).value().works);
  CHECK(launch_status(other).value().command.empty());
  CHECK(!unregister_launch(other).value());
  CHECK(unregister_launch(game).value());
  CHECK(home.scratch.entries() == before);
  REQUIRE(register_launch(game, "/opt/game").ok());
  REQUIRE(register_redirect_scheme(game, "", false).ok());
  CHECK(unregister_launch(game).value());
  CHECK(!unregister_launch(game).value());
  CHECK(launch_status(game).value().command.empty());
  CHECK(redirect_scheme_status(game).value().ours);
  CHECK(!redirect_scheme_status(game).value().stale);
}

TEST_CASE("reports that a launch command does not work if its opener is missing") {
  Home home;
  REQUIRE(register_launch(game, "/opt/game").ok());
  fs::remove(installation().opener());
  CHECK(!launch_status(game).value().command.empty());
  CHECK(!launch_status(game).value().works);
}

TEST_CASE("uses the current executable as the default launch command") {
  Home home;
  REQUIRE(register_launch(game, "").ok());
  const auto launch = read_registration(installation().directory).value().launch;
  REQUIRE(launch.size() == 1);
  CHECK(fs::path(launch.front()).stem() == "scheme_tests");
}

TEST_CASE("rejects an invalid scheme before writing any file") {
  ScratchHome home;
  const auto before = home.entries();
  for (const char* bad : {"https", "a\\b", "../x", ""}) {
    CHECK(!register_redirect_scheme({bad, "77"}, "Example Game", false).ok());
    CHECK(!redirect_scheme_status({bad, "77"}).ok());
    CHECK(!unregister_redirect_scheme({bad, "77"}).ok());
  }
  CHECK(home.entries() == before);
}

namespace {

// Registers the scheme for `other` with a different program.
void register_by(const std::string& program, std::vector<std::string> launch = {}) {
  REQUIRE(register_redirect_scheme(other, "Other Game", true).ok());
  auto registration = read_registration(installation().directory).value();
  registration.program = program;
  registration.launch = std::move(launch);
  REQUIRE(write_registration(installation().directory, registration).ok());
}

}  // namespace

TEST_CASE("records the program, or the script that an interpreter runs") {
  Home home;
  const auto recorded = [](const std::string& script) {
    auto with_script = game;
    with_script.script = script;
    REQUIRE(register_redirect_scheme(with_script, "", false).ok());
    return read_registration(installation().directory).value().program;
  };
  CHECK(fs::path(recorded("")).stem() == "scheme_tests");
  const auto script = home.scratch.path() / "game.js";
  REQUIRE(write_file(script, "", fs::perms::owner_all).ok());
  CHECK(recorded(script.string()) == script.string());
  CHECK(recorded("game.js").empty());
  CHECK(recorded((home.scratch.path() / "inside/game.js").string()).empty());
}

TEST_CASE("reports and takes over a registration whose program is missing") {
  Home home;
  const auto missing = (home.scratch.path() / "gone").string();
  register_by(missing);
  const auto status = redirect_scheme_status(game).value();
  CHECK(!status.ours);
  REQUIRE(status.leftover);
  CHECK(status.leftover->application == "78");
  CHECK(status.leftover->program == missing);
  REQUIRE(register_redirect_scheme(game, "", false).ok());
  CHECK(redirect_scheme_status(game).value().ours);
  CHECK(!redirect_scheme_status(game).value().leftover);
  const auto taken = read_registration(installation().directory).value();
  CHECK(taken.name == game.scheme);
  CHECK(fs::path(taken.program).stem() == "scheme_tests");
  CHECK(register_redirect_scheme(other, "", false).error().code == "scheme_taken");
}

TEST_CASE("completely removes a registration whose program is missing") {
  Home home;
  const auto before = home.scratch.entries();
  register_by((home.scratch.path() / "gone").string());
  CHECK(unregister_redirect_scheme(game).value());
  CHECK(home.scratch.entries() == before);
  CHECK(!unregister_redirect_scheme(game).value());
}

TEST_CASE("does not treat a registration with an unknown program or a launch command as a leftover") {
  Home home;
  const auto missing = (home.scratch.path() / "gone").string();
  const auto existing = home.scratch.path().string();
  for (const auto& [program, launch] : {std::pair<std::string, std::vector<std::string>>{"", {}},
                                        {"gone", {}},
                                        {existing, {}},
                                        {missing, {"/opt/game"}}}) {
    register_by(program, launch);
    CHECK_MESSAGE(!redirect_scheme_status(game).value().leftover, program);
    CHECK(register_redirect_scheme(game, "", false).error().code == "scheme_taken");
    CHECK(!unregister_redirect_scheme(game).value());
    CHECK(read_registration(installation().directory).value().application == other.application);
  }
}

TEST_CASE("repairs the application's own registration if its program is missing") {
  Home home;
  register_by((home.scratch.path() / "gone").string());
  CHECK(redirect_scheme_status(other).value().ours);
  CHECK(redirect_scheme_status(other).value().stale);
  CHECK(!redirect_scheme_status(other).value().leftover);
  REQUIRE(register_redirect_scheme(other, "", false).ok());
  CHECK(!redirect_scheme_status(other).value().stale);
}
