import { randomUUID } from "node:crypto";
import { fields } from "../../core/check/fields.ts";
import { abortSignal, isObject, listOf, optional, textOf, wrongArgument } from "../../core/check/readers.ts";
import { ClientError, ErrorType, isErrorType } from "../../core/errors.ts";
import { orAborted, stopIfAborted } from "../../core/request/abort.ts";
import { isLoopback } from "../../core/request/addresses.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { type BrowserOptions, readBrowserOptions } from "./input.ts";
import type { PlayerAgent } from "./player-agent.ts";
import { type RemoteCall, type RemoteMethod, remoteMethods, type RemotePlace } from "./remote-methods.ts";

/**
 * A scripted player of an emulator in another process: the methods of `emulator.player()` whose arguments and results are plain
 * data, each returning a promise. Files are passed with `data` as text. `join` and `follow`, which open an Activity's window, exist
 * only in the process of the emulator.
 */
export type RemotePlayer = {
  readonly [Method in RemoteMethod]: (
    ...values: Parameters<PlayerAgent[Method]>
  ) => Promise<Awaited<ReturnType<PlayerAgent[Method]>>>;
} & {
  /** A user agent for `openBrowser`, which follows the pages of a sign-in as the player. */
  browser(options?: BrowserOptions): Browser;
};

/** An emulator that runs in another process. */
export interface ConnectedEmulator {
  /** The web address of the emulator, without a slash at the end. */
  readonly webBase: string;
  /**
   * A scripted player, as `player` of an emulator in this process. Each call of this method opens another chat client.
   *
   * @param name - of the player; an unknown name creates an account. Default: the first player.
   */
  player(name?: string, place?: RemotePlace): RemotePlayer;
}

/** The options of {@link connectEmulator}. */
export interface ConnectEmulatorOptions {
  /** Aborts the connection, and every later call of its players. */
  readonly signal?: AbortSignal | undefined;
}

const readOptions = fields<ConnectEmulatorOptions>({ signal: optional(abortSignal()) });
const readName = textOf({ most: 100 });
const readPlace = fields<RemotePlace>({
  application: optional(readName),
  guild: optional(readName),
  channel: optional(readName),
  recipients: optional(listOf(readName, 10)),
});

/**
 * Connects to an emulator that runs in another process of this machine, such as `slashpass emulator`, to act as its players.
 *
 * @param url - its web address, as the program prints it: `http://127.0.0.1:8181`.
 * @throws ClientError `invalid_argument` (ValidationError) for another address than one of this machine; `emulator_unreachable`
 *   (NetworkError) if nothing answers there, or something else than an emulator of this version; `aborted`.
 *
 * @example
 * ```ts
 * import { connectEmulator } from "slashpass/emulator";
 *
 * const emulator = await connectEmulator("http://127.0.0.1:8181");
 * const ada = emulator.player("Ada", { guild: "Testers" });
 * await ada.use("/roll", { sides: 20 });
 * console.log((await ada.messages()).at(-1)?.content);
 * ```
 */
export async function connectEmulator(
  url: string,
  options: ConnectEmulatorOptions = {},
): Promise<ConnectedEmulator> {
  const { signal } = readOptions(options, "options");
  const webBase = readUrl(url);
  const connection = { webBase, signal };
  const { methods, firstPlayer } = readOffer(await send(connection, "GET"), webBase);
  if (!remoteMethods.every((method) => methods.includes(method)))
    throw unreachable(webBase, "an emulator of another version answers there");
  return { webBase, player: (player, place = {}) => remotePlayer(connection, player ?? firstPlayer, place) };
}

/** The answer of an emulator to `GET /control/player`. */
export interface RemoteOffer {
  readonly methods: readonly string[];
  readonly firstPlayer: string;
}

function readOffer(offer: unknown, webBase: string): RemoteOffer {
  const { methods, firstPlayer } = isObject(offer) ? offer : {};
  if (Array.isArray(methods) && typeof firstPlayer === "string") return { methods, firstPlayer };
  throw unreachable(webBase, "another program answers there");
}

/** Players act without a password, so that the emulator must be on this machine. */
function readUrl(url: unknown): string {
  const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol === "http:" && isLoopback(address.hostname)) return address.origin;
  throw wrongArgument("url", url, "an http address of this machine, such as http://127.0.0.1:8181");
}

interface Connection {
  readonly webBase: string;
  readonly signal: AbortSignal | undefined;
}

function remotePlayer(connection: Connection, player: unknown, given: unknown): RemotePlayer {
  const playerName = readName(player, "name");
  const about = { client: randomUUID(), name: playerName, place: readPlace(given, "place") };
  const methods = remoteMethods.map((method) => [
    method,
    (...values: unknown[]) => send(connection, "POST", { ...about, method, arguments: values }),
  ]);
  return {
    ...(Object.fromEntries(methods) as Omit<RemotePlayer, "browser">),
    browser(options = {}) {
      const { answer = "accept" } = readBrowserOptions(options, "options");
      return createBrowser(connection.webBase, playerName, answer);
    },
  };
}

async function send(
  { webBase, signal }: Connection,
  method: "GET" | "POST",
  call?: RemoteCall,
): Promise<unknown> {
  const operation = "Calling the emulator";
  stopIfAborted(operation, signal);
  const headers = { "content-type": "application/json" };
  const sending = fetch(`${webBase}/control/player`, {
    method,
    headers,
    redirect: "manual",
    ...(call && { body: JSON.stringify(call) }),
    ...(signal && { signal }),
  }).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    () => undefined,
  );
  const response = await orAborted(sending, operation, signal);
  if (!response) throw unreachable(webBase, "nothing answers there");
  const body = parsed(response.body);
  if (response.status === 200 && isObject(body) && body["ok"] === true) return body["result"];
  throw errorOf(body) ?? unreachable(webBase, `it answers with status ${response.status}`);
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

/** An error of the player in the other process. */
function errorOf(body: unknown): ClientError | undefined {
  if (!isObject(body)) return undefined;
  const { type, code, message, hint, retryable } = body;
  if (!isErrorType(type) || typeof code !== "string" || typeof message !== "string") return undefined;
  return new ClientError({
    type,
    code: code as ClientError["code"],
    message,
    hint: typeof hint === "string" ? hint : undefined,
    retryable: retryable === true,
  });
}

function unreachable(webBase: string, reason: string): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "emulator_unreachable",
    message: `No emulator can be used at ${webBase}: ${reason}.`,
    hint: "Start it with 'slashpass emulator', and pass the address that it prints.",
  });
}
