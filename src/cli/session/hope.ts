import type { Failure } from "../frame/failure.ts";

/** That somebody comes back and is signed in: given up by the person, or for a reason that is known before they would. */
export class Hope implements Disposable {
  readonly #end = new AbortController();
  readonly signal: AbortSignal;
  /** Why nobody can come back. */
  lost: Failure | undefined;

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#end.signal]);
  }

  lose(reason: Failure | undefined): void {
    if (reason === undefined || this.signal.aborted) return;
    this.lost = reason;
    this.#end.abort();
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}
