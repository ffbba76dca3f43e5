import { abortedError, ClientError, ErrorType } from "../core/errors.ts";
import { orAborted } from "../core/request/abort.ts";
import { type Deadline, startDeadline } from "../core/request/deadline.ts";

/** One operation of the client: its name in messages, and what can end it besides closing the client. */
export interface Operation {
  readonly name: string;
  /** The caller's. */
  readonly signal?: AbortSignal | undefined;
  /** Ended together with the others of its group. */
  readonly group?: OperationGroup | undefined;
}

/** The operations that `AbortAuthorize` and `AbortGetTokenFromDevice` end. */
export type OperationGroup = "authorization" | "device";

/** The pending calls of a client. Every operation that waits for anything runs through here. */
export class PendingCalls {
  readonly #failed: (name: string, error: unknown) => void;
  readonly #running = new Map<Deadline, Operation>();
  #isClosed = false;

  /** @param failed - told of each call that fails. */
  constructor(failed: (name: string, error: unknown) => void) {
    this.#failed = failed;
  }

  /**
   * Runs `work` until it ends or is aborted. An abort settles the call at once, even if `work` still waits: `work` needs the
   * signal only to stop.
   *
   * @throws ClientError `aborted` as soon as the operation is ended; `client_closed` when the client was closed before.
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

  /** Ends all operations of `group`. */
  abort(group: OperationGroup): void {
    for (const [deadline, operation] of this.#running)
      if (operation.group === group) abort(deadline, operation);
  }

  /** Ends all operations, for good. */
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
      hint: "Make a new Client.",
    });
  }
}

function abort(deadline: Deadline, { name }: Operation): void {
  deadline.end(abortedError(name));
}
