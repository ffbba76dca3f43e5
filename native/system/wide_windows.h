#pragma once

#include <string>
#include <string_view>

namespace slashpass {

// Strings are UTF-8 everywhere except in Windows calls. Invalid sequences become U+FFFD.

std::wstring wide(std::string_view text);
std::string utf8(std::wstring_view text);

}  // namespace slashpass
