#include "redactor/trigger_scan.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "redactor/dump_finder.h"
#include "redactor/token_shapes.h"

using slashpass::Trigger;
using slashpass::TriggerScan;

namespace {

constexpr unsigned own_set = 5;
constexpr std::size_t most_letters = 300;

TriggerScan usual_scan() {
  TriggerScan scan;
  slashpass::TokenShapes::add_triggers(scan);
  scan.add(4, {"%\\&", "0123456789abcdefunrx", "", ""});
  slashpass::DumpFinder::add_triggers(scan, TriggerScan::first_unnamed_set);
  scan.add(own_set, {"q", "z", "", "\x80\xFF"});
  return scan;
}

std::string random_text(std::mt19937& random) {
  const std::array<std::string_view, 8> words{"token", "Bearer x", "%41",        "\\u0041",
                                              "a: 1",  "0,\"b",    "qz\xC3\xFF", "}\n"};
  std::string text;
  const std::size_t size = random() % most_letters;
  while (text.size() < size) {
    if (random() % 8 == 0)
      text += words[random() % words.size()];
    else
      text += static_cast<char>(random() % 4 == 0 ? random() : 'a' + random() % 26);
  }
  return text;
}

std::vector<std::pair<std::size_t, unsigned>> found_by(const TriggerScan& scan, const TriggerScan::Path& path,
                                                       std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Trigger> triggers;
  scan.scan(path, text, begin, end, triggers);
  std::vector<std::pair<std::size_t, unsigned>> found;
  for (const Trigger& trigger : triggers) found.emplace_back(trigger.at, trigger.sets);
  return found;
}

}  // namespace

TEST_CASE("reports the same triggers with every implementation for any part of any text") {
  const TriggerScan scan = usual_scan();
  std::mt19937 random(7);
  TriggerScan quiet = scan;
  quiet.pass_over_ends_behind('}');
  for (int round = 0; round < 5000; ++round) {
    const std::string text = random_text(random);
    const std::size_t begin = random() % (text.size() + 1);
    const std::size_t end = begin + random() % (text.size() - begin + 1);
    const auto expected = found_by(scan, TriggerScan::paths().back(), text, begin, end);
    for (const TriggerScan::Path& path : TriggerScan::paths()) {
      CAPTURE(path.name);
      CAPTURE(round);
      CHECK(found_by(scan, path, text, begin, end) == expected);
      CHECK(found_by(quiet, path, text, begin, end) == found_by(quiet, TriggerScan::paths().back(), text, begin, end));
    }
  }
}

TEST_CASE("finds a pattern at any position with every implementation") {
  const TriggerScan scan = usual_scan();
  const std::string pattern = "qz.\xFF";
  for (const TriggerScan::Path& path : TriggerScan::paths()) {
    for (std::size_t before = 0; before < 100; ++before) {
      const std::string text = std::string(before, '-') + pattern + std::string(before % 7, '-');
      const auto found = found_by(scan, path, text, 0, text.size());
      CAPTURE(path.name);
      CAPTURE(before);
      REQUIRE(found.size() == 1);
      CHECK(found.front().first == before);
      CHECK((found.front().second >> own_set & 1) == 1);
    }
  }
}

TEST_CASE("reports line endings with every implementation, except after the excluded character") {
  const TriggerScan scan = usual_scan();
  TriggerScan quiet = usual_scan();
  quiet.pass_over_ends_behind('}');
  for (const TriggerScan::Path& path : TriggerScan::paths()) {
    for (std::size_t before = 1; before < 100; ++before) {
      const std::string text = std::string(before, '-') + "\n" + std::string(before % 7, '-');
      const std::string object = std::string(before, '-') + "}\n" + std::string(before % 7, '-');
      const std::vector<std::pair<std::size_t, unsigned>> end{{before - 1, 0}}, object_end{{before, 0}};
      CAPTURE(path.name);
      CAPTURE(before);
      CHECK(found_by(scan, path, text, 0, text.size()) == end);
      CHECK(found_by(scan, path, object, 0, object.size()) == object_end);
      CHECK(found_by(quiet, path, text, 0, text.size()) == end);
      CHECK(found_by(quiet, path, object, 0, object.size()).empty());
    }
  }
}

TEST_CASE("ignores a name after a number and a comma, but not a number in quotes or after a colon") {
  const TriggerScan scan = usual_scan();
  for (const TriggerScan::Path& path : TriggerScan::paths()) {
    CAPTURE(path.name);
    CHECK(found_by(scan, path, "97,\"data\"", 0, 9).empty());
    CHECK(found_by(scan, path, "97,\"1\":98", 0, 9).front().first == 1);
    CHECK(found_by(scan, path, "0000: ab cd", 0, 11).front().first == 3);
  }
}

TEST_CASE("lists the processor's fastest implementation first") {
#if defined(__aarch64__) || defined(_M_ARM64)
  CHECK(TriggerScan::paths().front().name == "NEON");
#endif
  CHECK(TriggerScan::paths().back().name == "portable");
}
