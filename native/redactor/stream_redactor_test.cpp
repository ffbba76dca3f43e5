#include "redactor/stream_redactor.h"

#include <doctest/doctest.h>

#include "system/secret_memory.h"

using slashpass::Redactor;
using slashpass::SecretMemory;
using slashpass::StreamRedactor;

namespace {

const std::string secret = "QDwqE3nT7vY0aXk2LmZsPf";

}  // namespace

TEST_CASE("a whole line is given out at once, the beginning of a secret is not") {
  Redactor redactor;
  CHECK(redactor.add(secret));
  StreamRedactor stream(redactor);
  CHECK(stream.push("a line\nand ") == "a line\n");
  CHECK(stream.push(secret.substr(0, 10)).empty());
  CHECK(stream.push(secret.substr(10) + "\n") == "and [redacted]\n");
  CHECK(stream.finish().empty());
}

TEST_CASE("a secret is masked wherever a stream is cut in two") {
  Redactor redactor;
  CHECK(redactor.add(secret));
  const std::string text = "x\n%51" + secret.substr(1) + "\n" + secret + " y";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    StreamRedactor stream(redactor);
    const std::string first = stream.push(std::string_view(text).substr(0, cut));
    const std::string second = stream.push(std::string_view(text).substr(cut));
    CHECK(first + second + stream.finish() == "x\n[redacted]\n[redacted] y");
  }
}

TEST_CASE("a value that never ends is masked once and not kept") {
  Redactor redactor;
  StreamRedactor stream(redactor);
  std::string out = stream.push("authorization: Bearer ");
  for (int index = 0; index < 1000; ++index) out += stream.push(std::string(1000, 'a'));
  CHECK(out + stream.push(" end\n") == "authorization: Bearer [redacted] end\n");
}

TEST_CASE("text that nearly repeats a secret is read in linear time") {
  Redactor redactor;
  CHECK(redactor.add(std::string(30000, 'a') + "b"));
  const std::string text(1 << 20, 'a');
  CHECK(redactor.redact(text + "c").value_or("clean") == "clean");
}

TEST_CASE("the memory of a secret is zero when it is given back") {
  const std::uint8_t* place = nullptr;
  {
    auto memory = SecretMemory::allocate(16);
    REQUIRE(memory);
    place = memory->bytes().data();
    memory->bytes()[3] = 42;
  }
  const auto next = SecretMemory::allocate(16);
  REQUIRE(next);
  CHECK(next->bytes().data() == place);
  CHECK(next->bytes()[3] == 0);
}
