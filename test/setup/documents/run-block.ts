import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Ended, endProgram, runProgram, startProgram } from "../child-process.ts";
import { freePort } from "../free-port.js";
import { Machine } from "../machine.ts";

/** Runs programs one after another on the same machine. */
export async function runBlocks(files: readonly string[]): Promise<Ended[]> {
  await using machine = await Machine.start();
  const ended: Ended[] = [];
  for (const file of files)
    ended.push(await runProgram(process.execPath, [file], { cwd: machine.home, env: machine.env }));
  return ended;
}

/** Starts a server and sends it the service's endpoint check. Throws if the check fails. */
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
    const isListening = await new Promise((resolve) =>
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false)),
    );
    socket.destroy();
    if (isListening) return;
    await pause(20);
  }
  throw new Error(`The server exited with ${server.exitCode} before it listened on PORT.`);
}
