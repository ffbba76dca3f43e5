import { type HandlerRequest, type HandlerResponse, messageOf, type ThreadMessage } from "./serve-handler.ts";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { interactionLifetime } from "../../wire/limits.ts";
import { readText } from "../../core/resolve/read-file.ts";
import { locatedFailure } from "../commands/source.ts";
import type { Call } from "../frame/run-command.ts";
import { unreadable } from "../settings/load-file.ts";
import { program } from "./handler-thread.ts?thread";

export interface HandlerInit {
  readonly file: string;
  readonly env: Call["env"];
  readonly onLine: (line: string) => void;
  readonly onEnd: (reason: string) => void;
}

const loadTimeoutMs = 30_000;

interface Waiting {
  readonly resolve: (answer: HandlerResponse) => void;
  readonly reject: (error: Error) => void;
}

export class HandlerVersion {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  /** The ids of unfinished requests, including those whose handlers continue after the response. */
  readonly #begun = new Set<number>();
  readonly #idle: (() => void)[] = [];
  readonly #onEnd: (reason: string) => void;
  #lastId = 0;
  #state: "loading" | "ready" | "ending" | "ended" = "loading";

  private constructor(thread: Worker, { onLine, onEnd }: HandlerInit) {
    this.#thread = thread;
    this.#onEnd = onEnd;
    let reason = "it called process.exit";
    for (const output of [thread.stdout, thread.stderr])
      createInterface({ input: output }).on("line", onLine);
    thread.on("message", (message: ThreadMessage) => this.#receive(message));
    thread.on("error", (error: unknown) => (reason = messageOf(error)));
    thread.on("exit", () => this.#end(reason));
  }

  static async load(init: HandlerInit, signal: AbortSignal): Promise<HandlerVersion> {
    const { file, env } = init;
    await readText(file).catch((error: unknown) => {
      throw unreadable("The handler", file, error);
    });
    const own = { workerData: pathToFileURL(file).href, env: { ...env }, stdout: true, stderr: true };
    const thread = new Worker(program, { eval: true, ...own });
    const version = new HandlerVersion(thread, init);
    try {
      await untilLoaded(thread, signal);
      version.#state = "ready";
      return version;
    } catch (error) {
      await version.end();
      const failure = unreadable("The handler", file, error);
      throw locatedFailure(failure, file) ?? failure;
    }
  }

  get isReady(): boolean {
    return this.#state === "ready";
  }

  ask(request: HandlerRequest): Promise<HandlerResponse> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      if (this.#state === "ended") return reject(endedError());
      this.#begun.add(id);
      this.#waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#thread.postMessage({ ...request, id });
    });
  }

  /** Terminates the thread when it is idle, or after `limitMs` (default: an interaction token's lifetime). */
  async retire(limitMs: number = interactionLifetime.tokenMs): Promise<void> {
    if (this.#begun.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
        setTimeout(resolve, limitMs).unref();
      });
    }
    await this.end();
  }

  async end(): Promise<void> {
    this.#state = "ending";
    await this.#thread.terminate();
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === "done") {
      this.#begun.delete(message.id);
      if (this.#begun.size === 0) this.#notifyIdle();
    } else if (message.kind === "answered") this.#take(message.id)?.resolve(message.answer);
    else if (message.kind === "failed") this.#take(message.id)?.reject(new Error(message.problem));
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(reason: string): void {
    if (this.#state === "ready") this.#onEnd(reason);
    this.#state = "ended";
    for (const { reject } of this.#waiting.values()) reject(endedError());
    this.#waiting.clear();
    this.#begun.clear();
    this.#notifyIdle();
  }

  #notifyIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function endedError(): Error {
  return new Error("The handler exited before it responded.");
}

async function untilLoaded(thread: Worker, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(loadTimeoutMs)]);
  const ended = once(thread, "exit", { signal: timeout }).then(() => "ended" as const);
  const firstMessage = once(thread, "message", { signal: timeout }) as Promise<[ThreadMessage]>;
  const first = await Promise.race([firstMessage, ended]).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!timeout.aborted) throw error;
    throw new Error(`loading it takes longer than ${loadTimeoutMs / 1000} s.`);
  });
  if (first === "ended") throw new Error("loading it exits the program.");
  const [word] = first;
  if (word.kind === "unusable") throw Object.assign(new Error(word.problem), { code: word.code });
}

export class Handler {
  readonly #init: HandlerInit;
  readonly #signal: AbortSignal;
  readonly #retiring = new Set<HandlerVersion>();
  #loading: Promise<HandlerVersion> | undefined;
  #current: HandlerVersion | undefined;
  #isClosed = false;

  constructor(init: HandlerInit, signal: AbortSignal) {
    this.#init = init;
    this.#signal = signal;
  }

  /** If loading fails, the previous version stays active. */
  reload(): Promise<HandlerVersion> {
    const loading = this.#replace().finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    this.#loading = loading;
    return loading;
  }

  async ask(request: HandlerRequest): Promise<HandlerResponse> {
    if (this.#isClosed) throw new Error("It has exited.");
    const version = this.#current?.isReady ? this.#current : await (this.#loading ?? this.reload());
    return version.ask(request);
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#retiring, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((version) => version.retire(graceMs)));
  }

  async #replace(): Promise<HandlerVersion> {
    const version = await HandlerVersion.load(this.#init, this.#signal);
    const before = this.#current;
    this.#current = version;
    if (before) {
      this.#retiring.add(before);
      void before.retire().finally(() => this.#retiring.delete(before));
    }
    return version;
  }
}
