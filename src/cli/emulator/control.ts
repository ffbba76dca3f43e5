import { resolve } from "node:path";
import type { WorldInit } from "slashpass/emulator";
import { confirmFile, writeResult } from "../commands/apply-commands.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import type { exportDefinition, triggerDefinition } from "./definitions.ts";
import { misunderstood, Failure, unreachable } from "../frame/failure.ts";
import { loadFile } from "../settings/load-file.ts";
import { isObject } from "../../core/check/readers.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import { isHttpUrl } from "../frame/command-line.ts";
import { variables } from "../frame/host.ts";

const schema = "./node_modules/slashpass/dist/schemas/world.json";

export async function exportWorld(call: Call<typeof exportDefinition.options>): Promise<Outcome> {
  const { options, cwd, terminal } = call;
  const path = resolve(cwd, options.world ?? "world.json");
  await confirmFile(call, path);
  const world = (await askEmulator(call, "/control/world")) as WorldInit;
  await writeResult(path, `${JSON.stringify({ $schema: schema, ...world }, null, 2)}\n`);
  terminal.printText(`Wrote the emulator's world to ${path}, without keys or secrets.`);
  return { result: { file: path } };
}

type TriggerCall = Call<typeof triggerDefinition.options, typeof triggerDefinition.arguments>;

export async function trigger(call: TriggerCall): Promise<Outcome> {
  const { options, arguments: given, cwd, terminal } = call;
  const fields = readFields(given.field);
  if (options.data !== undefined && given.field.length > 0)
    throw misunderstood("--data contains the whole event and cannot be combined with fields.");
  const about =
    options.data === undefined
      ? { fields }
      : { data: await loadFile(resolve(cwd, options.data), "The event") };
  const request = { event: given.event, application: options.application, ...about };
  const response = (await askEmulator(call, "/control/trigger", request)) as { readonly id?: unknown };
  const { id } = response;
  terminal.print(`${given.event}: done.${typeof id === "string" ? `\nid  ${id}` : ""}`);
  return { result: { event: given.event, told: response } };
}

function readFields(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
      throw misunderstood(`Fields must have the form name=value, such as player=Ada, not '${word}'.`);
    }),
  );
}

type Asking = Pick<Call, "env" | "signal" | "terminal"> & {
  readonly options: { readonly emulator: string | undefined };
};

/** Short, because the emulator is local. */
const timeoutMs = 10_000;

async function askEmulator(
  call: Asking,
  path: "/control/world" | "/control/trigger",
  body?: object,
): Promise<unknown> {
  const url = new URL(path, readAddress(call));
  const answer = await call.terminal.during("Querying the emulator", () => send(url, call.signal, body));
  if (answer.status === 200) return answer.body;
  throw refused(url, answer);
}

function readAddress({ options: { emulator }, env }: Asking): string {
  const address = emulator ?? (env[variables.webBase] || undefined);
  if (address === undefined) {
    throw misunderstood(
      "No emulator is specified.",
      `Use --emulator, or set ${variables.webBase}. 'slashpass emulator' prints the address, and --env writes the variable to a file.`,
    );
  }
  if (isHttpUrl(address)) return address;
  const name = emulator === undefined ? variables.webBase : "--emulator";
  throw misunderstood(`${name} must be the web address of an emulator, such as http://127.0.0.1:8181.`);
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(url: URL, signal: AbortSignal, body: object | undefined): Promise<Answer> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await fetch(url, { ...(body && post), redirect: "manual", signal: timeout });
    return { status: answer.status, body: parseForeignJson(await answer.text()) };
  } catch (error) {
    signal.throwIfAborted();
    const { name, message } = error as Error;
    if (name === "TimeoutError") throw noEmulator(url, `no response within ${timeoutMs / 1000} s`);
    if (name === "SyntaxError") throw noEmulator(url, message);
    throw unreachable(url.href, error, (reason) => noEmulator(url, reason).message, noEmulatorInit);
  }
}

function refused(url: URL, { status, body }: Answer): Failure {
  const { message, hint } = isObject(body) ? body : {};
  if (typeof message !== "string" || status !== 400) return noEmulator(url, `HTTP ${status}`);
  return misunderstood(message, typeof hint === "string" ? hint : undefined);
}

function noEmulator({ origin }: URL, reason: string): Failure {
  return new Failure(`No compatible emulator responds at ${origin} (${reason}).`, noEmulatorInit);
}

const noEmulatorInit = {
  code: "emulator_unreachable",
  hint: "Start 'slashpass emulator', and pass its web address with --emulator.",
} as const;
