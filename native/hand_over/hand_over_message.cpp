#include "hand_over/hand_over_message.h"

#include <cstdint>

#include "base/redirect_uri.h"

namespace slashpass {
namespace {

constexpr std::string_view magic = "SLP1";
constexpr std::size_t header_size = 8;

std::size_t announced_size(std::string_view header) {
  std::uint32_t size = 0;
  for (int i = 3; i >= 0; --i) size = size << 8 | static_cast<unsigned char>(header[magic.size() + i]);
  return size;
}

}  // namespace

std::string hand_over_message(std::string_view uri) {
  std::string message(magic);
  for (int shift = 0; shift < 32; shift += 8) message += static_cast<char>(uri.size() >> shift & 0xff);
  return message.append(uri);
}

HandOverReader::State HandOverReader::feed(std::string_view bytes) {
  if (bytes.size() > header_size + max_uri_size - received_.size()) return State::refused;
  received_.append(bytes);
  const std::string_view received = received_;
  if (!magic.starts_with(received.substr(0, magic.size()))) return State::refused;
  if (received.size() < header_size) return State::incomplete;
  const auto size = announced_size(received);
  if (size == 0 || size > max_uri_size || received.size() > header_size + size) return State::refused;
  return received.size() == header_size + size ? State::complete : State::incomplete;
}

std::string HandOverReader::uri() const { return received_.substr(header_size); }

}  // namespace slashpass
