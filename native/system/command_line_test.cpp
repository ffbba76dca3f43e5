#include "system/command_line.h"

#include <doctest/doctest.h>

using namespace slashpass;
using Arguments = std::vector<std::string>;

TEST_CASE("splits at spaces outside quotes and keeps backslashes literal") {
  CHECK(split_command("game").value() == Arguments{"game"});
  CHECK(split_command("  game   --a  b ").value() == Arguments{"game", "--a", "b"});
  CHECK(split_command(R"("C:\My Games\game.exe" --dir C:\x)").value() ==
        Arguments{R"(C:\My Games\game.exe)", "--dir", R"(C:\x)"});
  CHECK(split_command(R"(game "" a"b c"d)").value() == Arguments{"game", "", "ab cd"});
  CHECK(split_command(R"(game \"a\" "say \"hi\"")").value() == Arguments{"game", "\"a\"", "say \"hi\""});
}

TEST_CASE("rejects a command with no program, an open quote or a control character") {
  for (const char* bad : {"", "   ", "\"\" a", "\"game", "game\n--a", "game\ta"}) {
    const auto split = split_command(bad);
    REQUIRE_MESSAGE(!split.ok(), bad);
    CHECK(split.error().code == "invalid_command");
  }
}

TEST_CASE("quotes arguments for Windows command lines") {
  CHECK(windows_command_line({"game"}) == R"("game")");
  CHECK(windows_command_line({R"(C:\a b\)", "x"}) == R"("C:\a b\\" "x")");
  CHECK(windows_command_line({R"(a"b)", R"(a\"b)", R"(a\\b)"}) == R"("a\"b" "a\\\"b" "a\\b")");
}
