import { termsOf } from "./describe.ts";
import { explain } from "./explain.ts";
import { openSession, type SessionCall } from "./open-client.ts";

/** A token of the player who is signed in, renewed first where it is about to end. */
export interface FreshToken {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

/** @throws Failure `not_signed_in`, and as {@link explain} says it. */
export async function freshToken(call: SessionCall): Promise<FreshToken> {
  try {
    await using opened = await openSession(call);
    const { session } = opened;
    // The terms are those of the token that this gives.
    const accessToken = await session.accessToken({ signal: call.signal });
    return { accessToken, ...termsOf(session) };
  } catch (error) {
    throw explain(error, call.signal);
  }
}
