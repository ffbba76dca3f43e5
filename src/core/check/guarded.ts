/**
 * A listener of a socket, a pipe, a server, a child process, a worker or the addon. An error in it goes to `end`, which ends
 * what it listened to: thrown on from here, it would end the process.
 *
 * @param end - ends the connection and tells whoever waits for it. An error in it has nothing left to end.
 */
export function guarded<A extends readonly unknown[]>(
  listener: (...args: A) => unknown,
  end: (error: unknown, ...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    attempt(
      () => listener(...args),
      (error) =>
        attempt(
          () => end(error, ...args),
          () => undefined,
        ),
    );
  };
}

/** Calls what may throw, or give a promise that rejects. */
function attempt(call: () => unknown, fail: (error: unknown) => void): void {
  try {
    const answer = call();
    if (answer instanceof Promise) answer.catch(fail);
  } catch (error) {
    fail(error);
  }
}
