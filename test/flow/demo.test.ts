import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram, warningsIn } from "../setup/child-process.ts";
import { findSecret } from "../setup/find-secret.ts";
import { needs } from "../setup/system-parts.ts";

const root = new URL("../..", import.meta.url).pathname;
let scratch: string;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "slashpass-demo-test-"));
  for (const name of ["home", "tmp", "log"]) await mkdir(join(scratch, name));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

/** Runs a project program in its own home directory, without a keychain or desktop. */
async function run(...args: string[]) {
  const { PATH } = process.env;
  const env = { PATH, HOME: join(scratch, "home"), TMPDIR: join(scratch, "tmp") };
  const { status, stdout, stderr } = await runProgram(process.execPath, args, { cwd: root, env });
  return { code: status, output: stdout + stderr, printed: stdout, warned: stderr };
}

async function runUnderWatch() {
  const report = join(scratch, "secrets.json");
  const { code, output } = await run("test/flow/fixtures/demo-under-watch.js", report, join(scratch, "log"));
  expect(output).toMatch(/^demo: Activity \S+ launched for .+$/m);
  expect(code).toBe(0);
  const log = await readFile(join(scratch, "log", "discord.log"), "utf8");
  const secrets = JSON.parse(await readFile(report, "utf8")) as Record<string, string[]>;
  return { output, log, secrets };
}

function expectNoSecret(texts: readonly string[], secrets: Record<string, string[]>) {
  const kinds = [
    "access_token",
    "refresh_token",
    "code",
    "code_verifier",
    "state",
    "client_secret",
    "bot_token",
  ];
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining(kinds));
  for (const [kind, values] of Object.entries(secrets)) {
    for (const value of values.filter((secret) => secret.length >= 8)) {
      expect(findSecret(texts.join("\n"), value), kind).toEqual([]);
    }
  }
}

describe("npm run demo", () => {
  it(
    "runs from sign-in to launch in headless Chromium without showing a secret",
    needs("Chromium"),
    async () => {
      const { output, log, secrets } = await runUnderWatch();
      expect(output).toContain("headless Chromium");
      expectNoSecret([output, log], secrets);
    },
  );

  it("prints at most 80 columns, ends with the launch, and leaves no files behind", async () => {
    const { code, printed, warned } = await run("examples/main-job/demo.js", "--headless");
    expect(code).toBe(0);
    expect(warningsIn(warned)).toEqual([]);
    const lines = printed.trimEnd().split("\n");
    expect(lines.at(-1)).toMatch(/^demo: Activity \S+ launched for \S/);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(await readdir(join(scratch, "tmp"))).toEqual([]);
    expect(existsSync(join(scratch, "home", ".local", "share", "slashpass"))).toBe(false);
  });
});
