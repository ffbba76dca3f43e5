#include "scheme/mime_apps_linux.h"

#include <doctest/doctest.h>

#include <random>

using namespace slashpass;

namespace {

constexpr const char* type = "x-scheme-handler/game";
constexpr const char* ours = "slashpass-game.desktop";
constexpr const char* section = "[Default Applications]";

}  // namespace

TEST_CASE("preserves all other bytes of mimeapps.list when adding and removing the entry") {
  for (const std::string before :
       {"", "[Default Applications]\ntext/html=a.desktop\n",
        "# mine\n\n[Added Associations]\ntext/html=a.desktop;b.desktop;\n",
        "[Default Applications]\r\ntext/html = a.desktop\r\n\r\n[Removed Associations]\nx=y\n",
        "[Default Applications]\nx-scheme-handler/game=other.desktop\nz=a\n",
        "[Default Applications]\nx-scheme-handler/game=other.desktop;second.desktop;\n",
        "[Default Applications]\nx-scheme-handler/game2=other.desktop\n\n\n",
        "[Default Applications]\na=b\n[Other]\nx-scheme-handler/game=other.desktop\n"}) {
    const auto after = with_default_app(before, type, ours);
    CHECK_MESSAGE(listed_apps(after, section, type).front() == ours, before);
    CHECK_MESSAGE(without_default_app(after, type, ours) == before, before);
    CHECK_MESSAGE(with_default_app(after, type, ours) == after, before);
  }
}

TEST_CASE("preserves random lists from other programs") {
  const std::vector<std::string> lines = {"[Default Applications]",
                                          "[Added Associations]",
                                          "[Other]",
                                          "# x",
                                          "",
                                          "a=b",
                                          "x-scheme-handler/game=other.desktop;",
                                          "x-scheme-handler/game = a;b ",
                                          "[",
                                          "x-scheme-handler/game2=c",
                                          "=",
                                          "x-scheme-handler/game"};
  std::minstd_rand random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string before;
    for (auto count = random() % 8; count > 0; --count) before += lines[random() % lines.size()] + "\n";
    before += "[Last]\n";
    const auto after = with_default_app(before, type, ours);
    REQUIRE_MESSAGE(listed_apps(after, section, type).front() == ours, before);
    REQUIRE_MESSAGE(without_default_app(after, type, ours) == before, before);
  }
}

TEST_CASE("adds a missing final line break and keeps every entry") {
  const auto after = with_default_app("[Default Applications]\na=b", type, ours);
  CHECK(listed_apps(after, section, "a") == std::vector<std::string>{"b"});
  CHECK(listed_apps(after, section, type) == std::vector<std::string>{ours});
  CHECK(listed_apps(with_default_app("[Default Applications]", type, ours), section, type).front() == ours);
}

TEST_CASE("lists the previous default after the new one") {
  const auto after = with_default_app("[Default Applications]\nx-scheme-handler/game=other.desktop\n", type, ours);
  CHECK(listed_apps(after, section, type) == std::vector<std::string>{ours, "other.desktop"});
}

TEST_CASE("removes the entry even in the form that other tools write") {
  CHECK(without_default_app("[Default Applications]\na=b\nx-scheme-handler/game=slashpass-game.desktop\n", type,
                            ours) == "[Default Applications]\na=b\n");
  CHECK(without_default_app("[Default Applications]\nx-scheme-handler/game=a.desktop;slashpass-game.desktop;\n", type,
                            ours) == "[Default Applications]\nx-scheme-handler/game=a.desktop;\n");
}

TEST_CASE("does not remove another program's default") {
  const std::string text = "[Default Applications]\nx-scheme-handler/game=other.desktop\n";
  CHECK(without_default_app(text, type, ours) == text);
}
