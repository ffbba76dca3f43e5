import { expect, test } from "vitest";
import { greetingOf } from "../../../../src/cli/emulator/run.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";

test("lists the state of the emulator without secrets", () => {
  const application = new EmulatorApplication({ id: "5", name: "Reef", publicClient: false });
  const emulator = {
    application,
    apiBase: "http://127.0.0.1:1/api/v10",
    webBase: "http://127.0.0.1:1",
    players: [{ name: "Ada" }],
    guilds: [],
  };
  const greeting = greetingOf(emulator, undefined);
  expect(greeting).toMatch(/application +5 \(Reef, with a secret\)\n/);
  expect(greeting).toMatch(/guild +none\n/);
  expect(greeting).toContain("\nSLASHPASS_APPLICATION_ID=5\n");
  expect(greeting).not.toContain("SLASHPASS_GUILD_ID");
  for (const secret of [application.clientSecret, application.botToken])
    expect(greeting).not.toContain(secret);
  const hostile = { ...emulator, players: [{ name: "Ada\n\u001B[2J" }] };
  expect(greetingOf(hostile, undefined)).toContain(String.raw`players      Ada\u000a\u001b[2J, or any`);
  expect(greetingOf(emulator, "/x/env")).toMatch(/Settings, with the secrets, are in \/x\/env\n$/);
});
