import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { childEnvironment } from "../../../src/core/child-environment.ts";

it("removes only the variables that a launcher sets for the game", () => {
  const game = {
    HOME: "/home/ada",
    DISPLAY: "",
    LD_PRELOAD: "/overlay.so",
    LD_LIBRARY_PATH: "/runtime/lib",
    LD_AUDIT: "/audit.so",
    DYLD_INSERT_LIBRARIES: "/overlay.dylib",
    ELECTRON_RUN_AS_NODE: "1",
    ELECTRON_NO_ASAR: "1",
    NODE_PATH: "/game/node_modules",
    Node_Options: "--inspect",
  };
  const before = { ...game };
  expect(childEnvironment(game)).toEqual({ HOME: "/home/ada", DISPLAY: "" });
  expect(game).toEqual(before);
});

it.each([
  [{ SYSTEM_LD_LIBRARY_PATH: "/opt/lib", LD_LIBRARY_PATH: "/steam" }, { LD_LIBRARY_PATH: "/opt/lib" }],
  [{ APPIMAGE_ORIGINAL_LD_LIBRARY_PATH: "/opt/lib" }, { LD_LIBRARY_PATH: "/opt/lib" }],
  [
    { APPIMAGE_ORIGINAL_XDG_DATA_DIRS: "/usr/share", XDG_DATA_DIRS: "/m:/usr/share" },
    { XDG_DATA_DIRS: "/usr/share" },
  ],
  [{ ORIGINAL_XDG_CURRENT_DESKTOP: "KDE", XDG_CURRENT_DESKTOP: "Unity" }, { XDG_CURRENT_DESKTOP: "KDE" }],
  [
    { SYSTEM_LD_LIBRARY_PATH: "/opt", APPIMAGE_ORIGINAL_LD_LIBRARY_PATH: "/steam" },
    { LD_LIBRARY_PATH: "/opt" },
  ],
])("restores the values that launchers saved: %j", (game, restored) => {
  expect(childEnvironment(game)).toMatchObject(restored);
});

it("removes a variable whose saved original is empty", () => {
  const child = childEnvironment({ PYTHONHOME: "/tmp/.mount", APPIMAGE_ORIGINAL_PYTHONHOME: "" });
  expect(child).not.toHaveProperty("PYTHONHOME");
});

it("does not restore the Steam overlay saved by an AppImage that Steam started", () => {
  const child = childEnvironment({
    LD_PRELOAD: "/tmp/.mount/hook.so",
    APPIMAGE_ORIGINAL_LD_PRELOAD: "/steam/ubuntu12_64/gameoverlayrenderer.so",
  });
  expect(child).not.toHaveProperty("LD_PRELOAD");
});

it("removes the same variables as the native code", () => {
  const header = readFileSync("native/system/child_environment.h", "utf8");
  const names = /game_only_variables\{([^}]*)\}/.exec(header)?.[1]?.match(/\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(4);
  expect(childEnvironment(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual({});
  const source = readFileSync("src/core/child-environment.ts", "utf8");
  const listed = /gameOnly =\s*\/\^\(\?:([^)]*)\)/
    .exec(source)?.[1]
    ?.split("|")
    .filter((name) => name !== "DYLD_\\w+");
  expect(listed?.toSorted()).toEqual(names.toSorted());
});
