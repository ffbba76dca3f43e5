#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "redactor/byte_dump.h"
#include "redactor/dump_gap.h"

namespace slashpass {

/// Hexadecimal digits that a dump writes together at most.
constexpr std::size_t longest_group = 16;

constexpr std::size_t shortest_offset = 4;

/// How many characters at `at` are the prefix of a hexadecimal number, `0x`.
std::size_t hex_prefix_length(std::string_view text, std::size_t at);

/// The bytes of a hexdump, and a second reading where the offsets say that some lines have fewer bytes than groups: an
/// offset can be wrong, and a secret must be found all the same.
struct HexReadings {
  ByteDump by_offsets;
  std::optional<ByteDump> with_whole_lines;
};

/// Reads bytes in groups of hexadecimal digits, with any signs between them, and hexdumps; `gap` stands between two
/// groups, or behind an offset. Does not look at what stands before `from`.
HexReadings read_hex_dump(std::string_view text, const DumpGap& gap, std::size_t from, bool is_final);

}  // namespace slashpass
