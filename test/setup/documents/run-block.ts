import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { fixedWorld } from "../../../src/cli/emulator/fixed-world.ts";
import { settingsOf } from "../../../src/cli/emulator/settings.ts";
import { type Emulator, startEmulator, type WorldInit } from "../../../src/emulator/index.ts";
import { type Ended, endProgram, runProgram, startProgram } from "../child-process.ts";
import { freePort } from "../free-port.js";
import { startSecrets } from "../secrets-bus.ts";

/** A program of a document on a machine of its own: an emulator, a player at the browser, a keychain and an empty home. */
class Machine implements AsyncDisposable {
  readonly emulator: Emulator;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #parts: AsyncDisposable[];

  private constructor(emulator: Emulator, home: string, env: NodeJS.ProcessEnv, parts: AsyncDisposable[]) {
    this.emulator = emulator;
    this.home = home;
    this.env = env;
    this.#parts = parts;
  }

  static async start(): Promise<Machine> {
    const home = mkdtempSync(join(tmpdir(), "slashpass-document-"));
    const emulator = await startEmulator({ world: withActivities(fixedWorld) });
    const secrets = await startSecrets();
    const browser = await startBrowser(emulator, home);
    const { open, secret } = settingsOf(emulator);
    const env = {
      ...open,
      ...secret,
      PATH: process.env["PATH"],
      HOME: home,
      BROWSER: browser.program,
      // Else xdg-open asks the bus for a desktop.
      XDG_CURRENT_DESKTOP: "X-Generic",
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${secrets.bus.path}`,
    };
    return new Machine(emulator, home, env, [browser, secrets]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts) await part[Symbol.asyncDispose]();
    await this.emulator.close();
    rmSync(this.home, { recursive: true });
  }
}

/** The world of `slashpass emulator --activity`. */
function withActivities({ applications = [], ...world }: WorldInit): WorldInit {
  return { ...world, applications: applications.map((one) => ({ ...one, activities: true })) };
}

/** A program that stands for the browser: Ada sees the page that it is given, and agrees. */
async function startBrowser(emulator: Emulator, folder: string) {
  const visit = emulator.player().browser();
  const listener = createServer(async (request, response) => {
    await visit(await text(request));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as { port: number };
  const program = join(folder, "browser.mjs");
  const ask = `await fetch("http://127.0.0.1:${port}/", { method: "POST", body: process.argv[2] });`;
  writeFileSync(program, `#!${process.execPath}\n${ask}\n`);
  chmodSync(program, 0o755);
  return {
    program,
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      listener.closeAllConnections();
      await once(listener, "close");
    },
  };
}

/** Runs programs to their end, one after the other on one machine, as a reader does. */
export async function runBlocks(files: readonly string[]): Promise<Ended[]> {
  await using machine = await Machine.start();
  const ended: Ended[] = [];
  for (const file of files)
    ended.push(await runProgram(process.execPath, [file], { cwd: machine.home, env: machine.env }));
  return ended;
}

/** Starts a server, which has to pass the check that the service makes of an endpoint; throws where it does not. */
export async function serveBlock(file: string): Promise<void> {
  await using machine = await Machine.start();
  const port = await freePort();
  const server = startProgram(process.execPath, [file], {
    cwd: machine.home,
    env: { ...machine.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await listening(port, server);
    await machine.emulator.application.setInteractionsEndpoint(`http://127.0.0.1:${port}/interactions`);
  } finally {
    await endProgram(server);
  }
}

async function listening(port: number, server: { readonly exitCode: number | null }): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isThere = await new Promise((resolve) =>
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false)),
    );
    socket.destroy();
    if (isThere) return;
    await pause(20);
  }
  throw new Error(`The server ended with ${server.exitCode} before it listened at PORT.`);
}
