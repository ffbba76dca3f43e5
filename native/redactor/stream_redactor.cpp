#include "redactor/stream_redactor.h"

#include <algorithm>

namespace slashpass {
namespace {

// How many characters to keep before a value, because they may identify it: `authorization: Bearer`,
// `/webhooks/<id>/`.
constexpr std::size_t context = 128;
constexpr std::size_t longest_wait = 16384;

}  // namespace

std::string StreamRedactor::push(std::string_view piece) {
  pending_.append(piece);
  const bool is_long = pending_.size() >= held_ + longest_wait;
  // Text that was held back is searched again only after enough new text has arrived. Otherwise, small chunks would be
  // slow.
  const bool ends_line = piece.find('\n') != std::string_view::npos && pending_.size() >= held_ + held_ / 8;
  if (!is_long && !ends_line) return {};
  const Redactor::Findings& findings = redactor_.find(pending_, false);
  const std::size_t cut = is_long ? pending_.size() : pending_.rfind('\n') + 1;
  std::string out =
      give_out(findings, std::max(given_out_, std::min(before_crossing(findings, cut), findings.open_at)));
  const bool holds_back = given_out_ < cut;
  forget(findings);
  held_ = holds_back ? pending_.size() : 0;
  return out;
}

// Moves `end` to the start of a span that crosses it, because the span's second part would not be recognized on its
// own.
std::size_t StreamRedactor::before_crossing(const Redactor::Findings& findings, std::size_t end) {
  const auto crosses = [end](const Span& span) { return span.begin < end && end < span.end; };
  const auto masked = std::find_if(findings.spans.begin(), findings.spans.end(), crosses);
  return masked == findings.spans.end() ? end : masked->begin;
}

std::string StreamRedactor::finish() {
  std::string out = give_out(redactor_.find(pending_), pending_.size());
  pending_.clear();
  given_out_ = 0;
  ends_masked_ = false;
  held_ = 0;
  return out;
}

std::string StreamRedactor::give_out(const Redactor::Findings& findings, std::size_t end) {
  std::string out;
  std::size_t done = given_out_;
  bool ends_masked = ends_masked_ && end == given_out_;
  for (const auto& [begin, span_end] : findings.spans) {
    if (span_end <= given_out_ || begin >= end) continue;
    out.append(pending_, done, std::max(begin, done) - done);
    // A value that continues from the previous chunk, or begins at its end, has already been masked.
    if (begin > given_out_ || !ends_masked_) out.append(Redactor::mask);
    done = std::min(span_end, end);
    ends_masked = span_end >= end;
  }
  out.append(pending_, done, end - done);
  given_out_ = end;
  ends_masked_ = ends_masked;
  return out;
}

// Keeps the last few characters as context, or the start of a value that may continue.
void StreamRedactor::forget(const Redactor::Findings& findings) {
  if (given_out_ > 0 && pending_[given_out_ - 1] == '\n' && !ends_masked_) {
    pending_.erase(0, given_out_);
    given_out_ = 0;
    return;
  }
  std::size_t retained_from = given_out_;
  if (ends_masked_) {
    const auto masked = std::find_if(findings.spans.begin(), findings.spans.end(),
                                     [this](const Span& span) { return span.end >= given_out_; });
    retained_from = masked->begin;
    const std::size_t retained_end = retained_from + context;
    if (retained_end < given_out_) {
      pending_.erase(retained_end, given_out_ - retained_end);
      given_out_ = retained_end;
    }
  }
  std::size_t forgotten = retained_from - std::min(retained_from, context);
  // Cuts at the start of a line, because a hexdump line must keep its offset.
  const std::size_t line_end = pending_.find('\n', forgotten);
  if (forgotten > 0 && line_end < retained_from) forgotten = line_end + 1;
  pending_.erase(0, forgotten);
  given_out_ -= forgotten;
}

}  // namespace slashpass
