import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../setup/child-process.ts";
import type { Keytar } from "../../../src/store/secret-service/keychain.ts";

export interface RealKeytar {
  readonly keytar: Keytar;
  /** What a program of its own requires it by. */
  readonly path: string;
  readonly remove: () => void;
}

/** The real keytar, compiled into a scratch folder: the package never depends on it. */
export async function loadRealKeytar(): Promise<RealKeytar> {
  const folder = mkdtempSync(join(tmpdir(), "slashpass-keytar-"));
  writeFileSync(join(folder, "package.json"), "{}");
  await outputOf("npm", ["install", "--no-save", "keytar@7.9.0"], { cwd: folder, limitMs: 110_000 });
  const path = join(folder, "node_modules/keytar");
  const keytar = createRequire(import.meta.url)(path) as Keytar;
  return { keytar, path, remove: () => rmSync(folder, { recursive: true }) };
}
