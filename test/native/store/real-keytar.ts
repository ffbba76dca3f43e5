import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keytar } from "../../../src/store/keytar.ts";

/** The real keytar, compiled into a scratch folder: the package never depends on it. */
export function loadRealKeytar(): { keytar: Keytar; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-keytar-"));
  writeFileSync(join(folder, "package.json"), "{}");
  const install = spawnSync("npm", ["install", "--no-save", "keytar@7.9.0"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (install.status !== 0) throw new Error(`keytar could not be installed:\n${install.stderr}`);
  const keytar = createRequire(join(folder, "package.json"))("keytar") as Keytar;
  return { keytar, remove: () => rmSync(folder, { recursive: true }) };
}
