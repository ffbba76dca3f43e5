#include "redactor/trigger_scan.h"

#include <algorithm>
#include <bit>

#include "redactor/letters.h"

#if defined(__x86_64__) || defined(_M_X64)
#define SLASHPASS_X64
#include <immintrin.h>
#ifdef _MSC_VER
#include <intrin.h>
#define SLASHPASS_AVX2
#else
#define SLASHPASS_AVX2 __attribute__((target("avx2")))
#endif
#endif

namespace slashpass {
namespace {

constexpr std::size_t lanes = 32;

#ifdef SLASHPASS_X64

bool detect_avx2() {
#ifdef _MSC_VER
  int words[4];
  __cpuid(words, 1);
  const bool saves_registers = (words[2] >> 27 & 1) != 0 && (_xgetbv(0) & 6) == 6;
  __cpuidex(words, 7, 0);
  return saves_registers && (words[1] >> 5 & 1) != 0;
#else
  return __builtin_cpu_supports("avx2");
#endif
}

#endif

}  // namespace

void TriggerScan::add_letter(std::size_t position, char letter, std::uint8_t bit) {
  const auto byte = static_cast<unsigned char>(letter);
  table_[position].low[byte & 15] |= bit;
  table_[position].high[byte >> 4] |= bit;
}

void TriggerScan::add(unsigned set, const std::array<std::string_view, pattern_size>& classes) {
  const auto bit = static_cast<std::uint8_t>(1U << set);
  for (std::size_t position = 0; position < pattern_size; ++position) {
    for (const char letter : classes[position]) {
      add_letter(position, letter, bit);
      if (is_lower(letter)) add_letter(position, static_cast<char>(letter - 32), bit);
    }
    if (!classes[position].empty()) continue;
    for (std::size_t nibble = 0; nibble < 16; ++nibble) {
      table_[position].low[nibble] |= bit;
      table_[position].high[nibble] |= bit;
    }
  }
}

void TriggerScan::scan(std::string_view text, std::size_t begin, std::size_t end,
                       std::vector<Trigger>& triggers) const {
  static ScanBlocks* const scan_blocks = choose();
  constexpr std::size_t overhang = pattern_size - 1;
  const std::size_t readable = text.size() - begin < overhang ? 0 : text.size() - begin - overhang;
  const std::size_t blocks = std::min(readable, end - begin) / lanes;
  scan_blocks(table_, text.data() + begin, blocks, begin, triggers);
  const std::size_t rest = begin + blocks * lanes;
  if (rest >= end) return;
  // The last places are looked at in a copy with zeros behind it.
  std::array<char, 2 * lanes + overhang> padded{};
  std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(rest), std::min(text.size() - rest, padded.size()),
              padded.begin());
  scan_blocks(table_, padded.data(), (end - rest + lanes - 1) / lanes, rest, triggers);
  while (!triggers.empty() && triggers.back().at >= end) triggers.pop_back();
}

void TriggerScan::scan_blocks_portably(const Table& table, const char* from, std::size_t blocks, std::size_t at,
                                       std::vector<Trigger>& triggers) {
  for (const char* const end = from + blocks * lanes; from < end; ++from, ++at) {
    unsigned sets = 0xFF;
    for (std::size_t position = 0; position < pattern_size; ++position) {
      const auto byte = static_cast<unsigned char>(from[position]);
      sets &= table[position].low[byte & 15] & table[position].high[byte >> 4];
    }
    if (sets != 0) triggers.push_back({at, static_cast<std::uint8_t>(sets)});
  }
}

#ifdef SLASHPASS_X64

TriggerScan::ScanBlocks* TriggerScan::choose() { return detect_avx2() ? scan_blocks_with_avx2 : scan_blocks_portably; }

// A table in both halves of a register.
SLASHPASS_AVX2 static inline __m256i load_table(const std::array<std::uint8_t, 16>& bytes) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data())));
}

SLASHPASS_AVX2 static inline __m256i look_up(const char* from, __m256i low, __m256i high) {
  const __m256i half = _mm256_set1_epi8(0x0F);
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
  return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)), _mm256_shuffle_epi8(high, upper));
}

SLASHPASS_AVX2 void TriggerScan::scan_blocks_with_avx2(const Table& table, const char* from, std::size_t blocks,
                                                       std::size_t at, std::vector<Trigger>& triggers) {
  const __m256i low0 = load_table(table[0].low), high0 = load_table(table[0].high);
  const __m256i low1 = load_table(table[1].low), high1 = load_table(table[1].high);
  const __m256i low2 = load_table(table[2].low), high2 = load_table(table[2].high);
  const __m256i low3 = load_table(table[3].low), high3 = load_table(table[3].high);
  for (; blocks > 0; --blocks, from += lanes, at += lanes) {
    const __m256i first = _mm256_and_si256(look_up(from, low0, high0), look_up(from + 1, low1, high1));
    const __m256i second = _mm256_and_si256(look_up(from + 2, low2, high2), look_up(from + 3, low3, high3));
    const __m256i sets = _mm256_and_si256(first, second);
    if (_mm256_testz_si256(sets, sets)) continue;
    const __m256i clean = _mm256_cmpeq_epi8(sets, _mm256_setzero_si256());
    alignas(32) std::array<std::uint8_t, lanes> each;
    _mm256_store_si256(reinterpret_cast<__m256i*>(each.data()), sets);
    for (auto hits = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(clean)); hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
      triggers.push_back({at + lane, each[lane]});
    }
  }
}

#else

TriggerScan::ScanBlocks* TriggerScan::choose() { return scan_blocks_portably; }

#endif

}  // namespace slashpass
