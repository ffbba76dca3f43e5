import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { resolveApiBase, defaultWebBase } from "../../src/core/request/addresses.ts";
import type { Config } from "./config.ts";

interface Variable {
  readonly variable: string;
  /** Its name in facts. */
  readonly name: string;
  readonly needed: boolean;
  readonly description: string;
}

/** The environment variables, also listed in docs/verified.md: each one's name in facts and its description. */
const required = {
  SLASHPASS_APPLICATION_ID: ["app", "the test application"],
  SLASHPASS_BOT_TOKEN: ["botToken", "the bot token"],
  SLASHPASS_CLIENT_SECRET: ["clientSecret", "the client secret"],
  SLASHPASS_PUBLIC_KEY: ["publicKey", "the public key"],
  SLASHPASS_GUILD_ID: ["guild", "the test guild, with a text and a voice channel"],
} as const;
const optional = {
  SLASHPASS_LIVE_CHILD_ID: [
    "child",
    "a second application, a child of the first, with only guild installations and no Activities",
  ],
  SLASHPASS_LIVE_CHILD_BOT_TOKEN: ["childBotToken", "the second application's bot token"],
  SLASHPASS_LIVE_THREAD_ID: ["thread", "a thread with at least one member, in the test guild"],
  SLASHPASS_LIVE_LOBBY_ID: ["lobby", "a lobby of the test application"],
  SLASHPASS_LIVE_STEAM_TICKET: ["steamTicket", "a Steam session ticket, for provisional accounts"],
  SLASHPASS_LIVE_PUBLIC_URL: ["publicUrl", "the URL of a tunnel to port 3000 on this computer"],
} as const;

export const variables: readonly Variable[] = Object.entries({ ...required, ...optional }).map(
  ([variable, [name, description]]) => ({ variable, name, description, needed: variable in required }),
);

const endpointPort = 3_000;
const playerTimeoutMs = 300_000;

/** Without a terminal, waits until the signal is aborted. */
export async function askUser(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return process.stdin.isTTY ? await terminal.question(question, { signal }) : await untilAborted(signal);
  } finally {
    terminal.close();
  }
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  await once(signal, "abort");
  throw signal.reason;
}

/** @param say - Prints an instruction for the player. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  say: (text: string) => void,
): Config | { readonly missing: readonly Variable[] } {
  const values = variables.map((one) => ({ ...one, value: env[one.variable]?.trim() || undefined }));
  const missing = values.filter(({ needed, value }) => needed && value === undefined);
  if (missing.length > 0) return { missing };
  const apiBase = resolveApiBase({ apiBase: env["SLASHPASS_API_BASE"] || undefined });
  return {
    apiBase,
    webBase: env["SLASHPASS_WEB_BASE"] || defaultWebBase,
    port: endpointPort,
    variables: Object.fromEntries(
      values.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
    ),
    player: {
      timeoutMs: playerTimeoutMs,
      open: (url, answer) => say(`${answer === "accept" ? "Authorize" : "Open and cancel"}: ${url}`),
      confirm: async (signal) => void (await askUser("Press Enter when you have finished. ", signal)),
      use: (command) => say(`Use /${command} in the test guild.`),
    },
  };
}
