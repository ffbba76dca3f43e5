#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "redactor/byte_dump.h"
#include "redactor/dump_gap.h"

namespace slashpass {

/// The maximum number of hexadecimal digits in a group.
constexpr std::size_t longest_group = 16;

constexpr std::size_t shortest_offset = 4;

/// The length of `0x`, or 0.
std::size_t hex_prefix_length(std::string_view text, std::size_t at);

/// A hexdump's bytes, and a second reading for lines whose offsets imply fewer bytes than they show. An offset can be
/// wrong, and a secret must still be found.
struct HexReadings {
  ByteDump by_offsets;
  std::optional<ByteDump> with_whole_lines;
};

/// Reads hexdumps and hexadecimal groups separated by any characters. `gap` is between two groups or after an offset.
/// Text before `from` is not read.
HexReadings read_hex_dump(std::string_view text, const DumpGap& gap, std::size_t from, bool is_final);

}  // namespace slashpass
