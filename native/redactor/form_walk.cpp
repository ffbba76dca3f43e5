#include "redactor/form_walk.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/unicode.h"
#include "redactor/escape.h"

namespace slashpass {
namespace {

// After a match longer than this, the search resumes at the longest border, which keeps the time linear.
constexpr std::size_t short_match = 32;

constexpr std::array<std::string_view, 2> ellipses{"...", "\xE2\x80\xA6"};

struct WalkResult {
  /// Positions before this one need not be searched again.
  std::size_t resume;
  /// The start of an occurrence cut off by the end of the text, or npos.
  std::size_t open_at = std::string_view::npos;
};

struct Step {
  std::size_t characters = 0;
  std::size_t length = 0;
};

class Walk {
 public:
  Walk(const SecretForm& form, std::string_view text, const Spelling& spelling)
      : form_(form), text_(text), spelling_(spelling) {}

  WalkResult run(std::size_t start, bool is_final, std::vector<Span>& found) {
    begin_at(start);
    for (;;) {
      const Step step = step_at(matched_, at_);
      if (step.characters > 0) {
        matched_ += step.characters;
        solid_end_ = at_ + step.length;
        at_ = skip_breaks(solid_end_);
        if (matched_ < form_.size()) continue;
        found.push_back({start_, end_of_rest(is_final)});
      } else {
        const std::size_t end = at_ + cut_escape_length(text_, at_);
        if (end == text_.size() || (!is_final && may_be_cut_at(end))) return end_of_text(is_final, found);
        if (is_conclusive() && is_cut_at(end)) found.push_back({start_, at_ == solid_end_ ? end : solid_end_});
        if (matched_ < short_match) return {start_ + 1, open_at_};
      }
      if (!fall_back()) return {std::max(start_ + 1, at_), open_at_};
    }
  }

 private:
  void begin_at(std::size_t start) {
    start_ = at_ = solid_end_ = start;
    matched_ = 0;
  }

  bool is_conclusive() const { return matched_ >= form_.conclusive_prefix(); }

  bool is_cut_at(std::size_t at) const {
    if (at_ != solid_end_) return true;  // A line break follows, and the next line does not continue the secret.
    std::string_view rest = text_.substr(at);
    for (const std::string_view ellipsis : ellipses) {
      // Dots that matched the form may belong to the ellipsis.
      const std::size_t most_shared = std::min(at - start_, ellipsis.size() - 1);
      for (std::size_t shared = 0; shared <= most_shared; ++shared) {
        if (text_.substr(at - shared, ellipsis.size()) != ellipsis) continue;
        rest = text_.substr(at - shared + ellipsis.size());
        break;
      }
    }
    if (rest.starts_with('\r')) rest.remove_prefix(1);
    return rest.empty() || rest.front() == '\n';
  }

  bool may_be_cut_at(std::size_t at) const {
    const std::string_view rest = text_.substr(at);
    if (rest == "\r") return true;
    return std::any_of(ellipses.begin(), ellipses.end(), [rest](std::string_view ellipsis) {
      return ellipsis.starts_with(rest) || (rest.ends_with('\r') && rest.substr(0, rest.size() - 1) == ellipsis);
    });
  }

  WalkResult end_of_text(bool is_final, std::vector<Span>& found) const {
    if (!is_final) return {text_.size(), std::min(start_, open_at_)};
    if (!is_conclusive()) return {start_ + 1};
    found.push_back({start_, at_ == solid_end_ ? text_.size() : solid_end_});
    return {text_.size()};
  }

  // Includes a final base64 character that shares bits with the text that follows. In a stream, a shared first
  // character has already been output.
  std::size_t end_of_rest(bool is_final) {
    if (!form_.has_rest()) return solid_end_;
    const bool may_follow = at_ + cut_escape_length(text_, at_) >= text_.size();
    if (may_follow && !is_final) open_at_ = std::min(open_at_, start_);
    if (at_ >= text_.size()) return solid_end_;
    const auto escape = begins_escape(text_[at_])
                            ? read_escape(text_, at_)
                            : Escape{static_cast<unsigned char>(text_[at_]), 1, Escape::Meaning::byte};
    const bool is_rest = escape && escape->value < 0x80 && form_.may_end_with(static_cast<char>(escape->value));
    return is_rest ? at_ + escape->length : solid_end_;
  }

  // Continues with the longest border (Knuth-Morris-Pratt).
  bool fall_back() {
    const std::size_t border = matched_ == 0 ? 0 : form_.border(matched_, spelling_.is_upper);
    if (border == 0) return false;
    const std::size_t end = at_;
    const std::size_t shift = matched_ - border;
    std::size_t begin = start_;
    for (std::size_t index = 0; index < shift;) {
      const Step step = step_at(index, begin);
      index += step.characters;
      begin = skip_breaks(begin + step.length);
    }
    start_ = begin;
    at_ = end;
    matched_ = border;
    return true;
  }

  std::size_t skip_breaks(std::size_t at) const { return form_.spans_line_breaks() ? skip_line_break(text_, at) : at; }

  bool matches(std::size_t index, char letter) const { return form_.matches(index, letter, spelling_.is_upper); }

  // Returns a step of 0 characters if the text does not match.
  Step step_at(std::size_t index, std::size_t at) const {
    if (at >= text_.size()) return {};
    const char letter = text_[at];
    if (matches(index, letter)) return step_literally(index, at);
    if (!begins_escape(letter) || form_.kind() == SecretForm::Kind::utf16) return {};
    return step_escaped(index, at);
  }

  // The character may be literal or begin its own escape.
  Step step_literally(std::size_t index, std::size_t at) const {
    switch (text_[at]) {
      case '%':
        return step_over(at, std::string_view("%2525").substr(0, 1 + 2 * spelling_.percent));
      case '\\':
        if (const Step step = spelling_.backslash > 0 ? step_escaped(index, at) : Step{}; step.characters > 0)
          return step;
        return step_over(at, std::string_view("\\\\\\\\\\\\\\\\").substr(0, std::size_t{1} << spelling_.backslash));
      case '&':
        return spelling_.ampersand > 0 ? step_escaped(index, at) : Step{1, 1};
      default:
        return {1, 1};
    }
  }

  Step step_escaped(std::size_t index, std::size_t at) const {
    const auto escape = read_escape(text_, at);
    return escape ? match_escape(*escape, index) : Step{};
  }

  Step step_over(std::size_t at, std::string_view spelling) const {
    return text_.substr(at, spelling.size()) == spelling ? Step{1, spelling.size()} : Step{};
  }

  Step match_escape(const Escape& escape, std::size_t index) const {
    const bool is_byte = escape.value < 0x80 || escape.meaning != Escape::Meaning::code_point;
    if (is_byte && matches(index, static_cast<char>(escape.value))) return {1, escape.length};
    if (escape.value < 0x80 || escape.meaning == Escape::Meaning::byte || escape.value > 0x10FFFF) return {};
    const auto [bytes, size] = encode_utf8(escape.value);
    if (size > form_.size() - index) return {};
    for (std::size_t part = 0; part < size; ++part) {
      if (!matches(index + part, bytes[part])) return {};
    }
    return {size, escape.length};
  }

  const SecretForm& form_;
  std::string_view text_;
  const Spelling& spelling_;
  std::size_t start_ = 0;
  std::size_t at_ = 0;
  std::size_t solid_end_ = 0;
  std::size_t matched_ = 0;
  std::size_t open_at_ = std::string_view::npos;
};

}  // namespace

std::size_t walk_form(SecretForm& form, std::string_view text, std::size_t start, bool is_final,
                      std::vector<Span>& found) {
  std::size_t open_at = std::string_view::npos;
  for (Spelling& spelling : form.spellings()) {
    // A search that failed for one spelling may succeed for another.
    if (start >= spelling.searched.begin && start < spelling.searched.end) continue;
    const WalkResult result = Walk(form, text, spelling).run(start, is_final, found);
    open_at = std::min(open_at, result.open_at);
    if (result.resume > start + 1) spelling.searched = {start, result.resume};
  }
  return open_at;
}

}  // namespace slashpass
