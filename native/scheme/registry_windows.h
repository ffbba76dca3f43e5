#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

// A null `name` means the default value.

/// Empty if it does not exist.
std::wstring read_registry_text(HKEY root, const std::wstring& key, const wchar_t* name);

/// Below HKEY_CURRENT_USER; creates missing keys.
bool write_registry_text(const std::wstring& key, const wchar_t* name, const std::wstring& text);

}  // namespace slashpass
