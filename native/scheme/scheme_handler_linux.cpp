#include "scheme/scheme_handler.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/files.h"
#include "scheme/desktop_entry_linux.h"
#include "scheme/mime_apps_linux.h"
#include "system/base_directories_linux.h"
#include "system/tool_linux.h"

namespace slashpass {
namespace {

namespace fs = std::filesystem;

struct Directories {
  fs::path applications;
  fs::path config;
  // The user's own directory comes first.
  std::vector<fs::path> all_applications;
  // In the order in which desktops read them.
  std::vector<fs::path> lists;
};

Result<Directories> find_directories() {
  const auto data = data_home();
  if (!data) return data.error();
  const auto config = config_home();
  if (!config) return config.error();
  Directories found{data.value() / "applications", config.value(), {data.value() / "applications"}, {config.value()}};
  for (const auto& directory : data_directories()) found.all_applications.push_back(directory / "applications");
  for (const auto& directory : config_directories()) found.lists.push_back(directory);
  found.lists.insert(found.lists.end(), found.all_applications.begin(), found.all_applications.end());
  return found;
}

// Returns the possible names of mimeapps.list. The running desktop's own file takes precedence.
std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (auto desktop : path_list("XDG_CURRENT_DESKTOP", "")) {
    std::transform(desktop.begin(), desktop.end(), desktop.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    names.push_back(desktop + "-mimeapps.list");
  }
  names.emplace_back("mimeapps.list");
  return names;
}

std::optional<fs::path> find_desktop_file(const Directories& directories, const std::string& app) {
  std::error_code failed;
  for (const auto& directory : directories.all_applications) {
    if (fs::is_regular_file(directory / app, failed)) return directory / app;
  }
  return std::nullopt;
}

// Skips applications that are not installed, as desktops do.
std::optional<fs::path> first_present(const Directories& directories, const fs::path& list, const char* section,
                                      const std::string& type) {
  const auto text = read_file(list);
  if (!text) return std::nullopt;
  for (const auto& app : listed_apps(text.value(), section, type)) {
    if (auto file = find_desktop_file(directories, app)) return file;
  }
  return std::nullopt;
}

std::optional<fs::path> chosen_desktop_file(const Directories& directories, const std::string& type) {
  const auto names = list_names();
  for (const char* section : {"[Default Applications]", "[Added Associations]"}) {
    for (const auto& directory : directories.lists) {
      for (const auto& name : names) {
        if (auto file = first_present(directories, directory / name, section, type)) return file;
      }
    }
  }
  for (const auto& directory : directories.all_applications) {
    if (auto file = first_present(directories, directory / "mimeinfo.cache", "[MIME Cache]", type)) return file;
  }
  return std::nullopt;
}

void update_database(const fs::path& applications) { run_tool({"update-desktop-database", "-q", applications}); }

// Removes the database's cache if it is empty, and then the directory if that is empty.
void remove_remains(const Directories& directories) {
  const auto cache = directories.applications / "mimeinfo.cache";
  const auto content = read_file(cache);
  if (content && content.value() == "[MIME Cache]\n") remove_if_empty(cache);
  remove_if_empty(directories.applications);
}

using ListEdit = std::string (*)(std::string_view text, std::string_view type, std::string_view app);

// Deletes the list if it becomes empty.
Status edit_list(const Directories& directories, const std::string& scheme, ListEdit edit) {
  const auto edited = [&](const std::optional<std::string>& now) -> std::optional<std::string> {
    auto text = edit(now.value_or(""), scheme_type(scheme), desktop_file_name(scheme));
    return text.empty() && now != "" ? std::nullopt : std::optional(std::move(text));
  };
  return edit_file(directories.config / "mimeapps.list", edited, fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace

Result<SchemeHandler> scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto directories = find_directories();
  if (!directories) return directories.error();
  const auto file = chosen_desktop_file(directories.value(), scheme_type(scheme));
  if (!file) return SchemeHandler{};
  const auto content = read_file(*file);
  if (!content) return content.error();
  const auto& entry = content.value();
  const bool ours = *file == directories.value().applications / desktop_file_name(scheme);
  return SchemeHandler{file->filename().string(), ours && starts_opener(entry, opener), program_exists(entry)};
}

Status set_scheme_handler(const std::string& scheme, const std::string& name, const fs::path& opener) {
  const auto found = find_directories();
  if (!found) return found.error();
  if (!fits_exec_line(opener)) {
    return Error{
        "unusable_path",
        "The path " + opener.string() +
            " contains a space or a special character: desktop environments cannot start programs from such paths."};
  }
  const auto& directories = found.value();
  // Fails before writing any file if the list cannot be read.
  const auto list = read_file(directories.config / "mimeapps.list");
  if (!list && list.error().code != "missing") return list.error();
  const auto file = directories.applications / desktop_file_name(scheme);
  const auto readable = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::others_read;
  if (auto written = write_file(file, desktop_entry(scheme, name, opener), readable); !written) return written;
  update_database(directories.applications);
  return edit_list(directories, scheme, with_default_app);
}

Status remove_scheme_handler(const std::string& scheme, const fs::path& opener) {
  const auto found = find_directories();
  if (!found) return found.error();
  const auto& directories = found.value();
  const auto file = directories.applications / desktop_file_name(scheme);
  const auto entry = read_file(file);
  if (!entry && entry.error().code != "missing") return entry.error();
  if (entry && !starts_opener(entry.value(), opener)) {
    return Error{"scheme_taken",
                 "The file " + file.string() + " was changed by another program, so it was not removed."};
  }
  if (auto edited = edit_list(directories, scheme, without_default_app); !edited) return edited;
  std::error_code failed;
  fs::remove(file, failed);
  if (failed) return Error{"not_writable", "The file " + file.string() + " cannot be removed."};
  update_database(directories.applications);
  remove_remains(directories);
  return Done{};
}

}  // namespace slashpass
