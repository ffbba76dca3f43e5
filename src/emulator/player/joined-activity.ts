import { hostAddress } from "../activity/windows.ts";
import { inspectAs } from "../../core/printing.ts";
import type { FrameControls } from "../activity/controls.ts";
import type { ActivityWindow, Relay } from "../activity/window.ts";
import {
  type ActivityQuestion,
  type PromptAnswer,
  type Prompt,
  readPromptAnswer,
} from "../activity/prompts.ts";
import type { RecordedMessage, FrameReport } from "../activity/report.ts";
import type { RefusalData } from "../activity/rpc.ts";
import type { Player } from "../state/players.ts";
import { ClientError, ErrorType } from "../../core/errors.ts";
import { notificationCallback } from "../../core/check/callback.ts";
import { type Reader, wrongArgument } from "../../core/check/readers.ts";
import { type ActivityEventName, type ActivityMessage, ActivityOpcode } from "../../wire/activity-rpc.ts";
import { rpcVersion } from "../../wire/desktop-client.ts";
import { readText } from "./input.ts";
import type { ActivityInstance } from "../../wire/application.ts";

/** A prompt that an Activity has opened. @stable */
export type ActivityPrompt = Prompt<ActivityQuestion>;

/** The window in which a player has opened an Activity. The Activity runs as a test script or in a browser at `url`. @stable */
export class JoinedActivity {
  static {
    inspectAs(this.prototype, ({ player, instance, url, isOpen }) => ({ player, instance, url, isOpen }));
  }
  readonly #window: ActivityWindow;
  /** The window's URL. A browser test can open it, for example with Playwright's `page.goto`. */
  readonly url: string;

  /** @internal */
  constructor(window: ActivityWindow, webBase: string) {
    this.#window = window;
    this.url = hostAddress(window, webBase);
  }

  get player(): Player {
    return this.#window.player;
  }

  /** The Activity's current state, or its last state if it has ended. Includes its participants. */
  get instance(): ActivityInstance {
    return this.#window.instance;
  }

  /** The query string of the Activity's page, in the format of `location.search`: `?instance_id=…&custom_id=…`. */
  get query(): string {
    return `?${this.#window.query.toString()}`;
  }

  get isOpen(): boolean {
    return !this.#window.isClosed;
  }

  /** Oldest first. */
  get prompts(): readonly ActivityPrompt[] {
    return this.#window.prompts.all;
  }

  /**
   * How prompts are answered. Default `ask`, which leaves them in `prompts`. @throws ClientError `invalid_argument`
   *   (ValidationError).
   */
  get answer(): PromptAnswer {
    return this.#window.prompts.answer;
  }

  set answer(answer: PromptAnswer) {
    this.#window.prompts.answer = readPromptAnswer(answer, "answer");
  }

  /** The state that the player or their device controls. Changes are sent to the Activity. */
  get controls(): FrameControls {
    return this.#window.controls;
  }

  get report(): FrameReport {
    return this.#window.report;
  }

  /** The last 300 messages between the Activity and the client, without credentials. */
  get messages(): readonly RecordedMessage[] {
    return this.#window.messages;
  }

  /**
   * Opens a scripted page in the window, replacing the current page.
   *
   * @throws ClientError `activity_closed` (RPCError) if the player has left.
   */
  connect(): ScriptedActivity {
    return new ScriptedActivity(this.#window);
  }

  /** Makes the player leave. The Activity ends when its last player leaves. */
  leave(): void {
    this.#window.close();
  }
}

/** The data of a command or event in the Activity SDK. @stable */
export type ActivityData = Readonly<Record<string, unknown>>;

/** Receives an event's data. Errors that it throws are ignored. @stable */
export type ActivityListener = (data: ActivityData) => void;

interface Answer {
  readonly cmd: string;
  readonly evt: string;
  readonly nonce: string;
  readonly data: unknown;
}

/** A script that acts as an Activity's page and uses the Embedded App SDK's protocol without a browser. @stable */
export class ScriptedActivity {
  static {
    inspectAs(this.prototype, (activity) => ({
      hears: [...activity.#listeners.keys()],
      isOver: activity.#end !== undefined,
    }));
  }
  readonly #relay: Relay;
  readonly #waiting = new Map<string, (data: unknown) => void>();
  readonly #listeners = new Map<string, Set<ActivityListener>>();
  #count = 0;
  #end: ClientError | undefined;

  /** @internal @throws ClientError `activity_closed` (RPCError) if the window is closed. */
  constructor(window: ActivityWindow) {
    this.#relay = window.connect(
      (message) => this.#take(message),
      () => this.#finish(closed("Another page replaced it.")),
    );
    const { application, id } = window;
    const handshake = { v: rpcVersion, encoding: "json", client_id: application.id, frame_id: id };
    this.#relay.receive([ActivityOpcode.Handshake, handshake]);
    if (this.#end) throw this.#end;
  }

  /**
   * Sends a command to the client.
   *
   * @param name - the command's name in the protocol, such as `AUTHORIZE`.
   * @param args - as in the SDK.
   * @returns the response data. If the command shows a prompt, the promise resolves after the player has answered it.
   * @throws ClientError `activity_refused` (RPCError), with the RPC error code as `errorCode`; `activity_closed`.
   */
  async command<Data = ActivityData>(name: string, args: object = {}): Promise<Data> {
    return (await this.#ask(readText(name, "name"), { args })) as Data;
  }

  /**
   * Subscribes to an event.
   *
   * @param args - the channel or guild, if the event requires one.
   * @throws the errors thrown by {@link command}, for example if the event's scope is missing.
   */
  async subscribe(event: ActivityEventName, listener: ActivityListener, args: object = {}): Promise<void> {
    const added = notificationCallback("listener")(listener, "listener");
    const listeners = this.#listeners.get(event) ?? new Set();
    // Added before subscribing, because events such as `ACTIVITY_JOIN` may precede the response.
    this.#listeners.set(event, listeners.add(added));
    try {
      await this.#ask("SUBSCRIBE", { evt: event, args });
    } catch (error) {
      listeners.delete(added);
      if (listeners.size === 0) this.#listeners.delete(event);
      throw error;
    }
  }

  /** Unsubscribes from an event. @throws the errors thrown by {@link command}. */
  async unsubscribe(event: ActivityEventName, args: object = {}): Promise<void> {
    this.#listeners.delete(event);
    await this.#ask("UNSUBSCRIBE", { evt: event, args });
  }

  /** Makes the player leave, as a button in the Activity would. */
  close(): void {
    this.#relay.receive([ActivityOpcode.Close, { code: 1000, message: "", nonce: this.#nextNonce() }]);
  }

  async #ask(cmd: string, { args, evt }: { readonly args: object; readonly evt?: string }): Promise<unknown> {
    const message = { cmd, evt, args: readPlain(args, "args") };
    if (this.#end) throw this.#end;
    const nonce = this.#nextNonce();
    return await new Promise((resolve) => {
      this.#waiting.set(nonce, resolve);
      this.#relay.receive([ActivityOpcode.Frame, { ...message, nonce }]);
    });
  }

  #nextNonce(): string {
    this.#count += 1;
    return String(this.#count);
  }

  /** Copies the message, as `postMessage` does. */
  #take(message: ActivityMessage): void {
    const [opcode, payload] = JSON.parse(JSON.stringify(message)) as ActivityMessage;
    if (opcode === ActivityOpcode.Close) {
      return this.#finish(closed((payload as RefusalData).message));
    }
    const answer = payload as Answer;
    if (answer.cmd === "DISPATCH") this.#notify(answer);
    else this.#settle(answer);
  }

  #notify({ evt, data }: Answer): void {
    for (const listener of this.#listeners.get(evt) ?? []) listener(data as ActivityData);
  }

  #settle({ cmd, evt, nonce, data }: Answer): void {
    const resolve = this.#waiting.get(nonce);
    this.#waiting.delete(nonce);
    resolve?.(evt === "ERROR" ? Promise.reject(refused(cmd, data as RefusalData)) : data);
  }

  #finish(reason: ClientError): void {
    this.#end ??= reason;
    for (const resolve of this.#waiting.values()) resolve(Promise.reject(this.#end));
    this.#waiting.clear();
  }
}

const readPlain: Reader<unknown> = (value, name) => {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    throw wrongArgument(name, value, "plain data that can be serialized as JSON");
  }
};

function refused(command: string, { code, message }: RefusalData): ClientError {
  return new ClientError({
    type: ErrorType.RPCError,
    code: "activity_refused",
    message: `${command} was rejected with ${code}: ${message}`,
    errorCode: code,
  });
}

function closed(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.RPCError,
    code: "activity_closed",
    message: `The Activity's connection was closed: ${reason}`,
    hint: "Call the agent's join() again.",
  });
}
