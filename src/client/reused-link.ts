import { type ClientError, isClientError } from "../core/errors.ts";
import { onAbort } from "../core/request/on-abort.ts";
import { type Log, LoggingSeverity } from "../log/logger.ts";

/** What there is to revoke. */
export interface RevocableTokens {
  readonly revoke: () => Promise<void>;
  readonly log: Log;
}

/**
 * Revokes tokens of which it turns out, now or later, that they may be somebody else's.
 *
 * @param reused - see `Authorized`.
 * @throws the reason of `reused` when that is known already; the tokens are revoked then.
 */
export async function revokeWhenReused(
  reused: AbortSignal | undefined,
  tokens: RevocableTokens,
): Promise<void> {
  if (!reused) return;
  if (!reused.aborted) return void onAbort(reused, () => void revoke(reused, tokens));
  await revoke(reused, tokens);
  throw reused.reason;
}

/** What fails is only logged: why they had to go is worth more to the caller. */
async function revoke(reused: AbortSignal, { revoke: send, log }: RevocableTokens): Promise<void> {
  const { message } = reused.reason as ClientError;
  log(LoggingSeverity.Error, "sign-in", `the tokens are revoked: ${message}`);
  try {
    await send();
  } catch (error) {
    const reason = isClientError(error) ? error.message : "unknown";
    log(LoggingSeverity.Error, "sign-in", `they could not be revoked: ${reason}`);
  }
}
