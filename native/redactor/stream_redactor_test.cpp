#include "redactor/stream_redactor.h"

#include <doctest/doctest.h>

#include "system/secret_memory.h"

using slashpass::Redactor;
using slashpass::SecretMemory;
using slashpass::StreamRedactor;

namespace {

const std::string streamed_secret = "QDwqE3nT7vY0aXk2LmZsPf";

}  // namespace

TEST_CASE("outputs a whole line immediately, but holds back the beginning of a secret") {
  Redactor redactor;
  CHECK(redactor.add(streamed_secret));
  StreamRedactor stream(redactor);
  CHECK(stream.push("a line\nand ") == "a line\n");
  CHECK(stream.push(streamed_secret.substr(0, 10)).empty());
  CHECK(stream.push(streamed_secret.substr(10) + "\n") == "and [redacted]\n");
  CHECK(stream.finish().empty());
}

TEST_CASE("masks a secret wherever the stream is split in two") {
  Redactor redactor;
  CHECK(redactor.add(streamed_secret));
  const std::string text = "x\n%51" + streamed_secret.substr(1) + "\n" + streamed_secret + " y";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    StreamRedactor stream(redactor);
    const std::string first = stream.push(std::string_view(text).substr(0, cut));
    const std::string second = stream.push(std::string_view(text).substr(cut));
    CHECK(first + second + stream.finish() == "x\n[redacted]\n[redacted] y");
  }
}

TEST_CASE("masks a secret in a byte dump wherever the stream is split") {
  Redactor redactor;
  CHECK(redactor.add("Abcdefgh1234"));
  for (const std::string_view dump : {
           "[65, 98, 99, 100, 101,\n 102, 103, 104, 49, 50, 51, 52]\n",
           "[\n  65,\n  98,\n  99,\n  100,\n  101,\n  102,\n  103,\n  104,\n  49,\n  50,\n  51,\n  52\n]\n",
           "{\"0\":65,\"1\":98,\"2\":99,\"3\":100,\n\"4\":101,\"5\":102,\"6\":103,\"7\":104,\"8\":49,\"9\":50,\"10\":"
           "51,\"11\":52}\n",
           "<Buffer 41 62 63 64 65 66\n 67 68 31 32 33 34>\n",
           "0x41, 0x62, 0x63, 0x64, 0x65, 0x66,\n0x67, 0x68, 0x31, 0x32, 0x33, 0x34\n",
           "0x41,\n0x62,\n0x63,\n0x64,\n0x65,\n0x66,\n0x67,\n0x68,\n0x31,\n0x32,\n0x33,\n0x34\n",
           "41:62:63:64:65:66:\n67:68:31:32:33:34\n",
           "41626364 65666768\n31323334\n",
           "00000000  78 78 78 78 78 41 62 63  64 65 66 67 68 31 32 33  |xxxxxAbcdefgh123|\n"
           "00000010  34 78 78 78 78 78 78 78  78 78 78 78 78 78 78 78  |4xxxxxxxxxxxxxxx|\n",
           "0000000 7878 7878 4178 6362 6564 6766 3168 3332\n0000010 7834 7878 7878 7878\n",
           "00000000: 7878 7878 4162 6364 6566 6768 3132 3334  xxxxAbcdefgh1234\n",
       }) {
    for (const std::size_t padding : {0, 17, 16000, 16384}) {
      const std::string text = std::string(padding, ' ') + std::string(dump);
      const std::string whole = redactor.redact(text).value_or("not masked");
      for (std::size_t piece = 1; piece <= dump.size(); ++piece) {
        CAPTURE(padding);
        CAPTURE(piece);
        StreamRedactor stream(redactor);
        std::string out = stream.push(std::string_view(text).substr(0, padding));
        for (std::size_t at = padding; at < text.size(); at += piece)
          out += stream.push(std::string_view(text).substr(at, piece));
        CHECK(out + stream.finish() == whole);
      }
      for (std::size_t cut = padding; cut <= text.size(); ++cut) {
        CAPTURE(padding);
        CAPTURE(cut);
        StreamRedactor stream(redactor);
        const std::string first = stream.push(std::string_view(text).substr(0, cut));
        const std::string second = stream.push(std::string_view(text).substr(cut));
        CHECK(first + second + stream.finish() == whole);
      }
    }
  }
}

TEST_CASE("masks a secret in a hexdump line even if the next offset is too small") {
  Redactor redactor;
  CHECK(redactor.add("Abcdefgh1234"));
  const std::string_view text = "0000000    6241    6463    6665    6867    3231    3433\n000001;\n";
  const std::string masked = "0000000    [redacted]\n000001;\n";
  CHECK(redactor.redact(text) == masked);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CAPTURE(cut);
    StreamRedactor stream(redactor);
    const std::string first = stream.push(text.substr(0, cut));
    const std::string second = stream.push(text.substr(cut));
    CHECK(first + second + stream.finish() == masked);
  }
}

TEST_CASE("masks an endless value once without buffering it") {
  Redactor redactor;
  StreamRedactor stream(redactor);
  std::string out = stream.push("authorization: Bearer ");
  for (int index = 0; index < 1000; ++index) out += stream.push(std::string(1000, 'a'));
  CHECK(out + stream.push(" end\n") == "authorization: Bearer [redacted] end\n");
}

TEST_CASE("takes linear time for text that almost repeats a secret") {
  Redactor redactor;
  CHECK(redactor.add(std::string(30000, 'a') + "b"));
  const std::string text(1 << 20, 'a');
  CHECK(redactor.redact(text + "c").value_or("clean") == "clean");
}

TEST_CASE("takes linear time for repeated triggers and any kind of secret") {
  Redactor redactor;
  for (const std::string_view secret :
       {"correct \"horse battery", "it's a passphrase", "back\\slash\\secret", "<tag>secret</tag>", "-----BEGIN\nMIIB",
        "a tab\tand a secret", "a&b=c&d%20e%f", "{\"kty\":\"RSA\"}", "QDwqE3nT7vY0aXk2LmZsPf"})
    CHECK(redactor.add(secret));
  for (const char letter : {'"', '\'', '\\', '<', '\n', '\t', '%', '&', '}', '0', 'a', ' ', ','})
    CHECK(redactor.add(std::string(17, letter)));
  for (const std::string_view unit :
       {"\\",      "\"",    "'",  "<",  "%",   "&",   "\n",   "\r", "\t",       "0",       "a",    " ",
        ",",       ":",     "-",  ".",  "_",   "|",   ";",    "}",  "\x1B",     "%25",     "\\n",  "\\\\n",
        "\\u005c", "&amp;", "0,", "0 ", "0a ", "0a:", "0a\n", "0x", "\x1B[33m", "\"0a\",", "A\\n", "code="}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 1 << 16) text += unit;
    StreamRedactor stream(redactor);
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += 4096) out += stream.push(std::string_view(text).substr(at, 4096));
    out += stream.finish();
    CHECK_FALSE(redactor.redact(out).has_value());
    CHECK_FALSE(redactor.redact(redactor.redact(text).value_or(text)).has_value());
  }
}

TEST_CASE("zeroes a secret's memory before freeing it") {
  const std::uint8_t* address = nullptr;
  {
    auto memory = SecretMemory::allocate(16);
    REQUIRE(memory);
    address = memory->bytes().data();
    memory->bytes()[3] = 42;
  }
  const auto next = SecretMemory::allocate(16);
  REQUIRE(next);
  CHECK(next->bytes().data() == address);
  CHECK(next->bytes()[3] == 0);
}
