import { once } from "node:events";
import { afterAll, expect, it } from "vitest";
import { startEmulator } from "../../../src/emulator/index.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { variablesFor } from "../../setup/program/player-at-terminal.ts";
import { executable, runExecutable } from "../../setup/program/run-executable.ts";
import { startSecrets } from "../../setup/secrets-bus.ts";
import { needs } from "../../setup/system-parts.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

it("leaves a player signed out after Ctrl-C during login", needs("Linux"), async () => {
  await using keychain = await startSecrets();
  const env = {
    PATH: process.env["PATH"],
    ...variablesFor(emulator),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${keychain.bus.path}`,
    // Exits without opening a page.
    BROWSER: "true",
  };
  const child = startProgram(process.execPath, [executable, "login"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    let printed = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      // A second signal would end the program at once.
      if (!child.killed && printed.includes("\n\nhttp")) child.kill("SIGINT");
    });
    expect(await once(child, "close")).toEqual([130, null]);
    expect(printed.replaceAll(/\s+/g, " ")).toContain("no tokens were stored.");
  } finally {
    await endProgram(child);
  }
  expect((await runExecutable(["whoami"], { env })).status).toBe(1);
});
