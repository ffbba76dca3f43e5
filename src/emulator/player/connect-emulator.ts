import { randomUUID } from "node:crypto";
import { fields } from "../../core/check/fields.ts";
import { abortSignal, isObject, listOf, optional, wrongArgument } from "../../core/check/readers.ts";
import {
  ClientError,
  type ClientErrorInit,
  ErrorType,
  isErrorType,
  validationError,
} from "../../core/errors.ts";
import { orAborted, stopIfAborted } from "../../core/request/abort.ts";
import { isLoopback } from "../../core/request/addresses.ts";
import { parseObject } from "../../core/request/response.ts";
import { type Browser, createBrowser } from "./browser.ts";
import { type BrowserOptions, readBrowserOptions } from "./input.ts";
import type { PlayerAgent } from "./player-agent.ts";
import { readName } from "../state/guild-init.ts";

/**
 * A scripted player in another process's emulator. It has the same methods as `emulator.player()`, but they take plain data as
 * arguments and return promises for plain data. Activity windows exist only in the emulator's process, so `join` and `follow`
 * reject with `invalid_argument`, and `invitations` is missing.
 *
 * @stable
 */
export type RemotePlayer = {
  readonly [Method in RemoteMethod]: (
    ...values: Parameters<PlayerAgent[Method]>
  ) => Promise<Awaited<ReturnType<PlayerAgent[Method]>>>;
} & {
  /** Returns a browser for `openBrowser` that completes the sign-in pages as the player. */
  browser(options?: BrowserOptions): Browser;
};

/** An emulator in another process. @stable */
export interface ConnectedEmulator {
  /** The emulator's base URL, without a trailing slash. */
  readonly webBase: string;
  /**
   * Creates a scripted player, as `emulator.player()` does. Each call opens another chat client.
   *
   * @param name - the player's name. An unknown name creates an account. Default: the first player.
   */
  player(name?: string, location?: RemoteLocation): RemotePlayer;
}

/** Options for {@link connectEmulator}. @stable */
export interface ConnectEmulatorOptions {
  /** Aborts the connection attempt and all later calls to the emulator's players. */
  readonly signal?: AbortSignal | undefined;
}

const readOptions = fields<ConnectEmulatorOptions>({ signal: optional(abortSignal()) });
const readLocation = fields<RemoteLocation>({
  application: optional(readName),
  guild: optional(readName),
  channel: optional(readName),
  recipients: optional(listOf(readName, 10)),
});

/**
 * Connects to an emulator in another process on this machine, such as `slashpass emulator`, to act as its players.
 *
 * @stable
 * @param url - the emulator's base URL, as printed by the program: `http://127.0.0.1:8181`.
 * @throws ClientError `invalid_argument` (ValidationError) if the URL is not on this machine; `emulator_unreachable`
 *   (NetworkError) if no emulator of this version responds; `aborted`.
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
  const origin = readUrl(url);
  const { methods, firstPlayer, webBase } = readOffer(await send({ webBase: origin, signal }, "GET"), origin);
  if (!remoteMethods.every((method) => methods.includes(method)))
    throw unreachable(origin, "a different emulator version responds there");
  const connection = { webBase, signal };
  return {
    webBase,
    player: (player, location = {}) => remotePlayer(connection, player ?? firstPlayer, location),
  };
}

/** The response to `GET /control/player`. */
export interface RemoteOffer {
  readonly methods: readonly string[];
  readonly firstPlayer: string;
  readonly webBase: string;
}

function readOffer(offer: unknown, origin: string): RemoteOffer {
  const { methods, firstPlayer, webBase } = isObject(offer) ? offer : {};
  if (Array.isArray(methods) && [firstPlayer, webBase].every((value) => typeof value === "string"))
    return offer as RemoteOffer;
  throw unreachable(origin, "another program responds there");
}

/** The emulator must be on this machine, because players act without a password. */
function readUrl(url: unknown): string {
  const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol === "http:" && isLoopback(address.hostname)) return address.origin;
  throw wrongArgument("url", url, "an http URL on this machine, such as http://127.0.0.1:8181");
}

interface Connection {
  readonly webBase: string;
  readonly signal: AbortSignal | undefined;
}

function remotePlayer(connection: Connection, player: unknown, given: unknown): RemotePlayer {
  const playerName = readName(player, "name");
  const about = { client: randomUUID(), name: playerName, location: readLocation(given, "location") };
  const methods = remoteMethods.map((method) => [
    method,
    async (...values: unknown[]) => {
      const call = { ...about, method, arguments: Object.fromEntries(values.entries()) };
      return send(connection, "POST", formatCall(call));
    },
  ]);
  const local = localMembers.map((name) => [name, () => Promise.reject(notRemote(name))]);
  return {
    ...(Object.fromEntries([...methods, ...local]) as Omit<RemotePlayer, "browser">),
    browser(options = {}) {
      const { answer = "accept" } = readBrowserOptions(options, "options");
      return createBrowser(connection.webBase, playerName, answer);
    },
  };
}

const localMembers = ["join", "follow"] as const;

function notRemote(member: string): ClientError {
  return validationError(
    "invalid_argument",
    `player.${member} cannot be used from another process.`,
    "Start the emulator in the test process, with startEmulator.",
  );
}

/** Encodes bytes as base64. If the bytes are a Buffer, `value` is already the result of `toJSON`. */
function encode(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const given = this[key];
  return given instanceof Uint8Array ? { $bytes: Buffer.from(given).toString("base64") } : value;
}

function formatCall(call: RemoteCall): string {
  try {
    return JSON.stringify(call, encode);
  } catch {
    throw wrongArgument("arguments", call.arguments, "plain data that can be serialized as JSON");
  }
}

async function send(
  { webBase, signal }: Connection,
  method: "GET" | "POST",
  body?: string,
): Promise<unknown> {
  const operation = "Calling the emulator";
  stopIfAborted(operation, signal);
  const headers = { "content-type": "application/json" };
  const sending = fetch(`${webBase}/control/player`, {
    method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
    .then(async (response) => ({ status: response.status, answer: parseObject(await response.text()) }))
    .catch(() => undefined);
  const response = await orAborted(sending, operation, signal);
  if (!response) throw unreachable(webBase, "there is no response");
  const { status, answer } = response;
  if (status === 200 && answer["ok"] === true) return answer["result"];
  if (isErrorType(answer["type"])) throw new ClientError(answer as unknown as ClientErrorInit);
  throw unreachable(webBase, `it responds with status ${status}`);
}

function unreachable(webBase: string, reason: string): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "emulator_unreachable",
    message: `There is no usable emulator at ${webBase}: ${reason}.`,
    hint: "Start one with 'slashpass emulator' and pass the printed address.",
  });
}

/** A method of `PlayerAgent` whose arguments and results are plain data. @stable */
export type RemoteMethod = Extract<
  keyof PlayerAgent,
  | "use"
  | "useOn"
  | "type"
  | "press"
  | "buy"
  | "select"
  | "submit"
  | "deauthorize"
  | "befriend"
  | "unfriend"
  | "rename"
  | "messages"
  | "form"
>;

export const remoteMethods: readonly RemoteMethod[] = [
  "use",
  "useOn",
  "type",
  "press",
  "buy",
  "select",
  "submit",
  "deauthorize",
  "befriend",
  "unfriend",
  "rename",
  "messages",
  "form",
];

export interface RemoteCall {
  readonly client: string;
  readonly name: string;
  readonly location: RemoteLocation;
  readonly method: RemoteMethod;
  /** The arguments, keyed by position because JSON cannot represent omitted arguments. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A player's location in a running emulator. @stable */
export interface RemoteLocation {
  /** The application's id or name. Default: the first application. */
  readonly application?: string | undefined;
  /** The guild's id or name. Default: direct messages with the application's bot. */
  readonly guild?: string | undefined;
  /** The id or name of a channel in the guild. Default: the guild's first text channel. */
  readonly channel?: string | undefined;
  /** The other players' names, for direct messages. */
  readonly recipients?: readonly string[] | undefined;
}
