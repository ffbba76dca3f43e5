#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/redactor.h"
#include "redactor/stream_redactor.h"

// Format of the input: secrets of up to 255 bytes, each preceded by its length, until a length below 8; then a byte
// that determines the chunk size; then the text.

namespace {

using slashpass::Redactor;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

std::string_view take_secret(std::string_view& input) {
  if (input.empty()) return {};
  const auto size = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  const std::string_view secret = input.substr(0, size);
  input.remove_prefix(secret.size());
  return secret;
}

void require_masked(std::string_view text, std::string_view secret, const std::vector<slashpass::Span>& spans) {
  for (std::size_t at = text.find(secret); at != std::string_view::npos; at = text.find(secret, at + 1)) {
    bool is_masked = false;
    for (const auto& [begin, end] : spans) is_masked |= begin <= at && at + secret.size() <= end;
    require(is_masked, "every occurrence is inside a span");
  }
}

std::string stream(Redactor& redactor, std::string_view text, std::size_t piece) {
  slashpass::StreamRedactor stream(redactor);
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) out += stream.push(text.substr(0, piece));
  return out + stream.finish();
}

// Measures processor time, which other processes do not affect.
double seconds_per_byte(Redactor& redactor, std::string_view unit, std::size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  const std::clock_t start = std::clock();
  redactor.find(text);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(text.size());
}

// Compares a long text with a short one instead of using a fixed limit, because the time per byte depends on the
// secrets. Rereading dump lines affects both texts equally, because it is limited by the longest secret (255 bytes).
void require_linear_time(Redactor& redactor, std::string_view unit) {
  constexpr std::size_t short_size = 1 << 15, long_size = 1 << 18;
  constexpr double tolerated = 3, measurable = 0.5 / long_size;
  const double usual = seconds_per_byte(redactor, unit, short_size);
  const double taken = seconds_per_byte(redactor, unit, long_size);
  require(taken < measurable || taken < tolerated * usual, "the time per byte is the same for a long and a short text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  Redactor redactor;
  std::vector<std::string> secrets;
  for (std::string_view secret = take_secret(input); secret.size() >= Redactor::shortest_secret && secrets.size() < 8;
       secret = take_secret(input)) {
    redactor.add(secret);
    secrets.emplace_back(secret);
  }
  const std::size_t piece = input.empty() ? 1 : 1 + static_cast<unsigned char>(input.front());
  const auto spans = redactor.find(input).spans;
  for (std::size_t index = 0; index < spans.size(); ++index) {
    require(spans[index].begin < spans[index].end && spans[index].end <= input.size(), "spans are not empty");
    require(index == 0 || spans[index - 1].end < spans[index].begin, "spans are sorted and do not touch");
  }
  for (const std::string& secret : secrets) require_masked(input, secret, spans);
  const std::string streamed = stream(redactor, input, piece);
  // If a secret contains line breaks, line ends are ambiguous.
  const bool is_clear = std::none_of(secrets.begin(), secrets.end(), [](const std::string& secret) {
    return secret.find_first_of("\r\n") != secret.npos;
  });
  if (is_clear) require(streamed == mask_spans(input, spans), "a stream masks the same text");
  // Slow, so it runs for only some of the inputs.
  constexpr std::size_t one_of = 64;
  if (size % one_of == 0 && input.size() > 1) require_linear_time(redactor, input.substr(1));
  for (const std::string& secret : secrets) redactor.remove(secret);
  return 0;
}
