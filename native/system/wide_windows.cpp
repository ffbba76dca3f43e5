#include "system/wide_windows.h"

#include <windows.h>

namespace slashpass {

std::wstring wide(std::string_view text) {
  const auto size = static_cast<int>(text.size());
  std::wstring converted(static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
                         L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, converted.data(), static_cast<int>(converted.size()));
  return converted;
}

std::string utf8(std::wstring_view text) {
  const auto size = static_cast<int>(text.size());
  std::string converted(
      static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr)), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, converted.data(), static_cast<int>(converted.size()), nullptr,
                      nullptr);
  return converted;
}

}  // namespace slashpass
