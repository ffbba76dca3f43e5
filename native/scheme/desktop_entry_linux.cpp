#include "scheme/desktop_entry_linux.h"

#include <unistd.h>

#include <algorithm>

#include "system/base_directories_linux.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

bool fits(char c) {
  return static_cast<unsigned char>(c) > 0x20 && c != 0x7f &&
         std::string_view("\"'\\><~|&;$*?#()`%=").find(c) == std::string_view::npos;
}

std::string exec_line(const fs::path& opener) { return "Exec=" + opener.string() + " -- %u\n"; }

// A backslash would begin an escape, and a line break would begin a new entry.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\')
      safe += "\\\\";
    else
      safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return safe;
}

// Returns the first word of the Exec line, unquoted.
std::string program_of(const std::string& entry) {
  const auto line = entry.find("\nExec=");
  if (line == std::string::npos) return "";
  const auto start = line + 6;
  const bool quoted = entry[start] == '"';
  const auto end = entry.find_first_of(quoted ? "\"\n" : " \n", start + quoted);
  return entry.substr(start + quoted, end - start - quoted);
}

}  // namespace

std::string desktop_file_name(const std::string& scheme) { return "slashpass-" + scheme + ".desktop"; }

std::string scheme_type(const std::string& scheme) { return "x-scheme-handler/" + scheme; }

bool fits_exec_line(const fs::path& opener) {
  const auto text = opener.string();
  return std::all_of(text.begin(), text.end(), fits);
}

std::string desktop_entry(const std::string& scheme, const std::string& name, const fs::path& opener) {
  return "[Desktop Entry]\nType=Application\nName=" + escaped(name) + "\nNoDisplay=true\n" + exec_line(opener) +
         "MimeType=" + scheme_type(scheme) + ";\n";
}

bool starts_opener(const std::string& entry, const fs::path& opener) {
  const auto line = std::string("\n").append(exec_line(opener));
  return entry.find(line) != std::string::npos;
}

bool program_exists(const std::string& entry) {
  const auto program = program_of(entry);
  if (program.empty()) return entry.find("\nDBusActivatable=true") != std::string::npos;
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0;
  const auto path = path_list("PATH", "/usr/local/bin:/usr/bin:/bin");
  return std::any_of(path.begin(), path.end(), [&](const std::string& directory) {
    return access((directory + "/" + program).c_str(), X_OK) == 0;
  });
}

}  // namespace slashpass
