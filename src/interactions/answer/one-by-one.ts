/** Runs tasks sequentially, in the order of the calls. */
export class OneByOne {
  #last: Promise<unknown> | undefined;

  get isBusy(): boolean {
    return this.#last !== undefined;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last ? this.#last.then(work, work) : work();
    this.#last = turn;
    try {
      return await turn;
    } finally {
      if (this.#last === turn) this.#last = undefined;
    }
  }

  /** Waits until no task is running. Never rejects. */
  async over(): Promise<void> {
    while (this.#last) await this.#last.catch(() => undefined);
  }
}
