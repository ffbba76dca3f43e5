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
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SLASHPASS_ARM64
#include <arm_neon.h>
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
  static const Path& fastest = paths().front();
  scan(fastest, text, begin, end, triggers);
}

void TriggerScan::scan(const Path& path, std::string_view text, std::size_t begin, std::size_t end,
                       std::vector<Trigger>& triggers) const {
  constexpr std::size_t overhang = pattern_size - 1;
  const std::size_t readable = text.size() - begin < overhang ? 0 : text.size() - begin - overhang;
  const std::size_t blocks = std::min(readable, end - begin) / lanes;
  path.scan_blocks(table_, text.data() + begin, blocks, begin, triggers);
  const std::size_t rest = begin + blocks * lanes;
  if (rest >= end) return;
  // The last places are looked at in a copy with zeros behind it.
  std::array<char, 2 * lanes + overhang> padded{};
  std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(rest), std::min(text.size() - rest, padded.size()),
              padded.begin());
  path.scan_blocks(table_, padded.data(), (end - rest + lanes - 1) / lanes, rest, triggers);
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

std::span<const TriggerScan::Path> TriggerScan::paths() {
  static constexpr std::array all{Path{"AVX2", scan_blocks_with_avx2}, Path{"portable", scan_blocks_portably}};
  static const bool has_avx2 = detect_avx2();
  return std::span(all).subspan(has_avx2 ? 0 : 1);
}

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

#elif defined(SLASHPASS_ARM64)

std::span<const TriggerScan::Path> TriggerScan::paths() {
  static constexpr std::array all{Path{"NEON", scan_blocks_with_neon}, Path{"portable", scan_blocks_portably}};
  return all;
}

static inline uint8x16_t look_up(const char* from, uint8x16_t low, uint8x16_t high) {
  const uint8x16_t bytes = vld1q_u8(reinterpret_cast<const std::uint8_t*>(from));
  return vandq_u8(vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(0x0F))), vqtbl1q_u8(high, vshrq_n_u8(bytes, 4)));
}

void TriggerScan::scan_blocks_with_neon(const Table& table, const char* from, std::size_t blocks, std::size_t at,
                                        std::vector<Trigger>& triggers) {
  constexpr std::size_t places = 16;
  const uint8x16_t low0 = vld1q_u8(table[0].low.data()), high0 = vld1q_u8(table[0].high.data());
  const uint8x16_t low1 = vld1q_u8(table[1].low.data()), high1 = vld1q_u8(table[1].high.data());
  const uint8x16_t low2 = vld1q_u8(table[2].low.data()), high2 = vld1q_u8(table[2].high.data());
  const uint8x16_t low3 = vld1q_u8(table[3].low.data()), high3 = vld1q_u8(table[3].high.data());
  for (const char* const end = from + blocks * lanes; from < end; from += places, at += places) {
    const uint8x16_t first = vandq_u8(look_up(from, low0, high0), look_up(from + 1, low1, high1));
    const uint8x16_t second = vandq_u8(look_up(from + 2, low2, high2), look_up(from + 3, low3, high3));
    const uint8x16_t sets = vandq_u8(first, second);
    // Four bits for each place: there is no shorter way from a register of bytes to one of bits.
    const uint16x8_t hit = vreinterpretq_u16_u8(vtstq_u8(sets, sets));
    std::uint64_t hits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(hit, 4)), 0);
    if (hits == 0) continue;
    std::array<std::uint8_t, places> each;
    vst1q_u8(each.data(), sets);
    while (hits != 0) {
      const auto place = static_cast<std::size_t>(std::countr_zero(hits)) / 4;
      triggers.push_back({at + place, each[place]});
      hits &= ~(std::uint64_t{0xF} << (place * 4));
    }
  }
}

#else

std::span<const TriggerScan::Path> TriggerScan::paths() {
  static constexpr std::array all{Path{"portable", scan_blocks_portably}};
  return all;
}

#endif

}  // namespace slashpass
