#include "social_sdk/api.h"

#include <algorithm>

namespace slashpass::social_sdk {

Status Api::resolve(const Library& library) {
  std::string missing;
  for (Symbol* symbol : symbols_) {
    symbol->address = library.find(symbol->name);
    if (symbol->address != nullptr || symbol->feature != nullptr) continue;
    missing += (missing.empty() ? "" : ", ") + std::string(symbol->name);
  }
  if (missing.empty()) return Done{};
  return Error{"missing_symbols", "it does not export " + missing};
}

bool Api::has(const std::string& feature) const {
  return std::all_of(symbols_.begin(), symbols_.end(), [&feature](const Symbol* symbol) {
    return symbol->feature == nullptr || symbol->feature != feature || symbol->address != nullptr;
  });
}

}  // namespace slashpass::social_sdk
