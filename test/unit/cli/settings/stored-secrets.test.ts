import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCredential } from "../../../../src/cli/commands/open-client.ts";
import {
  readEntry,
  writeEntry,
  offerToStore,
  readStoredSecrets,
} from "../../../../src/cli/settings/stored-secrets.ts";
import type { Settings } from "../../../../src/cli/settings/settings.ts";
import { type Emulator, startEmulator } from "../../../../src/emulator/index.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { startSecrets } from "../../../setup/secrets-bus.ts";
import { needs } from "../../../setup/system-parts.ts";

let emulator: Emulator;
let settings: Settings;
beforeAll(async () => {
  emulator = await startEmulator();
  const { application, apiBase } = emulator;
  settings = { environment: undefined, applicationId: application.id, apiBase, commandsFile: "c.json" };
});
afterAll(() => emulator.close());

const columns = 100;
const down = "\u001B[B";
const [asBot, asClient] = ["\r", `${down}\r`];
const wrong = "a-token-of-nobody";

/** Reads the credential with no variables set. */
async function read(setting: ProgramSetting = {}) {
  let credential: object | undefined;
  const act = async (call: Parameters<Parameters<typeof runningAct>[0]>[0]) => {
    credential = await readCredential(call, settings);
    return { result: {} };
  };
  const run = await runningAct(act, [], setting);
  return { ...run, credential };
}

describe("a prompt for a credential", () => {
  it("hides the input and, if there is no keychain, does not offer to store it", async () => {
    vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    const { botToken } = emulator.application;
    const { credential, stderr } = await read({ columns, typed: [asBot, `${botToken}\r`] });
    vi.unstubAllEnvs();
    expect(credential).toEqual({ botToken });
    expect(stderr).not.toContain(botToken);
    expect(stderr).not.toContain("keychain");
  });

  it(
    "is repeated until the service accepts the credential, and only the accepted one is stored",
    needs("Linux"),
    async () => {
      await using _secrets = await startSecrets();
      const { clientSecret } = emulator.application;
      const typed = [asBot, `${wrong}\r`, asClient, `${clientSecret} \r`, "y"];
      const { credential, stderr } = await read({ columns, typed });
      expect(credential).toEqual({ clientId: settings.applicationId, clientSecret });
      expect(oneLine(stderr)).toContain("The bot token was rejected: ");
      expect(oneLine(stderr)).toContain(
        "Stored in the keychain entry 'slashpass-application' for '127.0.0.1",
      );
      expect(stderr).not.toContain(wrong);
      expect(await readEntry(settings)).toEqual({ clientSecret });
      expect((await read()).credential).toEqual(credential);
    },
  );

  it("rejects another application's bot token", needs("Linux"), async () => {
    await using _secrets = await startSecrets();
    const { botToken } = emulator.addApplication();
    const typed = [asBot, `${botToken}\r`, "\u0003"];
    await expectEnd(read({ columns, typed }), 130, "The bot token was rejected: ");
    expect(await readEntry(settings)).toBeUndefined();
  });
});

describe("a stored credential that the service rejects", needs("Linux"), () => {
  it("is replaced after a prompt at a terminal", async () => {
    await using _secrets = await startSecrets();
    await writeEntry({ botToken: wrong }, settings);
    const { botToken } = emulator.application;
    const { credential, stderr } = await read({ columns, typed: [asBot, `${botToken}\r`, "y"] });
    expect(credential).toEqual({ botToken });
    expect(oneLine(stderr)).toContain("The bot token in the keychain was rejected: ");
    expect(await readEntry(settings)).toEqual({ botToken });
  });

  it("is reported, with a command that replaces it, if there is no terminal", async () => {
    await using _secrets = await startSecrets();
    await writeEntry({ botToken: wrong }, settings);
    const { stderr } = await expectEnd(read(), 1, "slashpass credential set");
    expect(stderr).not.toContain(wrong);
  });

  it("is kept without a prompt if the service fails", async () => {
    await using _secrets = await startSecrets();
    await writeEntry({ botToken: wrong }, settings);
    const end = emulator.faults.add({ path: /commands/, answer: { status: 503, body: {} } });
    const { code, stderr } = await read({ columns });
    end();
    expect([code, stderr]).toEqual([1, expect.stringContaining("503")]);
    expect(await readEntry(settings)).toEqual({ botToken: wrong });
  });
});

it("ignores an entry without a credential", needs("Linux"), async () => {
  await using _secrets = await startSecrets();
  for (const record of ["[]", '"x"', "null", "{}", '{"botToken":1}']) {
    await writeEntry(JSON.parse(record) as never, settings);
    expect(await readEntry(settings)).toBeUndefined();
  }
});

const target = { environment: undefined, applicationId: "1400000000000000001", commandsFile: "c.json" };
const secrets = { botToken: "typed-token" };

function keeping(answer: string) {
  return runningAct(
    ({ terminal }) => offerToStore(secrets, target, terminal).then(() => ({ result: {} })),
    [],
    { columns: 100, typed: [answer] },
  );
}

it("stores secrets only after confirmation", needs("Linux"), async () => {
  await using _secrets = await startSecrets();
  expect((await keeping("n")).code).toBe(0);
  expect(await readStoredSecrets(target)).toEqual({ reachable: true });
  expect((await keeping("y")).code).toBe(0);
  expect(await readStoredSecrets(target)).toEqual({ reachable: true, secrets });
});

it("continues if there is no keychain", async () => {
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
  expect(await readStoredSecrets(target)).toEqual({ reachable: false });
  const { code, stderr } = await keeping("y");
  vi.unstubAllEnvs();
  expect([code, stderr]).toEqual([0, expect.stringContaining("It was not stored: ")]);
  expect(stderr).not.toContain("typed-token");
});
