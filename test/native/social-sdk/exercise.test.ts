import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { outputOf, runProgram } from "../../setup/child-process.ts";
import { buildHooks, buildLimitMs, buildStandIn, standInParts } from "../../setup/social-sdk/stand-in.ts";
import { needs } from "../../setup/system-parts.ts";
import { buildAddon } from "./build-addon.ts";

const root = new URL("../../..", import.meta.url).pathname;
const exercise = join(import.meta.dirname, "exercise.mjs");

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
