import { once } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { interactionLife } from "../../wire/limits.ts";
import { readText } from "../../core/resolve/read-file.ts";
import { placedFailure } from "../commands/source.ts";
import type { Call } from "../frame/run-command.ts";
import { unreadable } from "../settings/load-file.ts";
import { program } from "./handler-thread.ts?thread";
import { type AskedRequest, type GivenAnswer, messageOf, type ThreadMessage } from "./serve-handler.ts";

/** How a handler is loaded. */
export interface HandlerInit {
  /** The path of its module. */
  readonly file: string;
  /** Its environment. */
  readonly env: Call["env"];
  /** Told each line that it prints. */
  readonly onLine: (line: string) => void;
  /** Told why it ended, if nobody here ended it. */
  readonly onEnd: (reason: string) => void;
}

/** A module that is not loaded by then hangs. */
const loadWithinMs = 30_000;

interface Waiting {
  readonly resolve: (answer: GivenAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A handler as its files were when it was loaded: in a thread of its own, which ends with its module. */
export class HandlerVersion {
  readonly #thread: Worker;
  /** Those that wait for an answer, by the number of the request. */
  readonly #waiting = new Map<number, Waiting>();
  /** The numbers of the requests that are not done. */
  readonly #begun = new Set<number>();
  /** Called when it has nothing to do. */
  readonly #idle: (() => void)[] = [];
  readonly #onEnd: (reason: string) => void;
  #asked = 0;
  #state: "loading" | "there" | "ending" | "ended" = "loading";

  private constructor(thread: Worker, { onLine, onEnd }: HandlerInit) {
    this.#thread = thread;
    this.#onEnd = onEnd;
    let reason = "it called process.exit";
    for (const output of [thread.stdout, thread.stderr])
      createInterface({ input: output }).on("line", onLine);
    thread.on("message", (message: ThreadMessage) => this.#hear(message));
    thread.on("error", (error: unknown) => (reason = messageOf(error)));
    thread.on("exit", () => this.#end(reason));
  }

  /**
   * Loads the module, with all that it imports as it is now.
   *
   * @param signal - ends the wait for it.
   * @throws Failure `file_unreadable`.
   */
  static async load(init: HandlerInit, signal: AbortSignal): Promise<HandlerVersion> {
    const { file, env } = init;
    await readText(file).catch((error: unknown) => {
      throw unreadable("The handler", file, error);
    });
    const own = { workerData: pathToFileURL(file).href, env: { ...env }, stdout: true, stderr: true };
    const thread = new Worker(program, { eval: true, ...own });
    const version = new HandlerVersion(thread, init);
    try {
      await firstWord(thread, signal);
      version.#state = "there";
      return version;
    } catch (error) {
      await version.end();
      const failure = unreadable("The handler", file, error);
      throw placedFailure(failure, file) ?? failure;
    }
  }

  /** Whether it can answer. */
  get isThere(): boolean {
    return this.#state === "there";
  }

  /** @throws Error where it fails, or ends before it has answered. */
  ask(request: AskedRequest): Promise<GivenAnswer> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#state === "ended") return reject(endedError());
      this.#begun.add(id);
      this.#waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#thread.postMessage({ ...request, id });
    });
  }

  /** Ends it when all that it has begun is done, or after `limitMs`: by default when no token of its interactions is good any more. */
  async retire(limitMs: number = interactionLife.tokenMs): Promise<void> {
    if (this.#begun.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
        setTimeout(resolve, limitMs).unref();
      });
    }
    await this.end();
  }

  /** Ends it at once. */
  async end(): Promise<void> {
    this.#state = "ending";
    await this.#thread.terminate();
  }

  #hear(message: ThreadMessage): void {
    if (message.kind === "done") {
      this.#begun.delete(message.id);
      if (this.#begun.size === 0) this.#rest();
    } else if (message.kind === "answered") this.#take(message.id)?.resolve(message.answer);
    else if (message.kind === "failed") this.#take(message.id)?.reject(new Error(message.problem));
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(reason: string): void {
    if (this.#state === "there") this.#onEnd(reason);
    this.#state = "ended";
    for (const { reject } of this.#waiting.values()) reject(endedError());
    this.#waiting.clear();
    this.#begun.clear();
    this.#rest();
  }

  #rest(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

function endedError(): Error {
  return new Error("It ended before it had answered.");
}

/** Resolves when the module is loaded. @throws Error with its problem. */
async function firstWord(thread: Worker, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(loadWithinMs)]);
  const ended = once(thread, "exit", { signal: patience }).then(() => "ended" as const);
  const said = once(thread, "message", { signal: patience }) as Promise<[ThreadMessage]>;
  const first = await Promise.race([said, ended]).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!patience.aborted) throw error;
    throw new Error(`loading it takes longer than ${loadWithinMs / 1000} s.`);
  });
  if (first === "ended") throw new Error("loading it ends the program.");
  const [word] = first;
  if (word.kind === "unusable") throw Object.assign(new Error(word.problem), { code: word.code });
}
