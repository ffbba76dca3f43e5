import { type HandlerInit, HandlerVersion } from "./handler-version.ts";
import type { AskedRequest, GivenAnswer } from "./serve-handler.ts";

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

  /**
   * If loading fails, the previous version stays active.
   *
   * @throws Failure `file_unreadable`.
   */
  async reload(): Promise<void> {
    await this.#load();
  }

  /**
   * If the current version has ended, loads the module again first.
   *
   * @throws Failure `file_unreadable`; Error if the handler fails.
   */
  async ask(request: AskedRequest): Promise<GivenAnswer> {
    if (this.#isClosed) throw new Error("It has ended.");
    const version = this.#current?.isThere ? this.#current : await (this.#loading ?? this.#load());
    return version.ask(request);
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#retiring, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((version) => version.retire(graceMs)));
  }

  #load(): Promise<HandlerVersion> {
    const loading = this.#replace();
    this.#loading = loading;
    const forget = (): void => {
      if (this.#loading === loading) this.#loading = undefined;
    };
    void loading.then(forget, forget);
    return loading;
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
