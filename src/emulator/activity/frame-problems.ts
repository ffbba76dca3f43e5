import { pushRecent } from "../base/recent.ts";

/** What kept the Activity's page, or a part of it, from being shown as the real client shows it. */
export interface FrameProblem {
  /** When it was seen last, in milliseconds since 1970. */
  readonly at: number;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
}

/** What went wrong in one frame: the last hundred, each once. */
export class FrameProblems {
  readonly #all: FrameProblem[] = [];
  readonly #listeners = new Set<(problem: FrameProblem) => void>();

  /** The oldest first. */
  get all(): readonly FrameProblem[] {
    return this.#all;
  }

  /** What was told already is only newer; nobody is told again. */
  add(problem: FrameProblem): void {
    const known = this.#all.findIndex(({ message }) => message === problem.message);
    if (known >= 0) this.#all.splice(known, 1);
    pushRecent(this.#all, problem);
    if (known < 0) for (const listener of this.#listeners) listener(problem);
  }

  /** @returns what ends it. */
  listen(listener: (problem: FrameProblem) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
