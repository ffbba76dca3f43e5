import { expect, it } from "vitest";
import { programName } from "../../../../src/sign-in/page/page.ts";

it.each([
  ["C:\\Games\\Lunar Rally\\Lunar Rally.exe", "Lunar Rally"],
  ["/Applications/Lunar Rally.app/Contents/MacOS/Lunar Rally", "Lunar Rally"],
  ["/home/ada/.local/share/lunar-rally/lunar-rally.x86_64", "lunar-rally"],
  ["/opt/Node Wars 2.5/Node Wars 2.5", "Node Wars 2.5"],
])("returns the name of the packed game at %s", (path, name) => {
  expect(programName(path)).toBe(name);
});

it.each([
  "/usr/bin/node",
  "/usr/bin/nodejs",
  "/opt/node-20.19/bin/node20",
  "C:\\Program Files\\nodejs\\node.exe",
  "/home/ada/.bun/bin/bun",
  "/home/ada/.deno/bin/deno",
  "/home/ada/game/node_modules/electron/dist/electron",
  "",
])("returns undefined for a runtime: %s", (path) => {
  expect(programName(path)).toBeUndefined();
});
