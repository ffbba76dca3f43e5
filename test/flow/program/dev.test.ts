import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedPrivateKey } from "../../../src/cli/emulator/fixed-world.ts";
import { CommandsClient } from "../../../src/commands/index.ts";
import {
  type Emulator,
  type EmulatorApplication,
  signInteraction,
  startEmulator,
} from "../../../src/emulator/index.ts";
import { endProgram, startProgram } from "../../setup/child-process.ts";
import { freePort } from "../../setup/free-port.js";
import { startGatedService } from "../../setup/program/gated-service.ts";
import { oneLine } from "../../setup/program/one-line.ts";
import { executable, startOnTerminal } from "../../setup/program/run-executable.ts";
import { runInProcess } from "../../setup/program/run-in-process.ts";
import { needs } from "../../setup/system-parts.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ world: { guilds: [{ name: "Reef" }] } });
});
afterAll(() => service.close());

let cwd = "";
const children: ChildProcess[] = [];
beforeEach(({ task }) => {
  // This directory is inside the package, so the files' imports resolve.
  cwd = resolve(`build/dev-${task.id}`);
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(endProgram));
  rmSync(cwd, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const change = (name: string, from: string, to: string) =>
  write(name, readFileSync(join(cwd, name), "utf8").replace(from, to));

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = startProgram(process.execPath, [executable, "dev", ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: temporaryFolder(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const hasPrinted = (text: string) =>
    expect
      .poll(() => (child.exitCode === null ? oneLine(output) : `${oneLine(output)} (ended)`), {
        timeout: 60_000,
      })
      .toContain(text);
  return {
    hasPrinted,
    forget: () => void (output = ""),
    endpoint: async () => {
      await hasPrinted("endpoint http");
      return /endpoint +(http\S+)/.exec(output)?.[1] ?? expect.unreachable();
    },
    end: async (signal: NodeJS.Signals) => {
      const ended = once(child, "exit") as Promise<[number | null]>;
      child.kill(signal);
      const [status] = await ended;
      return { status, output };
    },
  };
}

/** Sends a signed command to the endpoint, as the emulator does, and returns the answer. */
async function use(endpoint: string, name: string): Promise<string> {
  const user = { id: "1400000000000000009", username: "ada", discriminator: "0", global_name: "Ada" };
  const body = JSON.stringify({
    id: "1400000000000000008",
    application_id: "1000000000000001",
    type: 2,
    token: "token",
    version: 1,
    user,
    data: { id: "1400000000000000007", name, type: 1 },
  });
  const headers = { ...signInteraction({ privateKey: fixedPrivateKey(), body }) };
  const answer = await fetch(endpoint, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { content: string } }).data.content;
}

describe("slashpass dev in a project created by slashpass init", () => {
  const id = "1400000000000000001";

  it("applies changes to commands and handlers", async () => {
    await runInProcess(["init", "--yes", "--application", id, "--format", "json"], { cwd });
    const dev = start([]);
    const endpoint = await dev.endpoint();
    expect(await use(endpoint, "ping")).toBe("It works.");
    change("handler.mjs", "It works.", "It works well.");
    await dev.hasPrinted("Loaded handler.mjs.");
    expect(await use(endpoint, "ping")).toBe("It works well.");
    dev.forget();
    change("commands.json", "ping", "pong");
    await dev.hasPrinted("Commands: + pong, - ping Applied");
    // If the handler was loaded just before the commands changed, it is loaded again.
    await expect.poll(() => use(endpoint, "pong")).toBe("/pong has no answer yet.");
    dev.forget();
    change("commands.json", "pong", "PONG");
    await dev.hasPrinted("contains capital letters");
    expect(await use(endpoint, "pong")).toBe("/pong has no answer yet.");
    expect((await dev.end("SIGINT")).status).toBe(0);
  });
});

describe("slashpass dev with a registered application", () => {
  const handler = `
    import { createInteractionHandler } from "slashpass/interactions";
    export default createInteractionHandler({ publicKey: process.env.SLASHPASS_PUBLIC_KEY, commands: [] });`;
  let application: EmulatorApplication;
  let port = 0;
  let env: NodeJS.ProcessEnv = {};
  beforeEach(async () => {
    application = service.addApplication({ commands: [{ name: "score", description: "Shows a score." }] });
    port = await freePort();
    env = { SLASHPASS_BOT_TOKEN: application.botToken, HOME: temporaryFolder() };
    const development = { applicationId: application.id, apiBase: service.apiBase };
    write("slashpass.config.json", JSON.stringify({ environments: { development }, commands: "c.json" }));
    write("c.json", JSON.stringify([{ name: "ping", description: "Answers." }]));
    write("handler.mjs", handler);
  });

  const args = () => ["--yes", "--public-url", `http://127.0.0.1:${port}`, "--port", String(port)];
  const names = async () =>
    (await new CommandsClient(service.commandsOptions(application)).global.list()).map(({ name }) => name);
  const isAsBefore = async () => {
    expect([application.interactionsEndpoint, await names()]).toEqual([undefined, ["score"]]);
    expect(readdirSync(cwd).filter((name) => name.startsWith("."))).toEqual([]);
  };

  it("restores the application when the terminal is closed", needs("Linux"), async () => {
    const terminal = startOnTerminal(["dev", ...args()], { cwd, env });
    children.push(terminal);
    await expect.poll(() => application.interactionsEndpoint, { timeout: 60_000 }).toBeDefined();
    terminal.kill("SIGKILL");
    await expect
      .poll(() => readdirSync(cwd).some((name) => name.startsWith(".")), { timeout: 60_000 })
      .toBe(false);
    await isAsBefore();
  });

  it("changes nothing if Ctrl-C is pressed before the service responds", async () => {
    await using gate = await startGatedService(service.apiBase);
    const development = { applicationId: application.id, apiBase: gate.apiBase };
    write("slashpass.config.json", JSON.stringify({ environments: { development }, commands: "c.json" }));
    const held = once(gate.hold(), "held");
    const dev = start(args(), env);
    await held;
    const { status, output } = await dev.end("SIGINT");
    expect([status, output]).toEqual([130, expect.stringContaining("Interrupted")]);
    await isAsBefore();
  });
});
