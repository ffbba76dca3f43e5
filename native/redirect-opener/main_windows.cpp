#include <windows.h>

#include <shellapi.h>

#include "redirect-opener/open_uri.h"
#include "system/wide_windows.h"

int WINAPI wWinMain(HINSTANCE, HINSTANCE, LPWSTR, int) {
  int count = 0;
  LPWSTR* words = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(slashpass::utf8(words[i]));
  LocalFree(words);
  wchar_t program[32768] = L"";
  GetModuleFileNameW(nullptr, program, ARRAYSIZE(program));
  return static_cast<int>(slashpass::open_uri(arguments, std::filesystem::path(program).parent_path()));
}
