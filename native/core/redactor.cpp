#include "core/redactor.h"

#include <algorithm>

#include "core/secret_forms.h"
#include "core/span.h"
#include "core/token_shapes.h"

namespace slashpass {
namespace {

void find_form(std::string_view text, std::string_view form, std::vector<Span>& found) {
  for (std::size_t at = text.find(form); at != std::string_view::npos; at = text.find(form, at + 1)) {
    found.push_back({at, at + form.size()});
  }
}

std::string mask_spans(std::string_view text, std::vector<Span>& spans) {
  std::sort(spans.begin(), spans.end(), [](const Span& one, const Span& other) { return one.begin < other.begin; });
  std::string masked;
  std::size_t done = 0;
  for (std::size_t index = 0; index < spans.size();) {
    auto [begin, end] = spans[index];
    while (++index < spans.size() && spans[index].begin <= end) end = std::max(end, spans[index].end);
    masked.append(text.substr(done, begin - done)).append(Redactor::mask);
    done = end;
  }
  return masked.append(text.substr(done));
}

}  // namespace

bool Redactor::add(std::string_view secret) {
  if (secret.size() < shortest_secret) return false;
  forms_by_secret_.try_emplace(std::string(secret), forms_of(secret));
  return true;
}

bool Redactor::remove(std::string_view secret) {
  const auto known = forms_by_secret_.find(secret);
  if (known == forms_by_secret_.end()) return false;
  forms_by_secret_.erase(known);
  return true;
}

std::optional<std::string> Redactor::redact(std::string_view text) const {
  std::vector<Span> found;
  for (const auto& [secret, forms] : forms_by_secret_) {
    for (const std::string& form : forms) find_form(text, form, found);
  }
  find_token_shapes(text, found);
  if (found.empty()) return std::nullopt;
  return mask_spans(text, found);
}

}  // namespace slashpass
