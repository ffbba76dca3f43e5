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
#include <cpuid.h>
#define SLASHPASS_AVX2 __attribute__((target("avx2")))
#endif
#elif defined(__aarch64__) || defined(_M_ARM64)
#define SLASHPASS_ARM64
#include <arm_neon.h>
#endif

namespace slashpass {
namespace {

constexpr std::size_t lanes = 32;

// No pattern in these sets matches a letter after a quote. All letters are greater than `before_letters` in ASCII.
constexpr std::uint8_t unnamed_sets = 3U << TriggerScan::first_unnamed_set;
constexpr char before_letters = '?';

#ifdef SLASHPASS_X64

// __builtin_cpu_supports requires a table that is missing on macOS.
#ifdef _MSC_VER

bool detect_avx2() {
  int words[4];
  __cpuid(words, 1);
  const bool saves_registers = (words[2] >> 27 & 1) != 0 && (_xgetbv(0) & 6) == 6;
  __cpuidex(words, 7, 0);
  return saves_registers && (words[1] >> 5 & 1) != 0;
}

#else

// Whether the operating system saves the AVX registers on a context switch.
bool saves_wide_registers() {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & 6) == 6;
}

bool detect_avx2() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0 || !saves_wide_registers()) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_AVX2) != 0;
}

#endif

#endif

}  // namespace

void TriggerScan::add_byte(std::size_t position, unsigned byte, unsigned set) {
  const auto others = static_cast<std::uint8_t>(~(1U << set));
  if (position == table_.low.size()) {
    table_.last[half_of(byte) & 15] &= others;
  } else {
    table_.low[position][byte & 15] &= others;
    table_.high[position][byte >> 4] &= others;
  }
}

void TriggerScan::add(unsigned set, const std::array<std::string_view, pattern_size>& classes) {
  for (std::size_t position = 0; position < pattern_size; ++position) {
    for (const char letter : classes[position]) {
      add_byte(position, static_cast<unsigned char>(letter), set);
      if (is_lower(letter)) add_byte(position, static_cast<unsigned char>(letter - 32), set);
    }
    if (!classes[position].empty()) continue;
    for (unsigned byte = 0; byte < 256; ++byte) add_byte(position, byte, set);
  }
}

void TriggerScan::pass_over_ends_behind(char letter) {
  table_.passed_end = letter;
  table_.passes_ends = 0xFF;
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
  // The last part of the text is scanned in a zero-padded copy.
  std::array<char, 2 * lanes + overhang> padded{};
  std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(rest), std::min(text.size() - rest, padded.size()),
              padded.begin());
  path.scan_blocks(table_, padded.data(), (end - rest + lanes - 1) / lanes, rest, triggers);
  while (!triggers.empty() && triggers.back().at >= end) triggers.pop_back();
}

void TriggerScan::scan_blocks_portably(const Table& table, const char* from, std::size_t blocks, std::size_t at,
                                       std::vector<Trigger>& triggers) {
  const auto byte_at = [&](std::size_t position) { return static_cast<unsigned char>(from[position]); };
  for (const char* const end = from + blocks * lanes; from < end; ++from, ++at) {
    unsigned absent = 0;
    for (std::size_t position = 0; position < table.low.size(); ++position) {
      if (byte_at(position) < 0x80) absent |= table.low[position][byte_at(position) & 15];
      absent |= table.high[position][byte_at(position) >> 4];
    }
    const unsigned half = half_of(byte_at(3));
    if (half < 0x80) absent |= table.last[half & 15];
    if (from[2] == '"' && static_cast<signed char>(from[3]) > before_letters) absent |= unnamed_sets;
    const bool is_passed = *from == table.passed_end && table.passes_ends != 0;
    const bool ends_line = from[1] == '\n' && !is_passed;
    if (absent != 0xFF || ends_line) triggers.push_back({at, static_cast<std::uint8_t>(~absent)});
  }
}

#ifdef SLASHPASS_X64

std::span<const TriggerScan::Path> TriggerScan::paths() {
  static constexpr std::array all{Path{"AVX2", scan_blocks_with_avx2}, Path{"portable", scan_blocks_portably}};
  static const bool has_avx2 = detect_avx2();
  return std::span(all).subspan(has_avx2 ? 0 : 1);
}

SLASHPASS_AVX2 static inline __m256i load(const char* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// Loads a table into both halves of a register.
SLASHPASS_AVX2 static inline __m256i load_table(const std::array<std::uint8_t, 16>& bytes) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes.data())));
}

SLASHPASS_AVX2 static inline __m256i look_up(__m256i bytes, __m256i low, __m256i high) {
  const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
  return _mm256_or_si256(_mm256_shuffle_epi8(low, bytes), _mm256_shuffle_epi8(high, upper));
}

SLASHPASS_AVX2 void TriggerScan::scan_blocks_with_avx2(const Table& table, const char* from, std::size_t blocks,
                                                       std::size_t at, std::vector<Trigger>& triggers) {
  const __m256i low0 = load_table(table.low[0]), high0 = load_table(table.high[0]);
  const __m256i low1 = load_table(table.low[1]), high1 = load_table(table.high[1]);
  const __m256i low2 = load_table(table.low[2]), high2 = load_table(table.high[2]);
  const __m256i last = load_table(table.last);
  const __m256i passed_end = _mm256_set1_epi8(table.passed_end);
  const __m256i passes_ends = _mm256_set1_epi8(static_cast<char>(table.passes_ends));
  const __m256i unnamed = _mm256_set1_epi8(static_cast<char>(unnamed_sets));
  const __m256i before = _mm256_set1_epi8(before_letters);
  for (; blocks > 0; --blocks, from += lanes, at += lanes) {
    const __m256i bytes0 = load(from), bytes1 = load(from + 1), bytes2 = load(from + 2), bytes3 = load(from + 3);
    const __m256i half3 = _mm256_avg_epu8(bytes3, _mm256_setzero_si256());
    const __m256i first = _mm256_or_si256(look_up(bytes0, low0, high0), look_up(bytes1, low1, high1));
    const __m256i second = _mm256_or_si256(look_up(bytes2, low2, high2), _mm256_shuffle_epi8(last, half3));
    const __m256i is_quote = _mm256_cmpeq_epi8(bytes2, _mm256_set1_epi8('"'));
    const __m256i is_name = _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_and_si256(bytes3, is_quote), before), unnamed);
    const __m256i absent = _mm256_or_si256(_mm256_or_si256(first, second), is_name);
    const __m256i has_none = _mm256_cmpeq_epi8(absent, _mm256_set1_epi8(-1));
    const __m256i is_passed = _mm256_and_si256(_mm256_cmpeq_epi8(bytes0, passed_end), passes_ends);
    const __m256i ends_line = _mm256_andnot_si256(is_passed, _mm256_cmpeq_epi8(bytes1, _mm256_set1_epi8('\n')));
    const __m256i is_clean = _mm256_andnot_si256(ends_line, has_none);
    auto hits = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(is_clean));
    if (hits == 0) continue;
    alignas(32) std::array<std::uint8_t, lanes> each;
    _mm256_store_si256(reinterpret_cast<__m256i*>(each.data()), absent);
    for (; hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
      triggers.push_back({at + lane, static_cast<std::uint8_t>(~each[lane])});
    }
  }
}

#elif defined(SLASHPASS_ARM64)

std::span<const TriggerScan::Path> TriggerScan::paths() {
  static constexpr std::array all{Path{"NEON", scan_blocks_with_neon}, Path{"portable", scan_blocks_portably}};
  return all;
}

static inline uint8x16_t load(const char* from) { return vld1q_u8(reinterpret_cast<const std::uint8_t*>(from)); }

// Returns 0 for non-ASCII bytes, because they are out of the table's range.
static inline uint8x16_t look_up_low(uint8x16_t bytes, uint8x16_t low) {
  return vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(0x8F)));
}

static inline uint8x16_t look_up(uint8x16_t bytes, uint8x16_t low, uint8x16_t high) {
  return vorrq_u8(look_up_low(bytes, low), vqtbl1q_u8(high, vshrq_n_u8(bytes, 4)));
}

void TriggerScan::scan_blocks_with_neon(const Table& table, const char* from, std::size_t blocks, std::size_t at,
                                        std::vector<Trigger>& triggers) {
  constexpr std::size_t step = 16;
  const uint8x16_t low0 = vld1q_u8(table.low[0].data()), high0 = vld1q_u8(table.high[0].data());
  const uint8x16_t low1 = vld1q_u8(table.low[1].data()), high1 = vld1q_u8(table.high[1].data());
  const uint8x16_t low2 = vld1q_u8(table.low[2].data()), high2 = vld1q_u8(table.high[2].data());
  const uint8x16_t last = vld1q_u8(table.last.data());
  const uint8x16_t passed_end = vdupq_n_u8(static_cast<std::uint8_t>(table.passed_end));
  const uint8x16_t passes_ends = vdupq_n_u8(table.passes_ends);
  const uint8x16_t unnamed = vdupq_n_u8(unnamed_sets);
  const int8x16_t before = vdupq_n_s8(before_letters);
  for (const char* const end = from + blocks * lanes; from < end; from += step, at += step) {
    const uint8x16_t bytes0 = load(from), bytes1 = load(from + 1), bytes2 = load(from + 2), bytes3 = load(from + 3);
    const uint8x16_t half3 = vrhaddq_u8(bytes3, vdupq_n_u8(0));
    const uint8x16_t first = vorrq_u8(look_up(bytes0, low0, high0), look_up(bytes1, low1, high1));
    const uint8x16_t second = vorrq_u8(look_up(bytes2, low2, high2), look_up_low(half3, last));
    const uint8x16_t is_letter = vcgtq_s8(vreinterpretq_s8_u8(bytes3), before);
    const uint8x16_t is_name = vandq_u8(is_letter, vandq_u8(vceqq_u8(bytes2, vdupq_n_u8('"')), unnamed));
    const uint8x16_t sets = vmvnq_u8(vorrq_u8(vorrq_u8(first, second), is_name));
    const uint8x16_t is_passed = vandq_u8(vceqq_u8(bytes0, passed_end), passes_ends);
    const uint8x16_t ends_line = vbicq_u8(vceqq_u8(bytes1, vdupq_n_u8('\n')), is_passed);
    // Packs each position into four bits, which takes the fewest NEON instructions.
    const uint8x16_t matched = vorrq_u8(vtstq_u8(sets, sets), ends_line);
    std::uint64_t hits = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(matched), 4)), 0);
    if (hits == 0) continue;
    std::array<std::uint8_t, step> each;
    vst1q_u8(each.data(), sets);
    while (hits != 0) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits)) / 4;
      triggers.push_back({at + lane, each[lane]});
      hits &= ~(std::uint64_t{0xF} << (lane * 4));
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
