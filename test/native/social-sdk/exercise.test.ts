import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { outputOf, runProgram } from "../../setup/child-process.ts";
import {
  buildHooks,
  buildLimitMs,
  buildOnce,
  buildStandIn,
  standInParts,
} from "../../setup/social-sdk/stand-in.ts";
import { needs } from "../../setup/system-parts.ts";

const root = new URL("../../..", import.meta.url).pathname;
const exercise = join(import.meta.dirname, "exercise.mjs");
const native = join(root, "native");
const parts = ["social_sdk", "social_sdk_binding"];
const headers = ["node-api-headers/include", "node-addon-api"].flatMap((path) => [
  "-isystem",
  join(root, "node_modules", path),
]);

/** Compiles the addon with these flags and returns its path. Later runs with the same sources return it too. */
async function buildAddon(flags: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(flags.join(" "));
  for (const part of ["base", "system", "binding", ...parts])
    for (const file of readdirSync(join(native, part)).sort())
      hash.update(file).update(readFileSync(join(native, part, file)));
  const name = "slashpass_social_sdk.node";
  const built = await buildOnce(hash, async (folder) => {
    const objects = await Promise.all(parts.map((part) => compile(folder, part, flags)));
    await outputOf("g++", ["-shared", ...flags, ...objects, "-o", join(folder, name), "-ldl", "-lpthread"]);
  });
  return join(built, name);
}

/** Compiles all sources of a part at once, because most of the time is spent on headers. */
async function compile(folder: string, part: string, flags: readonly string[]): Promise<string> {
  const sources = readdirSync(join(native, part)).filter(
    (name) => name.endsWith(".cpp") && !/_(?:windows|test)\.cpp$/.test(name),
  );
  const includes = sources.map((name) => `#include "${part}/${name}"\n`);
  if (part === "social_sdk") includes.push('#include "system/secret_memory.cpp"\n');
  const unit = join(folder, `${part}.cpp`);
  writeFileSync(unit, includes.join(""));
  const object = join(folder, `${part}.o`);
  const args = ["-c", "-std=c++20", "-O0", "-fPIC", ...flags, "-I", native, ...headers, unit, "-o", object];
  await outputOf("g++", args, { limitMs: buildLimitMs });
  return object;
}

describe("the addon for the Social SDK", needs("whole programs", ...standInParts), () => {
  let library: string;
  let hooks: string;
  beforeAll(async () => {
    [library, hooks] = [await buildStandIn(), await buildHooks()];
  }, buildLimitMs);

  const run = (addon: string, env: NodeJS.ProcessEnv = {}) =>
    runProgram(process.execPath, [exercise, addon, library, hooks], { env: { ...process.env, ...env } });

  it("neither leaks memory nor misuses the library, whatever the library does", async () => {
    const ended = await run(join(root, "build/Release/slashpass_social_sdk.node"));
    expect(ended).toMatchObject({ status: 0, stdout: "clean\n" });
  });

  it("starts no thread until it is used", async () => {
    const addon = join(root, "build/Release/slashpass_social_sdk.node");
    const load = `process.dlopen({ exports: {} }, ${JSON.stringify(addon)});`;
    const count = `console.log(require("fs").readdirSync("/proc/self/task").length)`;
    const [loaded, bare] = [load + count, count].map((code) => outputOf(process.execPath, ["-e", code]));
    expect(await loaded).toBe(await bare);
  });

  describe("with sanitizers", () => {
    let addon: string;
    beforeAll(async () => {
      const flags = ["-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
      addon = await buildAddon(flags);
    }, buildLimitMs);

    it("causes no invalid accesses, undefined behavior or leaks", { timeout: 300_000 }, async () => {
      const runtime = (await outputOf("g++", ["-print-file-name=libasan.so"])).trim();
      const suppressions = join(import.meta.dirname, "node-leaks.txt");
      const env = { LD_PRELOAD: runtime, LSAN_OPTIONS: `suppressions=${suppressions}:print_suppressions=0` };
      // A leak changes the exit code.
      expect(await run(addon, env)).toMatchObject({ status: 0, stdout: "clean\n" });
    });
  });
});
