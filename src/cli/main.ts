#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { type CommandLine, parseCommandLine } from "./command-line.ts";
import { help } from "./help.ts";

void run(parseCommandLine(process.argv.slice(2))).then((code) => (process.exitCode = code));

async function run(line: CommandLine): Promise<number> {
  if (line.command === "misunderstood") {
    console.error(`slashpass: ${line.reason}\nTry 'slashpass --help'.`);
    return 2;
  }
  if (line.command === "help") process.stdout.write(help);
  else if (line.command === "version") console.log(readVersion());
  else return await serve(line.port);
  return 0;
}

async function serve(port: number | undefined): Promise<number> {
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end.abort());
  try {
    // Imported here, since the other commands need no server.
    const { runEmulator } = await import("./run-emulator.ts");
    await runEmulator(port, end.signal, console.log);
    return 0;
  } catch (error) {
    console.error(`slashpass: ${describe(error)}`);
    return 1;
  }
}

/** The message of an error and what to do about it. */
function describe(error: unknown): string {
  const { message, hint } = error as { message?: unknown; hint?: unknown };
  return [message, hint].filter((text) => typeof text === "string").join("\n");
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
