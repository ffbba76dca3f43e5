import { abortedError, ClientError, ErrorType } from "../core/errors.ts";
import { orAborted, type Deadline, startDeadline } from "../core/request/abort.ts";

/** One operation of the client: what messages call it, and what can end it beside the end of the client. */
interface Operation {
  readonly name: string;
  /** The caller's. */
  readonly signal?: AbortSignal | undefined;
  /** Ended together with the others of its group. */
  readonly group?: OperationGroup | undefined;
}

/** What `AbortAuthorize` and `AbortGetTokenFromDevice` end. */
type OperationGroup = "authorization" | "device";

/** What a client has under way. Every operation that waits for anything runs through here. */
export class UnderWay {
  readonly #running = new Map<Deadline, Operation>();
  #isClosed = false;

  /**
   * Runs `work` until it ends, or is ended. Whatever it waits for then, the caller does not: `work` has to see the
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
