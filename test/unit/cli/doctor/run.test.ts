import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi, describe, it } from "vitest";
import type { CheckResult, DiagnoseOptions } from "slashpass";
import { doctor as definition } from "../../../../src/cli/definitions.ts";
import { run, checkPackagedApp } from "../../../../src/cli/doctor/run.ts";
import { type Call, entry } from "../../../../src/cli/frame/run-command.ts";
import { runEntry } from "../../../setup/program/run-entry.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { createPackageWithOptions } from "@electron/asar";

type DoctorCall = Call<typeof definition.options>;
const check = vi.fn<(options: DiagnoseOptions) => Promise<CheckResult[]>>();
const doctor = (words: readonly string[] = [], setting: ProgramSetting = {}) =>
  runEntry(
    entry(definition, () => Promise.resolve({ run: (call: DoctorCall) => run(call, check) })),
    words,
    setting,
  );

const env = { SLASHPASS_APPLICATION_ID: "123456789012345678", SLASHPASS_API_BASE: "http://127.0.0.1:9/api" };
const good: CheckResult = { check: "network", verdict: "ok", found: "It answers." };
const bad: CheckResult = {
  check: "public-client",
  verdict: "failure",
  found: "It is off.",
  advice: "Switch it on.",
};

const noProxy = {
  check: "proxy",
  verdict: "ok",
  found: "Requests to http://127.0.0.1:9 do not use a proxy.",
};

beforeEach(() => void check.mockReset().mockResolvedValue([good]));

test("prints the findings and exits with 0 if they are all warnings", async () => {
  check.mockResolvedValue([good, { ...good, check: "clock", verdict: "warning" }]);
  const { code, stdout, stderr } = await doctor([], { env });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^ok {11}network {8}It answers\.$/m);
  expect(stdout).toContain("3 checks: 2 ok, 1 warning.");
});

test("exits with 3 if a check fails, but still prints the result with --json", async () => {
  check.mockResolvedValue([good, bad]);
  const { code, stdout } = await doctor(["--json"], { env });
  expect(code).toBe(3);
  expect(readObject(stdout).result).toEqual({
    applicationId: env.SLASHPASS_APPLICATION_ID,
    checks: [good, bad, noProxy],
  });
});

test("adapts advice about library calls to the command line", async () => {
  const advice = "Choose fileTokenStore or memoryTokenStore yourself.";
  const absent: CheckResult = { ...bad, check: "keychain", advice, code: "keychain_absent" };
  check.mockResolvedValue([absent, { ...bad, code: "needs_bundle" }]);
  const { stdout } = await doctor(["--json"], { env });
  expect(readObject(stdout).result).toMatchObject({
    checks: [{ advice: expect.stringContaining("gnome-keyring") as string }, { advice: bad.advice }, noProxy],
  });
  expect(stdout).not.toContain("fileTokenStore");
});

test("checks the application in the settings with the environment's bot token", async () => {
  const withToken = { ...env, SLASHPASS_BOT_TOKEN: "bot-token-0123456789" };
  await doctor(["--scheme", "com.example.game"], { env: withToken });
  expect(check).toHaveBeenCalledWith({
    applicationId: env.SLASHPASS_APPLICATION_ID,
    apiBase: env.SLASHPASS_API_BASE,
    webBase: undefined,
    scopes: "identify",
    customSchemeParam: "com.example.game",
    botToken: "bot-token-0123456789",
    signal: expect.any(AbortSignal) as AbortSignal,
  });
});

test("uses the config's environment and its variables", async () => {
  const cwd = temporaryFolder();
  const environments = { staging: { applicationId: "223456789012345678", scopes: ["openid", "identify"] } };
  writeFileSync(join(cwd, "slashpass.config.json"), JSON.stringify({ environments }));
  const own = { ...env, SLASHPASS_STAGING_BOT_TOKEN: "staging-token-0123456789" };
  const { stdout } = await doctor(["--json", "-e", "staging"], { env: own, cwd });
  expect(readObject(stdout).result).toMatchObject({
    environment: "staging",
    applicationId: "223456789012345678",
  });
  expect(check).toHaveBeenCalledWith(
    expect.objectContaining({ scopes: ["openid", "identify"], botToken: "staging-token-0123456789" }),
  );
});

test("stops on Ctrl-C", async () => {
  const end = new AbortController();
  check.mockImplementation(({ signal }) => {
    end.abort();
    return Promise.reject(signal?.reason as Error);
  });
  expect((await doctor([], { env, signal: end.signal })).code).toBe(130);
});

test("accepts --application without a config and prefers it to the variables", async () => {
  const words = ["--application", "1400000000000000001"];
  const named = { ...env, SLASHPASS_ENVIRONMENT: "production" };
  expect((await doctor(words, { env: named })).code).toBe(0);
  expect(check).toHaveBeenCalledWith(
    expect.objectContaining({ applicationId: "1400000000000000001", apiBase: env.SLASHPASS_API_BASE }),
  );
  expect(await doctor(["--application", "mine"], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--application must be an application id, not 'mine'."),
  });
  expect(await doctor(["--application", "MTQwMDAwMDAwMDAwMDAwMDAwMQ"], { env })).toMatchObject({
    code: 2,
    stderr: expect.not.stringContaining("MTQw"),
  });
  const both = await doctor([...words, "-e", "production"], { env });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be used together")]);
});

test.each([
  ["HTTPS_PROXY", "http://me:hush@proxy.example:3128", "http://proxy.example:3128 (HTTPS_PROXY)"],
  ["https_proxy", "proxy.example:3128", "http://proxy.example:3128 (https_proxy)"],
])("prints the proxy from %s without its password", async (variable, proxy, output) => {
  // Sets the variable for this call only, because otherwise the whole process would keep using the proxy.
  const behindProxy = (call: DoctorCall) => run({ ...call, env: { ...call.env, [variable]: proxy } }, check);
  const { stdout } = await runEntry(
    entry(definition, () => Promise.resolve({ run: behindProxy })),
    ["--json"],
    { env: { SLASHPASS_APPLICATION_ID: env.SLASHPASS_APPLICATION_ID } },
  );
  const found = `Requests to https://discord.com go through ${output}.`;
  expect(readObject(stdout).result).toMatchObject({ checks: [good, { check: "proxy", found }] });
  expect(stdout).not.toContain("hush");
});

test("checks a packaged Electron app before it checks the machine", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "game/resources"), { recursive: true });
  writeFileSync(join(cwd, "game/resources/app.asar"), "");
  const { code, stdout } = await doctor(["--packaged-app", "game", "--json"], { env, cwd });
  expect(code).toBe(0);
  const checks = [{ check: "packaged-app", verdict: "warning" }, good, noProxy];
  expect(readObject(stdout).result).toMatchObject({ checks });
});

describe("checkPackagedApp", () => {
  /** Packs an app as electron-builder and Forge do. */
  async function pack(unpack: string, resources = "resources"): Promise<string> {
    const source = temporaryFolder();
    const prebuilds = join(source, "node_modules/slashpass/prebuilds");
    for (const target of ["linux-x64", "linux-arm64"]) {
      mkdirSync(join(prebuilds, target), { recursive: true });
      writeFileSync(join(prebuilds, target, "slashpass.node"), "");
    }
    const app = temporaryFolder();
    await createPackageWithOptions(source, join(app, resources, "app.asar"), { unpack });
    return app;
  }

  it.each(["resources", "Contents/Resources"])("finds the unpacked addon in %s", async (resources) => {
    const app = await pack("**/{*.node,redirect-opener*}", resources);
    expect(checkPackagedApp(app, true)).toEqual({
      check: "packaged-app",
      verdict: "ok",
      found: `The addon is outside ${join(app, resources, "app.asar")} (linux-arm64, linux-x64).`,
    });
  });

  it("warns about an addon inside the archive, or fails if the game has a scheme", async () => {
    const app = await pack("nothing");
    expect(checkPackagedApp(app, false)).toMatchObject({ verdict: "warning", code: "addon_unavailable" });
    expect(checkPackagedApp(app, true)).toMatchObject({
      verdict: "failure",
      advice: expect.stringContaining('Set asarUnpack to ["**/*.node"]') as string,
    });
  });

  it("rejects a directory without a packaged app", () => {
    const folder = temporaryFolder();
    expect(() => checkPackagedApp(folder, false)).toThrow(`${folder} contains no packaged Electron app`);
  });
});
