#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "scheme/desktop_entry_linux.h"
#include "scheme/installation.h"
#include "scheme/platform.h"
#include "scheme/registration_file.h"
#include "scheme/scratch_home.h"
#include "scheme/uri_scheme.h"
#include "system/channel_directory.h"
#include "testing/plain_user_posix.h"

using namespace slashpass;
namespace fs = std::filesystem;

namespace {

const SchemeOwner game_on_linux{"slashpass-test-77", "77"};
constexpr auto readable = fs::perms::owner_read | fs::perms::owner_write;

// A program that already owns the scheme.
void install_other(const fs::path& home, const std::string& exec, const std::string& list) {
  REQUIRE(write_file(home / "data/applications/other.desktop", "[Desktop Entry]\nExec=" + exec + " %u\n", readable));
  REQUIRE(write_file(home / "config" / list,
                     "[Default Applications]\nx-scheme-handler/slashpass-test-77=other.desktop\n", readable));
}

}  // namespace

TEST_CASE("takes over a scheme whose program is missing") {
  ScratchHome home;
  install_other(home.path(), "/nonexistent/game", "mimeapps.list");
  CHECK(register_redirect_scheme(game_on_linux, "Game", false).ok());
  CHECK(redirect_scheme_status(game_on_linux).value().ours);
}

TEST_CASE("reports another program in the running desktop's list without changing the list") {
  ScratchHome home;
  setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME", 1);
  install_other(home.path(), "true", "gnome-mimeapps.list");
  const auto before = home.entries();
  const auto registered = register_redirect_scheme(game_on_linux, "Game", true);
  unsetenv("XDG_CURRENT_DESKTOP");
  REQUIRE(!registered.ok());
  CHECK(registered.error().code == "scheme_taken");
  CHECK(registered.error().message.find("other.desktop") != std::string::npos);
  CHECK(home.entries() == before);
}

TEST_CASE("keeps its desktop file if another program changed it") {
  ScratchHome home;
  REQUIRE(register_redirect_scheme(game_on_linux, "Game", false).ok());
  const auto file = home.path() / "data/applications" / desktop_file_name(game_on_linux.scheme);
  REQUIRE(write_file(file, "[Desktop Entry]\nExec=/bin/true %u\n", readable));
  CHECK(!redirect_scheme_status(game_on_linux).value().ours);
  CHECK(unregister_redirect_scheme(game_on_linux).error().code == "scheme_taken");
  CHECK(fs::exists(file));
}

TEST_CASE("preserves a symlinked mimeapps.list and its target's mode") {
  ScratchHome home;
  const auto target = home.path() / "dotfiles";
  REQUIRE(write_file(target, "[Default Applications]\na=b\n", readable | fs::perms::group_read));
  fs::create_symlink(target, home.path() / "config/mimeapps.list");
  REQUIRE(register_redirect_scheme(game_on_linux, "Game", false).ok());
  CHECK(fs::is_symlink(home.path() / "config/mimeapps.list"));
  CHECK(fs::status(target).permissions() == (readable | fs::perms::group_read));
  CHECK(unregister_redirect_scheme(game_on_linux).value());
  CHECK(read_file(target).value() == "[Default Applications]\na=b\n");
}

TEST_CASE("registers nothing if mimeapps.list cannot be read") {
  ScratchHome home;
  const auto list = home.path() / "config/mimeapps.list";
  REQUIRE(write_file(list, "[Default Applications]\na=b\n", readable));
  const auto before = home.entries();
  {
    const PlainUser user(home.path());
    fs::permissions(list, fs::perms::none);
    CHECK(register_redirect_scheme(game_on_linux, "Game", false).error().code == "not_readable");
    fs::permissions(list, readable);
  }
  CHECK(home.entries() == before);
  CHECK(read_file(list).value() == "[Default Applications]\na=b\n");
}

TEST_CASE("keeps the entries of all games that register concurrently") {
  ScratchHome home;
  constexpr int count = 34;
  const auto scheme = [](int index) { return "slashpass-test-" + std::to_string(index); };
  for (int index = 0; index < count; ++index) {
    if (fork() == 0) _exit(register_redirect_scheme({scheme(index), "77"}, "Game", false).ok() ? 0 : 1);
  }
  for (int index = 0, status = 0; index < count; ++index) {
    REQUIRE(wait(&status) > 0);
    CHECK(status == 0);
  }
  for (int index = 0; index < count; ++index) {
    CHECK_MESSAGE(redirect_scheme_status({scheme(index), "77"}).value().ours, index);
  }
}

TEST_CASE("rejects a data directory with a space, from which desktop environments cannot start programs") {
  ScratchHome home;
  fs::create_directory(home.path() / "my data");
  setenv("XDG_DATA_HOME", (home.path() / "my data").c_str(), 1);
  const auto before = home.entries();
  CHECK(register_redirect_scheme(game_on_linux, "Game", false).error().code == "unusable_path");
  CHECK(home.entries() == before);
}

TEST_CASE("keeps a name with line breaks and backslashes on one line") {
  const auto entry = desktop_entry("game", "A\\n\nExec=evil\r", "/opt/opener");
  CHECK(entry.find("\nName=A\\\\n Exec=evil \n") != std::string::npos);
  CHECK(starts_opener(entry, "/opt/opener"));
  CHECK(!starts_opener(entry, "/opt/other"));
}

TEST_CASE("restarts the game from its AppImage file, or else from the current executable") {
  setenv("APPIMAGE", "/home/player/Game.AppImage", 1);
  CHECK(own_command().value() == std::vector<std::string>{"/home/player/Game.AppImage"});
  unsetenv("APPIMAGE");
  CHECK(own_command().value() == std::vector<std::string>{fs::read_symlink("/proc/self/exe").string()});
}

TEST_CASE("launches a Steam game through Steam's scheme") {
  ScratchHome home;
  REQUIRE(register_steam_launch(game_on_linux, 4294967295).ok());
  const auto launch = read_registration(installation_of(game_on_linux.scheme).value().directory).value().launch;
  CHECK(launch == std::vector<std::string>{"xdg-open", "steam://rungameid/4294967295"});
  CHECK(!read_registration(installation_of(game_on_linux.scheme).value().directory).value().launch_takes_url);
}

TEST_CASE("registers nothing inside Snap, where browsers would not find it") {
  ScratchHome home;
  setenv("SNAP", "/snap/game/1", 1);
  CHECK(register_redirect_scheme(game_on_linux, "Game", false).error().code == "sandboxed");
  unsetenv("SNAP");
}

TEST_CASE("uses the private runtime directory for the channel, or else the state directory") {
  ScratchHome home;
  CHECK(channel_directory().value() == (home.path() / "run/slashpass").string());
  fs::permissions(home.path() / "run", fs::perms::all);
  CHECK(channel_directory().value() == (home.path() / "state/slashpass").string());
}
