import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../setup/child-process.ts";
import type { Keytar } from "../../../src/store/secret-service/keychain.ts";

/** The real keytar, compiled into a scratch folder: the package never depends on it. */
export async function loadRealKeytar(): Promise<{ keytar: Keytar; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-keytar-"));
  writeFileSync(join(folder, "package.json"), "{}");
  await outputOf("npm", ["install", "--no-save", "keytar@7.9.0"], { cwd: folder, limitMs: 110_000 });
  const keytar = createRequire(join(folder, "package.json"))("keytar") as Keytar;
  return { keytar, remove: () => rmSync(folder, { recursive: true }) };
}
