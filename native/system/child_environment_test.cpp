#include "system/child_environment.h"

#include <doctest/doctest.h>

using namespace slashpass;

namespace {

std::vector<std::string> child_of(const std::vector<std::string>& variables) {
  return child_environment(null_terminated(variables).data());
}

}  // namespace

TEST_CASE("removes the variables that a launcher sets for the game") {
  CHECK(child_of({"HOME=/home/ada", "LD_PRELOAD=/overlay.so", "LD_LIBRARY_PATH=/lib", "LD_AUDIT=/a.so",
                  "DYLD_INSERT_LIBRARIES=/o.dylib", "ELECTRON_RUN_AS_NODE=1", "ELECTRON_NO_ASAR=1",
                  "NODE_OPTIONS=--inspect", "NODE_PATH=/game", "LANG=de"}) ==
        std::vector<std::string>{"HOME=/home/ada", "LANG=de"});
}

TEST_CASE("restores the original variables that AppImage, Steam and Electron save") {
  CHECK(child_of(
            {"APPIMAGE_ORIGINAL_LD_LIBRARY_PATH=/before", "APPIMAGE_ORIGINAL_PYTHONHOME=", "PYTHONHOME=/tmp/.mount"}) ==
        std::vector<std::string>{"APPIMAGE_ORIGINAL_LD_LIBRARY_PATH=/before",
                                 "APPIMAGE_ORIGINAL_PYTHONHOME=", "LD_LIBRARY_PATH=/before"});
  CHECK(child_of({"SYSTEM_LD_LIBRARY_PATH=/opt/lib", "APPIMAGE_ORIGINAL_LD_LIBRARY_PATH=/steam"}).at(1) ==
        "LD_LIBRARY_PATH=/opt/lib");
  CHECK(child_of({"ORIGINAL_XDG_CURRENT_DESKTOP=KDE", "XDG_CURRENT_DESKTOP=Unity"}).at(1) == "XDG_CURRENT_DESKTOP=KDE");
  CHECK(child_of({"APPIMAGE_ORIGINAL_LD_PRELOAD=/steam/gameoverlayrenderer.so", "LD_PRELOAD=/tmp/.mount/hook.so"}) ==
        std::vector<std::string>{"APPIMAGE_ORIGINAL_LD_PRELOAD=/steam/gameoverlayrenderer.so"});
  CHECK(child_of({"SYSTEM_PATH=/bin", "PATH=/usr/bin"}) ==
        std::vector<std::string>{"PATH=/usr/bin", "SYSTEM_PATH=/bin"});
}
