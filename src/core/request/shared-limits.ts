import { ClientError, ErrorType } from "../errors.ts";
import { orAborted } from "./abort.ts";
import { startDeadline } from "./deadline.ts";
import type { RequestLimits, RequestPlace } from "./limits.ts";
import { answerOf, callbackFailed, telling } from "../check/callback.ts";
import type { Authorization } from "./authorizer.ts";

/**
 * Limits of the caller's, which may throw or hang: then nothing is sent.
 *
 * @param clean - hides the secrets of the client in a text.
 * @param timeoutMs - how much longer than a call may wait they may take.
 */
export function sharedLimits(
  limits: RequestLimits,
  clean: (text: string) => string,
  timeoutMs: number,
): RequestLimits {
  return {
    async enter(request) {
      const { operation, signal, mayWaitMs } = request;
      using deadline = startDeadline(operation, mayWaitMs + timeoutMs, [signal], limitsTimeout);
      const place = answerOf(
        async () => limits.enter({ ...request, signal: deadline.signal }),
        clean,
        () => callbackFailed("limits.enter"),
      );
      try {
        return { leave: leaveOf(await orAborted(place, operation, deadline.signal)) };
      } catch (error) {
        // A place that comes after all is free again.
        place.then(
          (entered) => leaveOf(entered)(),
          () => undefined,
        );
        throw error;
      }
    },
  };
}

/** A request among those of several users: each has limits of its own. The token cannot be read from its digest. */
export async function sharedIdentity({ header, identity }: Authorization): Promise<string> {
  if (identity !== "user") return identity;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(header));
  const bytes = Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, "0"));
  return `user ${bytes.join("")}`;
}

function leaveOf(place: RequestPlace): RequestPlace["leave"] {
  return telling(
    "leave",
    (answer) => place.leave(answer),
    () => undefined,
  );
}

function limitsTimeout(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "limits_timeout",
    message: `${operation} was not sent: limits.enter gave no answer within the time limit of the call.`,
    hint: "Check the object passed as limits and the store that it uses, such as Redis: it is slow or cannot be reached.",
    retryable: true,
  });
}
