#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// Text is UTF-8 everywhere but in calls of Windows. What is not valid becomes U+FFFD.

std::wstring wide(std::string_view text);
std::string utf8(std::wstring_view text);

}  // namespace slashpass
