#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/byte_dump.h"
#include "redactor/trigger_scan.h"

namespace slashpass {

/// Finds lists of individual bytes in a text, so that the bytes can be searched for secrets.
class DumpFinder {
 public:
  static constexpr unsigned trigger_sets = 2;
  /// The length of the shortest secret; a shorter dump counts only if more of it may follow.
  static constexpr std::size_t shortest_dump = 8;

  /// Adds trigger sets, starting with number `first_set`.
  static void add_triggers(TriggerScan& scan, unsigned first_set);

  /// `text` must outlive this object; unless `is_final`, more text may follow.
  DumpFinder(std::string_view text, bool is_final) : text_(text), is_final_(is_final) {}

  /// Reads the dump at a trigger. Must be called in text order.
  void find(std::size_t at);

  /// Does the same for an escape or a line end at `at`, which may separate two numbers.
  void find_around(std::size_t at);

  /// Adds lists that were cut off after their first number, and returns all dumps.
  const std::vector<ByteDump>& finish();

  /// Returns the start of a number that may continue after the end of the text, or the size of the text.
  std::size_t last_number() const;

  /// Whether more of the dump may follow.
  bool is_open(const ByteDump& dump) const;

 private:
  void find_beside(const DumpGap& gap);
  void find_in_front_of(std::size_t end, std::size_t from);
  bool may_stand_around(std::size_t at) const;
  bool begins_hex_dump(const DumpGap& gap);
  bool is_behind_offset(const DumpGap& gap) const;
  void keep_hex_dump(const DumpGap& gap, std::size_t from, bool is_final);
  void keep(ByteDump dump);

  std::string_view text_;
  bool is_final_;
  std::size_t read_up_to_ = 0;
  // Gaps before this position have been read.
  std::size_t gap_end_ = 0;
  // Groups before this position are too few to form a dump.
  std::size_t few_up_to_ = 0;
  std::vector<ByteDump> dumps_;
};

}  // namespace slashpass
