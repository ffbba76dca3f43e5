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

/** The environment variables, also listed in docs/verified.md. */
export const variables: readonly Variable[] = [
  { variable: "SLASHPASS_APPLICATION_ID", name: "app", needed: true, description: "the test application" },
  {
    variable: "SLASHPASS_BOT_TOKEN",
    name: "botToken",
    needed: true,
    description: "the bot token",
  },
  {
    variable: "SLASHPASS_CLIENT_SECRET",
    name: "clientSecret",
    needed: true,
    description: "the client secret",
  },
  {
    variable: "SLASHPASS_PUBLIC_KEY",
    name: "publicKey",
    needed: true,
    description: "the public key",
  },
  {
    variable: "SLASHPASS_GUILD_ID",
    name: "guild",
    needed: true,
    description: "the test guild, with a text and a voice channel",
  },
  {
    variable: "SLASHPASS_LIVE_CHILD_ID",
    name: "child",
    needed: false,
    description:
      "a second application, a child of the first, with only guild installations and no Activities",
  },
  {
    variable: "SLASHPASS_LIVE_CHILD_BOT_TOKEN",
    name: "childBotToken",
    needed: false,
    description: "the second application's bot token",
  },
  {
    variable: "SLASHPASS_LIVE_THREAD_ID",
    name: "thread",
    needed: false,
    description: "a thread with at least one member, in the test guild",
  },
  {
    variable: "SLASHPASS_LIVE_LOBBY_ID",
    name: "lobby",
    needed: false,
    description: "a lobby of the test application",
  },
  {
    variable: "SLASHPASS_LIVE_STEAM_TICKET",
    name: "steamTicket",
    needed: false,
    description: "a Steam session ticket, for provisional accounts",
  },
  {
    variable: "SLASHPASS_LIVE_PUBLIC_URL",
    name: "publicUrl",
    needed: false,
    description: "the URL of a tunnel to port 3000 on this computer",
  },
];

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
