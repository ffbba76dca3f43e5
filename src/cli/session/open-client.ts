import { Client, type Session } from "slashpass";
import type { Call } from "../frame/call.ts";
import { Failure } from "../frame/failure.ts";
import { applicationOf } from "../settings/confirm-write.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import type { whoami } from "./definitions.ts";

/** A call of a command on the player who is signed in. */
export type SessionCall = Pick<Call<typeof whoami.options>, "options" | "env" | "cwd" | "own" | "signal">;

/** The player who is signed in, and to what. Disposing of it signs nobody out. */
export interface OpenSession extends AsyncDisposable {
  readonly client: Client;
  readonly session: Session;
  readonly settings: Settings;
}

export function createClient(
  { applicationId, apiBase, webBase }: Settings,
  { own }: Pick<Call, "own">,
): Client {
  return new Client({ applicationId, apiBase, webBase, ...own });
}

/**
 * The session that is kept.
 *
 * @throws Failure `not_signed_in`, or a ClientError of the keychain.
 */
export async function openSession(call: SessionCall): Promise<OpenSession> {
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

function notSignedIn(settings: Settings, account: string | undefined): Failure {
  const name = account === undefined ? "" : ` as '${account}'`;
  return new Failure(
    `Nobody is signed in to application ${applicationOf(settings)}${name} on this machine.`,
    {
      code: "not_signed_in",
      hint: `Run 'slashpass login${account === undefined ? "" : ` --account ${account}`}'.`,
    },
  );
}
