#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

// If `name` is null, these functions use the key's default value.

/// Returns an empty string if the value does not exist.
std::wstring read_registry_text(HKEY root, const std::wstring& key, const wchar_t* name);

/// Writes under HKEY_CURRENT_USER, creating missing keys.
bool write_registry_text(const std::wstring& key, const wchar_t* name, const std::wstring& text);

}  // namespace slashpass
