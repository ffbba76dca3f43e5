/** Runs tasks one after the other, in the order of the calls. */
export class OneByOne {
  #last: Promise<unknown> | undefined;

  /** Whether something is being done. */
  get isBusy(): boolean {
    return this.#last !== undefined;
  }

  /** Does something after all that was asked for before, whatever became of that. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last ? this.#last.then(work, work) : work();
    this.#last = turn;
    try {
      return await turn;
    } finally {
      if (this.#last === turn) this.#last = undefined;
    }
  }

  /** Waits until nothing is being done. Never rejects. */
  async over(): Promise<void> {
    while (this.#last) await this.#last.catch(() => undefined);
  }
}
