#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace slashpass {

/// A position at which one of eight sets of triggers may begin, one bit per set. Without any bit, a line ends after
/// it.
struct Trigger {
  std::size_t at;
  std::uint8_t sets;
};

/// Searches any text for short patterns of character classes and line ends at memory speed: a table lookup per half
/// byte, for four characters at a time, at 32 positions with AVX2 or 16 on ARM. May report too many positions, but
/// never too few.
class TriggerScan {
 public:
  static constexpr std::size_t pattern_size = 4;
  /// This set and the next one are not reported where their third letter is a quote and their fourth one comes behind
  /// the digits in ASCII: the names in JSON behind a number and a comma are too many.
  static constexpr unsigned first_unnamed_set = 6;

  /// Letters match in either case; an empty class matches everything, the end of the text too.
  void add(unsigned set, const std::array<std::string_view, pattern_size>& classes);

  /// Disables reports of line ends after this letter.
  void pass_over_ends_behind(char letter);

  /// Adds the places from `begin` to `end` to `triggers`, in order.
  void scan(std::string_view text, std::size_t begin, std::size_t end, std::vector<Trigger>& triggers) const;

  /// A way to look that this processor has. All of them report the same.
  struct Path;

  /// The fastest first.
  static std::span<const Path> paths();

  /// Looks in a way of the caller's choice.
  void scan(const Path& path, std::string_view text, std::size_t begin, std::size_t end,
            std::vector<Trigger>& triggers) const;

 private:
  struct alignas(16) Nibbles : std::array<std::uint8_t, 16> {
    Nibbles() { fill(0xFF); }
  };

  /// The sets that do not have a half byte at a position. Letters beyond ASCII have the lower halves of all sets: a
  /// look-up gives 0 for them without a further step. The last letter is looked up once, by its half, which tells all
  /// letters from each other but for neighbours.
  struct Table {
    std::array<Nibbles, pattern_size - 1> low;
    std::array<Nibbles, pattern_size - 1> high;
    Nibbles last;
    char passed_end = 0;
    /// All bits are set if line ends after that letter are ignored.
    std::uint8_t passes_ends = 0;
  };
  static constexpr unsigned half_of(unsigned byte) { return (byte + 1) / 2; }

  /// Looks at `blocks` times 32 places; `at` is the first one's in the text. Reads 3 bytes more.
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
