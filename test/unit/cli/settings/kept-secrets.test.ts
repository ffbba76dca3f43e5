import { expect, it, vi } from "vitest";
import { keepSecrets, readKeptSecrets } from "../../../../src/cli/settings/kept-secrets.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { needs } from "../../../setup/system-parts.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";

const settings = { environment: undefined, applicationId: "1400000000000000001", commandsFile: "c.json" };
const secrets = { botToken: "typed-token" };

function keeping(answer: string) {
  return runningAct(
    ({ terminal }) => keepSecrets(secrets, settings, terminal).then(() => ({ result: {} })),
    [],
    { columns: 100, typed: [answer] },
  );
}

it("stores secrets only after confirmation", needs("Linux"), async () => {
  await using _secrets = await startSecrets();
  expect((await keeping("n")).code).toBe(0);
  expect(await readKeptSecrets(settings)).toEqual({ reachable: true });
  expect((await keeping("y")).code).toBe(0);
  expect(await readKeptSecrets(settings)).toEqual({ reachable: true, secrets });
});

it("continues without a keychain", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  expect(await readKeptSecrets(settings)).toEqual({ reachable: false });
  const { code, stderr } = await keeping("y");
  vi.unstubAllEnvs();
  expect([code, stderr]).toEqual([0, expect.stringContaining("It was not stored: ")]);
  expect(stderr).not.toContain("typed-token");
});
