#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "redactor/byte_dump.h"
#include "redactor/trigger_scan.h"

namespace slashpass {

/// Finds lists of individual bytes in a text, so the bytes can be searched for secrets.
class DumpFinder {
 public:
  static constexpr unsigned trigger_sets = 2;
  /// Fewer bytes than the shortest secret has are no dump, unless more may follow.
  static constexpr std::size_t shortest_dump = 8;

  /// The sets of triggers from `first_set` belong to the dumps.
  static void add_triggers(TriggerScan& scan, unsigned first_set);

  /// More of the text may follow unless it `is_final`.
  DumpFinder(std::string_view text, bool is_final) : text_(text), is_final_(is_final) {}

  /// Reads the dump that the trigger leads to. Triggers must come in their order in the text.
  void find(std::size_t at);

  /// The same for an escape, and for a line end at `at`, which may separate two numbers.
  void find_around(std::size_t at);

  /// Reads a list of which the text has no more than the first number; then the dumps are complete.
  const std::vector<ByteDump>& finish();

  /// Returns the begin of a number that may continue beyond the end of the text, or the size of the text.
  std::size_t last_number() const;

  /// Whether the rest of the dump may follow behind the end of the text.
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
  // Up to here no gap has to be read again: each leads to the same numbers from all of its letters.
  std::size_t gap_end_ = 0;
  // End of the groups that are too few for a dump.
  std::size_t few_up_to_ = 0;
  std::vector<ByteDump> dumps_;
};

}  // namespace slashpass
