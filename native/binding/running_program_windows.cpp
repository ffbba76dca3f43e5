#include <windows.h>

#include <delayimp.h>

#include <cstring>

namespace {

// Node-API comes from the program that loads the addon. Node.js is named node.exe, but Electron is not.
FARPROC WINAPI find_node_api(unsigned event, PDelayLoadInfo import) {
  if (event != dliNotePreLoadLibrary || _stricmp(import->szDll, "node.exe") != 0) return nullptr;
  return reinterpret_cast<FARPROC>(GetModuleHandleW(nullptr));
}

}  // namespace

// The linker's hook for delay-loaded imports.
decltype(__pfnDliNotifyHook2) __pfnDliNotifyHook2 = find_node_api;
