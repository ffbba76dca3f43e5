import { afterAll, expect, test, vi } from "vitest";
import { type CheckName, type CheckVerdict, diagnose, type DiagnoseOptions } from "../../src/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";

// Prevents detection of the desktop's browser.
vi.stubEnv("BROWSER", "firefox");
const emulator = await startEmulator();
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
});

/** Returns the findings about the service, keyed by check. */
async function ask(options: Partial<DiagnoseOptions> = {}) {
  const results = await diagnose({ ...emulator.clientOptions(), store: memoryTokenStore(), ...options });
  for (const { botToken, clientSecret } of emulator.applications)
    for (const secret of [botToken, clientSecret]) expect(JSON.stringify(results)).not.toContain(secret);
  return Object.fromEntries(results.map(({ check, ...finding }) => [check, finding])) as Record<
    CheckName,
    { verdict: CheckVerdict; found: string; advice?: string; code?: string }
  >;
}

const verdictsOf = (results: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(
    (["network", "clock", "redirect-uri", "public-client", "scopes"] as const).map((check) => [
      check,
      results[check].verdict,
    ]),
  );
const good = { network: "ok", clock: "ok", "redirect-uri": "ok", "public-client": "ok", scopes: "ok" };

test("reports no problems with a configured application, with or without its bot token", async () => {
  expect(verdictsOf(await ask())).toEqual(good);
  expect(verdictsOf(await ask({ botToken: emulator.application.botToken }))).toEqual(good);
  expect(verdictsOf(await ask({ customSchemeParam: `discord-${emulator.application.id}` }))).toEqual(good);
});

test("reports the problems of an unconfigured application, with or without its bot token", async () => {
  const { id, botToken } = emulator.addApplication({
    publicClient: false,
    redirectUris: ["https://game.example/callback"],
  });
  for (const options of [{}, { botToken }]) {
    const results = await ask({ applicationId: id, ...options });
    expect(verdictsOf(results)).toMatchObject({
      "redirect-uri": "failure",
      "public-client": "failure",
      scopes: "not-checked",
    });
    expect(results["redirect-uri"].advice).toContain("http://127.0.0.1/callback");
    expect(results["public-client"].advice).toContain("Public Client");
  }
});

test("reports an unknown application, an unknown scope and another application's token", async () => {
  expect(verdictsOf(await ask({ applicationId: "123456789012345678" }))).toMatchObject({
    network: "ok",
    "redirect-uri": "failure",
    "public-client": "failure",
  });
  expect(verdictsOf(await ask({ scopes: "openid no.such.scope" }))).toEqual({ ...good, scopes: "failure" });
  const { botToken } = emulator.addApplication();
  expect((await ask({ botToken }))["redirect-uri"]).toMatchObject({
    verdict: "failure",
    code: "wrong_application",
  });
});

test("reports an unreachable service as a single failure and skips the other checks", async () => {
  const results = await ask({ apiBase: "http://127.0.0.1:9/api", webBase: "http://127.0.0.1:9" });
  expect(verdictsOf(results)).toEqual({
    network: "failure",
    clock: "not-checked",
    "redirect-uri": "not-checked",
    "public-client": "not-checked",
    scopes: "not-checked",
  });
  expect(results.network.code).toBe("network_error");
});
