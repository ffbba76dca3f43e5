#pragma once

#include <windows.h>

#include <string>

namespace slashpass {

// `name` null stands for the default value of the key.

/// A text of the registry; empty when it is not there.
std::wstring read_registry_text(HKEY root, const std::wstring& key, const wchar_t* name);

/// Writes a text below HKEY_CURRENT_USER, and makes the keys that lead there.
bool write_registry_text(const std::wstring& key, const wchar_t* name, const std::wstring& text);

}  // namespace slashpass
