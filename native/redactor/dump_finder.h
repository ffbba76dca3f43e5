#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "redactor/byte_dump.h"
#include "redactor/dump_gap.h"
#include "redactor/hex_dump.h"
#include "redactor/trigger_scan.h"

namespace slashpass {

/// Finds lists of individual bytes in text. The bytes are then searched for secrets.
class DumpFinder {
 public:
  static constexpr unsigned trigger_sets = 2;
  /// The length of the shortest secret. A shorter dump counts only if it may continue past the end of the text.
  static constexpr std::size_t shortest_dump = 8;

  /// Adds trigger sets, numbered from `first_set`.
  static void add_triggers(TriggerScan& scan, unsigned first_set);

  /// `text` must outlive this object. Unless `is_final`, more text may follow. A secret has up to `longest_secret`
  /// bytes.
  DumpFinder(std::string_view text, bool is_final, std::size_t longest_secret)
      : text_(text), is_final_(is_final), longest_secret_(longest_secret), hex_(text, is_final) {}

  /// Reads the dumps at the beginning of the text. Must be called first.
  void find_at_begin() { find_at_line(std::min(text_.find_first_not_of(" \t"), text_.size())); }

  /// Reads the dumps at a trigger. Must be called in the order of the text.
  void find(std::size_t at);

  /// Like `find`, but for an escape at `at`, which may separate two numbers.
  void find_around(std::size_t at);

  /// Like `find`, but for a line end at `at`.
  void find_at_line_end(std::size_t at);

  /// Adds lists that the end of the text cuts off after their first number, and returns all dumps.
  const std::vector<ByteDump>& finish();

  /// Returns the start of a number that may continue after the end of the text, or the text's size if there is none.
  std::size_t last_number() const;

  /// Whether the dump may continue past the end of the text.
  bool is_open(const ByteDump& dump) const;

 private:
  enum class LineState { noticed, read, read_to_wide_space };

  void find_beside(const DumpGap& gap);
  void find_at_line(std::size_t at);
  void find_behind_offset(std::size_t at);
  std::size_t last_number_before(std::size_t end) const;
  bool may_stand_around(std::size_t at) const;
  bool begins_hex_dump(const DumpGap& gap);
  bool is_behind_offset(const DumpGap& gap) const;
  void keep_decimal_list(std::size_t begin);
  void keep_hex_dumps(Span group);
  void keep_lines(Span first);
  bool keep_lines(Span first, HexReader::WideSpace meaning);
  bool enter(std::size_t line, std::size_t group_digits, LineState state);
  void keep(ByteDump&& dump);

  std::string_view text_;
  bool is_final_;
  std::size_t longest_secret_;
  HexReader hex_;
  // Gaps before this position have already been read.
  std::size_t gap_end_ = 0;
  // Up to this position, there are too few groups for a dump.
  std::size_t few_up_to_ = 0;
  std::size_t decimals_read_to_ = 0;
  // The end of the last list, for each number of bytes in a group.
  std::array<std::size_t, longest_group / 2> lists_read_to_{};
  // For each line with an offset: the position of the first group and its number of digits. What is read after a line
  // does not depend on how the line was reached, so each line is read only once.
  std::set<std::tuple<std::size_t, std::size_t, LineState>> entered_lines_;
  std::vector<ByteDump> dumps_;
};

}  // namespace slashpass
