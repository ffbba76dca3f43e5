import { existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { outputOf } from "../../setup/child-process.ts";
import type { Keytar } from "../../../src/store/secret-service/secret-service.ts";

const version = "7.9.0";
/** One build suffices, since Node-API is the same in every version of Node. */
const compiled = join(import.meta.dirname, `../../../build/keytar-${version}`);

export interface RealKeytar {
  readonly keytar: Keytar;
  /** The path from which another program can require it. */
  readonly path: string;
}

/** Loads the real keytar. It is compiled outside the package, because the package must not depend on keytar. */
export async function loadRealKeytar(): Promise<RealKeytar> {
  if (!existsSync(compiled)) await compile();
  const path = join(compiled, "node_modules/keytar");
  return { path, keytar: createRequire(import.meta.url)(path) as Keytar };
}

async function compile(): Promise<void> {
  mkdirSync(join(compiled, ".."), { recursive: true });
  const folder = mkdtempSync(`${compiled}-`);
  writeFileSync(join(folder, "package.json"), "{}");
  await outputOf("npm", ["install", "--no-save", `keytar@${version}`], {
    cwd: folder,
    limitMs: 110_000,
    online: true,
  });
  renameSync(folder, compiled);
}
