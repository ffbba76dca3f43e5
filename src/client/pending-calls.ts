import { abortedError, ClientError, ErrorType } from "../core/errors.ts";
import { orAborted } from "../core/request/abort.ts";
import { type Deadline, startDeadline } from "../core/request/deadline.ts";

/** `name` appears in error messages. */
export interface Operation {
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  readonly group?: OperationGroup | undefined;
}

export type OperationGroup = "authorization" | "device";

/** Every asynchronous operation of a client runs through here. */
export class PendingCalls {
  readonly #failed: (name: string, error: unknown) => void;
  readonly #running = new Map<Deadline, Operation>();
  #isClosed = false;

  /** @param failed - Called with the error of each failed call. */
  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  /**
   * Runs `work` until it settles or is aborted. An abort rejects the call immediately, even if `work` is still pending.
   *
   * @throws ClientError `aborted`; `client_closed` if the client was already closed.
   */
  async run<T>(operation: Operation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.checkOpen();
    const { name, signal } = operation;
    using end = startDeadline(name, undefined, [signal]);
    end.signal.throwIfAborted();
    this.#running.set(end, operation);
    try {
      return await orAborted(work(end.signal), name, end.signal);
    } catch (error) {
      this.#failed(name, error);
      throw error;
    } finally {
      this.#running.delete(end);
    }
  }

  abort(group: OperationGroup): void {
    for (const [deadline, operation] of this.#running)
      if (operation.group === group) abort(deadline, operation);
  }

  close(): void {
    this.#isClosed = true;
    for (const [deadline, operation] of this.#running) abort(deadline, operation);
  }

  /** @throws ClientError `client_closed` (ClientDestroyed). */
  checkOpen(): void {
    if (!this.#isClosed) return;
    throw new ClientError({
      type: ErrorType.ClientDestroyed,
      code: "client_closed",
      message: "The client was closed.",
      hint: "Create a new Client.",
    });
  }
}

function abort(deadline: Deadline, { name }: Operation): void {
  deadline.end(abortedError(name));
}
