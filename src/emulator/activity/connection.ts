import { isClientError } from "../../core/errors.ts";
import { type ActivityEventName, type ActivityMessage, ActivityOpcode } from "../../wire/activity-rpc.ts";
import { RpcCloseCode, RpcErrorCode, rpcVersion } from "../../wire/desktop-client.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import { describeRefusal, type RefusalData, RpcRefusal, type Fields, describeReady } from "./rpc.ts";
import { describePlayer } from "../state/players.ts";
import type { PlayerWindow } from "./sdk-objects.ts";
import { grantsScope } from "../oauth/scopes.ts";
import { isObject } from "../../core/check/readers.ts";
import { parseForeignJson } from "../../core/request/response.ts";
import type { ProblemText } from "./report.ts";

export interface SentCommand {
  readonly connection: ConnectionState;
  readonly name: unknown;
  readonly args: unknown;
  readonly event: unknown;
}

interface ConnectionParts {
  readonly live: LiveWorld;
  readonly window: PlayerWindow;
  readonly run: (command: SentCommand) => unknown;
  readonly send: (message: ActivityMessage) => void;
  readonly ended: () => void;
}

export class ActivityConnection {
  readonly #parts: ConnectionParts;
  readonly #closing = new AbortController();
  readonly #state = new ConnectionState(this.#closing.signal);
  #hasHandshake = false;
  #isEnded = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  receive(given: unknown): void {
    if (this.#closing.signal.aborted) return;
    const message = readMessage(given);
    if ("problem" in message) return this.hangUp(message.code, message.problem);
    const { opcode, payload } = message;
    if (opcode === ActivityOpcode.Close) this.#parts.window.close();
    else if (opcode === ActivityOpcode.Handshake) this.#acceptHandshake(payload);
    else if (this.#hasHandshake) this.#answer(payload).catch(() => this.end());
    else this.hangUp(RpcCloseCode.Unsupported, noHandshake);
  }

  dispatch(event: ActivityEventName, data: object, about?: EventArguments): void {
    if (this.#state.isSubscribed(event, about)) this.#dispatch(event, data);
  }

  revoke(): void {
    if (this.#state.scopes === undefined) return;
    const next = "Reload the Activity and call authorize.";
    this.hangUp(RpcCloseCode.TokenRevoked, `The token was revoked. ${next}`);
  }

  hangUp(code: number, message: string): void {
    if (this.#closing.signal.aborted) return;
    this.#send([ActivityOpcode.Close, { code, message }]);
    this.#closing.abort();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#closing.abort();
    this.#parts.ended();
  }

  #acceptHandshake(payload: Fields): void {
    const { window, live } = this.#parts;
    if (this.#hasHandshake) return this.hangUp(RpcCloseCode.Unsupported, secondHandshake);
    const refusal = checkHandshake(payload, window);
    if (refusal) return this.hangUp(refusal.code, refusal.problem);
    this.#hasHandshake = true;
    // In `READY`, the SDK rejects a `null` avatar.
    const { avatar: _, ...user } = describePlayer(window.player);
    this.#dispatch("READY", describeReady(live, user));
  }

  async #answer({ cmd, args, evt, nonce = null }: Fields): Promise<void> {
    const { live, window, run } = this.#parts;
    try {
      const data = (await run({ connection: this.#state, name: cmd, args, event: evt })) ?? null;
      this.#send([ActivityOpcode.Frame, { cmd, data, evt: null, nonce }]);
    } catch (error) {
      const data = describeFailure(error);
      const problem = findSignInProblem(cmd, data);
      if (problem) window.problems.add({ ...problem, at: live.world.clock.now() });
      this.#send([ActivityOpcode.Frame, { cmd, data, evt: "ERROR", nonce }]);
    }
  }

  #dispatch(evt: ActivityEventName | "READY", data: object): void {
    this.#send([ActivityOpcode.Frame, { cmd: "DISPATCH", data, evt, nonce: null }]);
  }

  #send(message: ActivityMessage): void {
    if (this.#closing.signal.aborted) return;
    this.#parts.send(message);
  }
}

const noHandshake = "The first message must be a HANDSHAKE: create a DiscordSDK first.";
const secondHandshake =
  "A HANDSHAKE was already received. Create one DiscordSDK per page, outside the rendering code.";

function describeFailure(error: unknown): RefusalData {
  if (!isClientError(error)) return describeRefusal(error);
  const message = [error.message, error.hint].filter(Boolean).join(" ");
  return describeRefusal(new RpcRefusal("InvalidPayload", message));
}

export interface EventArguments {
  readonly [name: string]: string | null | undefined;
}

export type Access = readonly string[] | { readonly oneOf: readonly string[] } | "any token";

export class ConnectionState {
  readonly signal: AbortSignal;
  scopes: string | undefined;
  readonly subscriptions: Map<ActivityEventName, EventArguments> = new Map();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  requireAccess(access: Access): void {
    const granted = this.scopes;
    const missing = listMissing(granted, access);
    if (missing === undefined) return;
    const step =
      granted === undefined ? `Call authorize with ${missing}` : `Add ${missing} to authorize's scope`;
    throw new RpcRefusal(
      "InvalidPermissions",
      `Not authenticated or invalid scope. ${step}, then authenticate with the token.`,
    );
  }

  isSubscribed(event: ActivityEventName, about: EventArguments = {}): boolean {
    const wanted = this.subscriptions.get(event);
    if (!wanted) return false;
    return Object.entries(about).every(([name, value]) => (wanted[name] ?? value) === value);
  }
}

function listMissing(granted: string | undefined, access: Access): string | undefined {
  if (access === "any token") return granted === undefined ? "a scope, such as identify" : undefined;
  const lacks = (scope: string) => granted === undefined || !grantsScope(granted, scope);
  if (!("oneOf" in access)) return access.filter(lacks).join(", ") || undefined;
  return access.oneOf.every(lacks) ? access.oneOf.join(" or ") : undefined;
}

function checkHandshake(
  { v, encoding = "json", client_id: clientId, frame_id: frameId }: Fields,
  { application: { id, name }, id: ownId }: Pick<PlayerWindow, "application" | "id">,
): Refused | undefined {
  if (v !== rpcVersion)
    return refuse(`Invalid version: v must be ${rpcVersion}.`, RpcCloseCode.InvalidVersion);
  if (encoding !== "json") return refuse("Invalid encoding: it must be json.");
  if (clientId !== id)
    return refuse(
      `Invalid Client ID: this is ${name}'s Activity, so use new DiscordSDK("${id}").`,
      RpcCloseCode.InvalidClientId,
    );
  if (frameId === ownId) return undefined;
  return refuse(
    "The frame_id belongs to another window. Read it from the page's address, as DiscordSDK does.",
    RpcCloseCode.Unsupported,
  );
}

interface Refused {
  readonly code: number;
  readonly problem: string;
}

function refuse(problem: string, code: number = RpcCloseCode.InvalidEncoding): Refused {
  return { code, problem };
}

const mostCharacters = 1_048_576;

const opcodes: readonly number[] = [ActivityOpcode.Handshake, ActivityOpcode.Frame, ActivityOpcode.Close];

/** Parses a copy, because the page may change the message later. */
function readMessage(given: unknown): { readonly opcode: number; readonly payload: Fields } | Refused {
  const { length, message } = copyOf(given);
  if (length > mostCharacters)
    return refuse(`The message has ${length} characters, but at most ${mostCharacters} are allowed.`);
  if (message === undefined) return refuse("A message must be JSON and must not be nested too deeply.");
  const [opcode, payload = {}] = Array.isArray(message) ? (message as unknown[]) : [];
  if (typeof opcode !== "number" || !isObject(payload)) return refuse("A message must be [opcode, payload].");
  if (opcodes.includes(opcode)) return { opcode, payload };
  return refuse(`The opcode must be one of ${opcodes.join(", ")}.`, RpcCloseCode.Unsupported);
}

function copyOf(given: unknown): { readonly length: number; readonly message?: unknown } {
  try {
    const text = (JSON.stringify(given) as string | undefined) ?? "";
    const { length } = text;
    return length > mostCharacters ? { length } : { length, message: parseForeignJson(text) };
  } catch {
    return { length: 0 };
  }
}

/** Many pages ignore a failed sign-in and stay blank, so the failure is reported as a problem. */
function findSignInProblem(command: unknown, { code, message }: RefusalData): ProblemText | undefined {
  if (command !== "AUTHORIZE" && command !== "AUTHENTICATE") return undefined;
  return {
    message: `${command} was rejected: ${message} (${code})`,
    hint:
      code === RpcErrorCode.OAuth2Error && message.includes("access_denied")
        ? "The player declined or closed the prompt. Catch the error from authorize() and let the player try again."
        : "The command's promise was rejected with this error. Catch it, because the real client rejects the command too.",
  };
}
