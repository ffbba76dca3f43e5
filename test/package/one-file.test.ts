import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { outputOf } from "../setup/child-process.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

/** Replaces the keychain package for Windows and macOS, which a game ships next to its bundle. */
const keyring = `
const items = new Map();
exports.Entry = class {
  constructor(service, account) { this.name = service + "/" + account; }
  getSecret() { return items.get(this.name) ?? null; }
  setSecret(bytes) { items.set(this.name, bytes); }
  deleteCredential() { return items.delete(this.name); }
};`;

const game = `
import { keychainTokenStore } from ${JSON.stringify(join(import.meta.dirname, "../../dist/index.js"))};
async function play() {
  const store = keychainTokenStore({ service: "game" });
  await store.set("1", "a record");
  console.log(await store.get("1"));
}
play();`;

async function bundleInto(folder: string, format: "esm" | "cjs"): Promise<string> {
  const file = join(folder, format === "esm" ? "game.mjs" : "game.cjs");
  const source = join(import.meta.dirname, "game.js");
  const build = await rolldown({
    input: source,
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "game",
        load: (id) => (id === source ? game : undefined),
        resolveId: (id) => (id === source ? id : undefined),
      },
    ],
  });
  await build.write({ format, file, codeSplitting: false, minify: true });
  await build.close();
  return file;
}

it.each(["esm", "cjs"] as const)(
  "finds the macOS keychain's worker after a single-file game (%s) is moved",
  async (format) => {
    const [built, moved] = [temporaryFolder(), temporaryFolder()];
    const file = await bundleInto(built, format);
    const directory = join(moved, "elsewhere");
    renameSync(built, directory);
    mkdirSync(join(directory, "node_modules/@napi-rs/keyring"), { recursive: true });
    writeFileSync(join(directory, "node_modules/@napi-rs/keyring/index.js"), keyring);
    writeFileSync(
      join(directory, "mac.cjs"),
      `Object.defineProperty(process, "platform", { value: "darwin" });`,
    );
    const args = ["--require", "./mac.cjs", file.slice(built.length + 1)];
    expect(await outputOf(process.execPath, args, { cwd: directory })).toBe("a record\n");
  },
);
