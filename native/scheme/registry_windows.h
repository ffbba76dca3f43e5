#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

// A null `name` means the default value.

/// Returns an empty string if the value does not exist.
std::wstring read_registry_text(HKEY root, const std::wstring& key, const wchar_t* name);

/// Writes below HKEY_CURRENT_USER and creates missing keys.
bool write_registry_text(const std::wstring& key, const wchar_t* name, const std::wstring& text);

}  // namespace slashpass
