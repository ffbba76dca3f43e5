import { chmodSync, copyFileSync, lchownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { asPlatform } from "../../setup/as-platform.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";
import { neighbour } from "../../setup/other-users.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const built = new URL("../../../build/Release/", import.meta.url);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  copyFileSync(new URL("slashpass.node", built), join(folder, "slashpass.node"));
});

/** Reloads the module with the addon in `folder`. */
async function freshReader() {
  loadModulesAnew();
  const { setAddonPath } = await import("../../../src/native/load.ts");
  setAddonPath(join(folder, "slashpass.node"));
  return import("../../../src/native/opener.ts");
}

test("returns the opener next to the loaded addon", async () => {
  copyFileSync(new URL("redirect-opener", built), join(folder, "redirect-opener"));
  const { readOpener } = await freshReader();
  expect(readFileSync(new URL("redirect-opener", built)).equals(readOpener())).toBe(true);
});

test("reads a file with the .exe extension on Windows", async () => {
  copyFileSync(new URL("redirect-opener", built), join(folder, "redirect-opener.exe"));
  const { readOpener } = await freshReader();
  asPlatform("win32");
  expect(readOpener().length).toBeGreaterThan(0);
});

test("returns an empty array on macOS", async () => {
  const { readOpener } = await freshReader();
  asPlatform("darwin");
  expect(readOpener()).toEqual(new Uint8Array());
});

test("throws an error with the missing file and a hint", async () => {
  const { readOpener } = await freshReader();
  expect(readOpener).toThrow(
    expect.objectContaining({
      type: 4,
      code: "no_opener",
      message: `The program ${join(folder, "redirect-opener")} could not be read (ENOENT).`,
      hint: "Copy redirect-opener from the package to the addon's folder.",
    }),
  );
});

test("rejects another user's opener in a world-writable directory", needs("the root user"), async () => {
  const planted = join(folder, "redirect-opener");
  copyFileSync(new URL("redirect-opener", built), planted);
  lchownSync(planted, neighbour, neighbour);
  chmodSync(folder, 0o1777);
  const { readOpener } = await freshReader();
  expect(readOpener).toThrow(
    expect.objectContaining({
      code: "no_opener",
      message: `${planted} is not used: it belongs to another user (${neighbour}).`,
    }),
  );
});
