#include <windows.h>

#include <delayimp.h>

#include <cstring>

namespace {

// Node-API is in the program that loads the addon, and that is node.exe by name only in Node: in Electron it is the
// game.
FARPROC WINAPI find_node_api(unsigned event, PDelayLoadInfo import) {
  if (event != dliNotePreLoadLibrary || _stricmp(import->szDll, "node.exe") != 0) return nullptr;
  return reinterpret_cast<FARPROC>(GetModuleHandleW(nullptr));
}

}  // namespace

// Called by the code that the linker puts in place of each imported function.
decltype(__pfnDliNotifyHook2) __pfnDliNotifyHook2 = find_node_api;
