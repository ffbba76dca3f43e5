import { ClientError, ErrorType } from "../../core/errors.ts";
import { inspectAs } from "../../core/inspect-as.ts";
import { told } from "../../core/check/callback.ts";
import { type Reader, wrongArgument } from "../../core/check/readers.ts";
import { type ActivityEventName, type ActivityMessage, ActivityOpcode } from "../../wire/activity-rpc.ts";
import { rpcVersion } from "../../wire/desktop-client.ts";
import type { ActivityFrame, Relay } from "../activity/frame.ts";
import { readText } from "./input.ts";

/** What an Activity is answered with, or told. */
export type ActivityData = Readonly<Record<string, unknown>>;

/** Takes the data of an event; what it throws changes nothing. */
export type ActivityListener = (data: ActivityData) => void;

interface Answer {
  readonly cmd: string;
  /** The name of an event, `ERROR`, or null. */
  readonly evt: string;
  /** That of the command; null for an event. */
  readonly nonce: string;
  readonly data: unknown;
}

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: ClientError) => void;
}

/** A script in the place of an Activity's page: it speaks the protocol of the Embedded App SDK, without a browser. */
export class ScriptedActivity {
  static {
    inspectAs(this.prototype, (activity) => ({
      hears: [...activity.#listeners.keys()],
      isOver: activity.#end !== undefined,
    }));
  }
  readonly #relay: Relay;
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Map<string, Set<ActivityListener>>();
  #count = 0;
  #end: ClientError | undefined;

  /** @internal @throws ClientError `activity_closed` (RPCError) where the window is closed. */
  constructor(frame: ActivityFrame) {
    this.#relay = frame.connect(
      (message) => this.#take(message),
      () => this.#finish(closed("Another page took its place.")),
    );
    const { application, id } = frame;
    const handshake = { v: rpcVersion, encoding: "json", client_id: application.id, frame_id: id };
    this.#relay.receive([ActivityOpcode.Handshake, handshake]);
    if (this.#end) throw this.#end;
  }

  /**
   * Has the client do something.
   *
   * @param name - as the protocol has it: `AUTHORIZE`.
   * @param args - as the SDK takes them.
   * @returns the data of the answer, once the player has said what they were asked.
   * @throws ClientError `activity_refused` (RPCError), with the RPC error code as `errorCode`, and `activity_closed`.
   */
  async command<Data = ActivityData>(name: string, args: object = {}): Promise<Data> {
    return (await this.#ask(readText(name, "name"), { args })) as Data;
  }

  /**
   * Hears of an event from then on.
   *
   * @param args - which channel or guild, for events that are of one.
   * @throws ClientError as {@link command}, for example for an event that the token does not allow.
   */
  async subscribe(event: ActivityEventName, listener: ActivityListener, args: object = {}): Promise<void> {
    const added = told("listener")(listener, "listener");
    await this.#ask("SUBSCRIBE", { evt: event, args });
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(added));
  }

  /** Hears of an event no longer. @throws ClientError as {@link command}. */
  async unsubscribe(event: ActivityEventName, args: object = {}): Promise<void> {
    this.#listeners.delete(event);
    await this.#ask("UNSUBSCRIBE", { evt: event, args });
  }

  /** Ends the Activity for this player, as its own button for it does: they have left. */
  close(): void {
    this.#relay.receive([ActivityOpcode.Close, { code: 1000, message: "", nonce: this.#nextNonce() }]);
  }

  async #ask(cmd: string, { args, evt }: { readonly args: object; readonly evt?: string }): Promise<unknown> {
    const message = { cmd, evt, args: readPlain(args, "args") };
    if (this.#end) throw this.#end;
    const nonce = this.#nextNonce();
    return await new Promise((resolve, reject) => {
      this.#waiting.set(nonce, { resolve, reject });
      this.#relay.receive([ActivityOpcode.Frame, { ...message, nonce }]);
    });
  }

  #nextNonce(): string {
    this.#count += 1;
    return String(this.#count);
  }

  /** Messages arrive as copies, as from a page. */
  #take(message: ActivityMessage): void {
    const [opcode, payload] = JSON.parse(JSON.stringify(message)) as ActivityMessage;
    if (opcode === ActivityOpcode.Close) {
      const { message: reason } = payload as { readonly message: string };
      return this.#finish(closed(reason));
    }
    const answer = payload as Answer;
    if (answer.cmd === "DISPATCH") this.#tell(answer);
    else this.#settle(answer);
  }

  #tell({ evt, data }: Answer): void {
    for (const listener of this.#listeners.get(evt) ?? []) listener(data as ActivityData);
  }

  #settle({ cmd, evt, nonce, data }: Answer): void {
    const waiting = this.#waiting.get(nonce);
    this.#waiting.delete(nonce);
    waiting?.resolve(evt === "ERROR" ? Promise.reject(refused(cmd, data as Refused)) : data);
  }

  #finish(reason: ClientError): void {
    this.#end ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
  }
}

/** What a page can send: plain data, of which it is a copy. */
const readPlain: Reader<unknown> = (value, name) => {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    throw wrongArgument(name, value, "plain data, which JSON can hold");
  }
};

interface Refused {
  readonly code: number;
  readonly message: string;
}

function refused(command: string, { code, message }: Refused): ClientError {
  return new ClientError({
    type: ErrorType.RPCError,
    code: "activity_refused",
    message: `${command} was refused with ${code}: ${message}`,
    errorCode: code,
  });
}

function closed(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.RPCError,
    code: "activity_closed",
    message: `The connection of the Activity has ended: ${reason}`,
    hint: "Let the player join again, with the agent's join().",
  });
}
