import { explain, type Terms, termsOf } from "./describe.ts";
import { Failure, unreachable } from "../frame/failure.ts";
import { Client } from "slashpass";
import type { Call } from "../frame/run-command.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import type { whoami } from "./definitions.ts";

interface FreshToken extends Terms {
  readonly accessToken: string;
}

/** @throws Failure `not_signed_in`, and the errors of {@link explain}. */
export async function freshToken(call: SessionCall): Promise<FreshToken> {
  try {
    await using opened = await openSession(call);
    const { session } = opened;
    // Called first, since a refresh changes the session's terms.
    const accessToken = await session.accessToken({ signal: call.signal });
    return { accessToken, ...termsOf(session) };
  } catch (error) {
    throw explain(error, call.signal);
  }
}

/** Any response counts. If the service is unreachable, the browser shows its own error page and never redirects back. */
export async function reachService(apiBase: string, signal: AbortSignal): Promise<Failure | undefined> {
  try {
    const answer = await fetch(`${apiBase}/gateway`, { redirect: "manual", signal });
    await answer.body?.cancel();
    return undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    const { origin } = new URL(apiBase);
    const messageFor = (reason: string) =>
      `${origin} cannot be reached (${reason}), so nobody was signed in.`;
    return unreachable(apiBase, error, messageFor, {
      code: "network_error",
      hint: "Check the connection. If it is an emulator, start it first.",
    });
  }
}

export type SessionCall = Pick<Call<typeof whoami.options>, "options" | "env" | "cwd" | "own" | "signal">;

export function createClient(
  { applicationId, apiBase, webBase }: Settings,
  { own }: Pick<Call, "own">,
): Client {
  return new Client({ applicationId, apiBase, webBase, ...own });
}

/**
 * Disposing the result does not sign the player out.
 *
 * @throws Failure `not_signed_in`, or a ClientError of the keychain.
 */
export async function openSession(call: SessionCall) {
  const settings = await readSettings(call);
  const client = createClient(settings, call);
  try {
    const session = await client.restoreSession({ account: call.options.account, signal: call.signal });
    if (!session) throw notSignedIn(settings, call.options.account);
    return { client, session, settings, [Symbol.asyncDispose]: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function notSignedIn({ applicationId, environment }: Settings, account: string | undefined): Failure {
  const name = account === undefined ? "" : ` as '${account}'`;
  return new Failure(
    `Nobody is signed in to application ${applicationOf(applicationId, environment)}${name} on this machine.`,
    {
      code: "not_signed_in",
      hint: `Run 'slashpass login${account === undefined ? "" : ` --account ${account}`}'.`,
    },
  );
}
