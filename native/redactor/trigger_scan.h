#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace slashpass {

/// A position where trigger sets may match, with one bit for each of the eight sets. If no bit is set, a line ends
/// after the position.
struct Trigger {
  std::size_t at;
  std::uint8_t sets;
};

/// Finds short patterns of character classes, and line ends, at memory speed. Looks up the nibbles of four characters
/// at many positions at once: 32 with AVX2, 16 on ARM. Never misses a match but may report false positives.
class TriggerScan {
 public:
  static constexpr std::size_t pattern_size = 4;
  /// This set and the next ignore JSON names that follow a number and a comma, because such names are too common.
  static constexpr unsigned first_unnamed_set = 6;

  /// Letters match in either case. An empty class matches anything, including the end of the text.
  void add(unsigned set, const std::array<std::string_view, pattern_size>& classes);

  void pass_over_ends_behind(char letter);

  /// Adds the matches from `begin` to `end`, in order.
  void scan(std::string_view text, std::size_t begin, std::size_t end, std::vector<Trigger>& triggers) const;

  /// An implementation. All of them return the same results.
  struct Path;

  /// Fastest first.
  static std::span<const Path> paths();

  void scan(const Path& path, std::string_view text, std::size_t begin, std::size_t end,
            std::vector<Trigger>& triggers) const;

 private:
  struct alignas(16) Nibbles : std::array<std::uint8_t, 16> {
    Nibbles() { fill(0xFF); }
  };

  /// For each nibble, the sets that do not contain it. Low nibbles of non-ASCII bytes are in all sets, because looking
  /// them up returns 0. The last character is looked up by half its value, which distinguishes all characters except
  /// adjacent ones.
  struct Table {
    std::array<Nibbles, pattern_size - 1> low;
    std::array<Nibbles, pattern_size - 1> high;
    Nibbles last;
    char passed_end = 0;
    /// All bits are set if line ends that follow `passed_end` are to be ignored.
    std::uint8_t passes_ends = 0;
  };
  static constexpr unsigned half_of(unsigned byte) { return (byte + 1) / 2; }

  /// Scans `blocks` times 32 positions. `at` is the position of the first one in the text. Reads 3 bytes past the end.
  using ScanBlocks = void(const Table& table, const char* from, std::size_t blocks, std::size_t at,
                          std::vector<Trigger>& triggers);

  static ScanBlocks scan_blocks_portably;
  static ScanBlocks scan_blocks_with_avx2;
  static ScanBlocks scan_blocks_with_neon;

  void add_byte(std::size_t position, unsigned byte, unsigned set);

  Table table_;
};

struct TriggerScan::Path {
  std::string_view name;
  ScanBlocks* scan_blocks;
};

}  // namespace slashpass
